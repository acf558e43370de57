import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, bits);
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** True for `localhost` and addresses of private networks, written as a URL has them; nothing is looked up. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return PRIVATE.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}

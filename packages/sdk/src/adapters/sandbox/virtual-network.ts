import type { BashOptions } from 'just-bash';
import { OptionError } from '../../errors/option-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import { isPrivateHost } from './private-host.js';

/** What commands in a virtual sandbox may reach, with `curl`. Without it there is no network and no `curl`. */
export interface VirtualNetwork {
  /**
   * Where requests may go: an origin (`https://api.example.com`), or an origin and a path under which everything
   * is allowed. Redirects are checked as well. Public names that lead to private addresses are refused.
   */
  allow: readonly (string | AllowedUrl)[];
  /** Default `GET` and `HEAD`. */
  methods?: readonly HttpMethod[];
  /** Sent with every request; the sandbox never sees them. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds for one request. Default 30. */
  timeout?: number;
  /** Bytes of one response. Default 10 MiB. */
  maxResponseBytes?: number;
}

export interface AllowedUrl {
  url: string;
  /** Sent with requests to this URL, over those of the network; the sandbox never sees them. */
  headers?: Readonly<Record<string, string>>;
  /** The host may be on a private network. Default: only if it is `localhost` or a private address itself. */
  private?: boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
export type HttpMethod = (typeof METHODS)[number];

type Library = Pick<typeof import('just-bash'), 'Bash'>;
type NetworkConfig = NonNullable<BashOptions['network']>;
type SecureFetch = NonNullable<BashOptions['fetch']>;

/** @throws {OptionError} */
export function checkNetwork(network: VirtualNetwork): void {
  const { allow, methods = [], headers, timeout = 1, maxResponseBytes = 1, ...rest } = network;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined)
    refuse(`has no "${unknown}"; it has allow, methods, headers, timeout, maxResponseBytes`);
  if (!Array.isArray(allow)) refuse('needs allow: a list of URLs, or of { url, headers?, private? }');
  for (const entry of allow) checkEntry(entry);
  for (const method of methods) {
    if (!METHODS.includes(method))
      refuse(`got the method ${JSON.stringify(method)}; accepted: ${METHODS.join(', ')}`);
  }
  checkHeaders(headers);
  if (!(Number.isFinite(timeout) && timeout > 0))
    refuse(`got the timeout ${timeout}; accepted is a number of seconds`);
  if (!(Number.isSafeInteger(maxResponseBytes) && maxResponseBytes > 0)) {
    refuse(`got maxResponseBytes ${maxResponseBytes}; accepted is a number of bytes`);
  }
}

function checkEntry(entry: string | AllowedUrl): void {
  const { url, headers } = allowed(entry);
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const isUsable =
    (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') &&
    parsed.search === '' &&
    parsed.hash === '' &&
    parsed.username === '' &&
    parsed.password === '';
  if (!isUsable) {
    refuse(
      `cannot allow ${JSON.stringify(url)}; accepted is an http(s) origin, or origin and path, such as "https://api.example.com/v1/"`,
    );
  }
  checkHeaders(headers);
}

function checkHeaders(headers: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || /[\r\n\0]/.test(value) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      refuse(`got an unusable header ${JSON.stringify(name)}`);
    }
  }
}

function refuse(what: string): never {
  throw new OptionError(`virtual({ network }) ${what}.`);
}

/** The network options of the interpreter. Public and private hosts are apart, since its guard is for all or none. */
export function networkOptions(
  library: Library,
  network: VirtualNetwork | undefined,
): Pick<BashOptions, 'network' | 'fetch'> {
  if (!network) return {};
  const entries = network.allow.map(allowed);
  const reachable = entries.filter((entry) => isPrivate(entry));
  const guarded = configOf(
    network,
    entries.filter((entry) => !isPrivate(entry)),
    true,
  );
  const open = configOf(network, reachable, false);
  if (reachable.length === 0) return { network: guarded };
  if (reachable.length === entries.length) return { network: open };
  const [fetchPublic, fetchPrivate] = [secureFetchOf(library, guarded), secureFetchOf(library, open)];
  const origins = new Set(reachable.map(({ url }) => new URL(url).origin));
  return {
    fetch: (url, options) => {
      const isOpen = URL.canParse(url) && origins.has(new URL(url).origin);
      return (isOpen ? fetchPrivate : fetchPublic)(url, options);
    },
  };
}

function configOf(
  network: VirtualNetwork,
  entries: readonly AllowedUrl[],
  denyPrivateRanges: boolean,
): NetworkConfig {
  return {
    allowedUrlPrefixes: entries.map(({ url, headers }) => ({
      url,
      transform: [{ headers: { ...network.headers, ...headers } }],
    })),
    allowedMethods: [...(network.methods ?? ['GET', 'HEAD'])],
    timeoutMs: (network.timeout ?? 30) * 1000,
    maxResponseSize: network.maxResponseBytes ?? 10 * 1024 * 1024,
    denyPrivateRanges,
  };
}

/** The interpreter makes its guarded `fetch` when it is made and does not export the maker. */
function secureFetchOf(library: Library, network: NetworkConfig): SecureFetch {
  const made: unknown = Reflect.get(new library.Bash({ network, commands: [] }), 'secureFetch');
  if (typeof made === 'function') return made as SecureFetch;
  throw new SandboxError('This version of just-bash cannot allow public and private hosts in one sandbox.');
}

function allowed(entry: string | AllowedUrl): AllowedUrl {
  return typeof entry === 'string' ? { url: entry } : (entry ?? { url: entry });
}

function isPrivate({ url, private: given }: AllowedUrl): boolean {
  return given ?? isPrivateHost(new URL(url));
}

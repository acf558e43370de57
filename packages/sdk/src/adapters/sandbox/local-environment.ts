/**
 * The only variables of the host that commands see unless `local({ env })` names more. None of them holds a
 * secret or loads code.
 */
export const PASSED_VARIABLES = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'TZ',
] as const;

const FALLBACK_PATH = '/usr/local/bin:/usr/bin:/bin';

/** The environment of every command of a local sandbox: what passes from `host`, then what was asked for. */
export function localEnvironment(
  host: NodeJS.ProcessEnv,
  asked: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = PASSED_VARIABLES.map((name) => [name, host[name]] as const);
  const given = [['PATH', FALLBACK_PATH] as const, ...passed, ...Object.entries(asked)];
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

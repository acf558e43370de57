import { OptionError } from '../errors/option-error.js';
import { keyComponentFault } from '../ports/session-key.js';
import { checkKeys, checkThinkingLevel } from '../session/call-options.js';
import { BUILTIN_TOOL_NAMES } from '../tools/builtin-tool-names.js';
import type { InitOptions } from './init-options.js';

const KEYS: readonly (keyof InitOptions)[] = [
  'model',
  'sandbox',
  'cwd',
  'name',
  'id',
  'thinkingLevel',
  'temperature',
  'maxTokens',
  'headers',
  'maxTurns',
  'maxToolCallsPerTurn',
  'tools',
  'builtinTools',
  'persist',
  'onEvent',
];

/** Check what needs nothing but the options themselves. @throws {OptionError} */
export function checkInitOptions(options: InitOptions): void {
  checkKeys('init()', options, KEYS);
  if (options.model === undefined) {
    throw new OptionError('init() has no model.', {
      hint: "Pass model: 'provider/id', or model: false when every call names its own.",
    });
  }
  checkComponent('name', options.name);
  checkComponent('id', options.id);
  checkCwd(options.cwd);
  checkThinkingLevel('init({ thinkingLevel })', options.thinkingLevel);
  checkNumber('temperature', options.temperature, (value) => value >= 0 && value <= 2, 'a number from 0 to 2');
  checkNumber('maxTokens', options.maxTokens, isCount, 'a whole number from 1');
  checkNumber('maxTurns', options.maxTurns, isCount, 'a whole number from 1');
  checkNumber('maxToolCallsPerTurn', options.maxToolCallsPerTurn, isCount, 'a whole number from 1');
  checkHeaders(options.headers);
  checkTools(options.tools);
  checkBuiltinTools(options.builtinTools);
  checkStore(options.persist);
  checkListener(options.onEvent);
}

function checkComponent(option: string, value: unknown): void {
  const fault = value === undefined ? undefined : keyComponentFault(value);
  if (fault) throw new OptionError(`init({ ${option} }) ${fault}.`);
}

function checkCwd(cwd: unknown): void {
  if (cwd === undefined || (typeof cwd === 'string' && cwd !== '' && !cwd.includes('\0'))) return;
  throw new OptionError(`init({ cwd }) is ${JSON.stringify(cwd)}, not a path.`);
}

function checkNumber(option: string, value: unknown, fits: (value: number) => boolean, accepted: string): void {
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && fits(value))) return;
  throw new OptionError(`init({ ${option} }) is ${String(value)}; accepted is ${accepted}.`);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

function checkHeaders(headers: unknown): void {
  if (headers === undefined) return;
  if (typeof headers !== 'object' || headers === null) throw new OptionError('init({ headers }) is not an object.');
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') throw new OptionError(`init({ headers }): ${name} is ${typeof value}, not a string.`);
  }
}

function checkTools(tools: unknown): void {
  if (tools === undefined || Array.isArray(tools)) return;
  throw new OptionError('init({ tools }) is not an array of tools.');
}

function checkBuiltinTools(builtins: unknown): void {
  if (builtins === undefined || typeof builtins === 'boolean') return;
  const accepted = `true, false or names of ${BUILTIN_TOOL_NAMES.join(', ')}`;
  if (!Array.isArray(builtins)) throw new OptionError(`init({ builtinTools }): accepted is ${accepted}.`);
  for (const name of builtins) {
    if (BUILTIN_TOOL_NAMES.includes(name)) continue;
    throw new OptionError(`init({ builtinTools }): there is no built-in tool ${JSON.stringify(name)}.`, {
      hint: `Accepted is ${accepted}.`,
    });
  }
}

function checkStore(store: unknown): void {
  if (store === undefined) return;
  if (typeof store === 'object' && store !== null && 'append' in store && 'open' in store) return;
  throw new OptionError('init({ persist }) is not a session store.', {
    hint: 'A store has open, read, append, renew, release, list, delete, readBlob and close.',
  });
}

function checkListener(listener: unknown): void {
  if (listener === undefined || typeof listener === 'function') return;
  throw new OptionError('init({ onEvent }) is not a function.');
}

import { OptionError } from '../errors/option-error.js';
import { keyComponentFault } from '../ports/session-key.js';
import {
  checkKeys,
  checkNumber,
  checkRequestSettings,
  isCount,
  isDelay,
} from '../session/check-call-options.js';
import { BUILTIN_TOOL_NAMES } from '../tools/builtin-tool-names.js';
import type { InitOptions } from './init-options.js';

const KEYS: readonly (keyof InitOptions)[] = [
  'model',
  'sandbox',
  'cwd',
  'name',
  'id',
  'role',
  'roles',
  'instructions',
  'thinkingLevel',
  'temperature',
  'maxTokens',
  'headers',
  'compaction',
  'retry',
  'idleTimeoutMs',
  'fallbackModels',
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
  checkRequestSettings('init', options);
  checkInstructions(options.instructions);
  checkNumber('init({ maxTurns })', options.maxTurns, isCount, 'a whole number from 1');
  checkNumber('init({ maxToolCallsPerTurn })', options.maxToolCallsPerTurn, isCount, 'a whole number from 1');
  checkCompaction(options.compaction);
  checkRetry(options.retry);
  checkNumber(
    'init({ idleTimeoutMs })',
    options.idleTimeoutMs,
    (value) => value > 0 && isDelay(value),
    'a positive number of milliseconds, at most 2147483647',
  );
  checkFallbacks(options.fallbackModels);
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

function checkCompaction(compaction: InitOptions['compaction']): void {
  if (compaction === undefined) return;
  checkKeys('init({ compaction })', compaction, [
    'enabled',
    'reserveTokens',
    'keepRecentTokens',
    'model',
    'instructions',
  ]);
  const { enabled, reserveTokens, keepRecentTokens } = compaction;
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw new OptionError('init({ compaction }).enabled is neither true nor false.');
  }
  checkNumber(
    'init({ compaction }).reserveTokens',
    reserveTokens,
    (value) => value >= 0,
    'a number of tokens',
  );
  checkNumber(
    'init({ compaction }).keepRecentTokens',
    keepRecentTokens,
    (value) => value >= 0,
    'a number of tokens',
  );
}

function checkRetry(retry: InitOptions['retry']): void {
  if (retry === undefined) return;
  checkKeys('init({ retry })', retry, ['attempts', 'minDelayMs', 'maxDelayMs']);
  checkNumber('init({ retry }).attempts', retry.attempts, isCount, 'a whole number from 1');
  checkNumber(
    'init({ retry }).minDelayMs',
    retry.minDelayMs,
    isDelay,
    'a number of milliseconds, at most 2147483647',
  );
  checkNumber(
    'init({ retry }).maxDelayMs',
    retry.maxDelayMs,
    isDelay,
    'a number of milliseconds, at most 2147483647',
  );
}

function checkFallbacks(models: unknown): void {
  if (models === undefined || Array.isArray(models)) return;
  throw new OptionError('init({ fallbackModels }) is not an array of models.');
}

function checkInstructions(instructions: InitOptions['instructions']): void {
  if (instructions === undefined || typeof instructions === 'string') return;
  checkKeys('init({ instructions })', instructions, ['append', 'replace']);
  for (const [key, text] of Object.entries(instructions)) {
    if (text !== undefined && typeof text !== 'string')
      throw new OptionError(`init({ instructions }).${key} is not a text.`);
  }
}

function checkTools(tools: unknown): void {
  if (tools === undefined || Array.isArray(tools)) return;
  throw new OptionError('init({ tools }) is not an array of tools.', {
    hint: 'Pass a list: [{ name, description, parameters, execute }].',
  });
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

const STORE_METHODS = ['open', 'read', 'append', 'renew', 'release', 'list', 'delete', 'readBlob', 'close'];

function isMethod(holder: object, name: string): boolean {
  return typeof (holder as Record<string, unknown>)[name] === 'function';
}

function checkStore(store: unknown): void {
  if (store === undefined) return;
  if (typeof store === 'object' && store !== null && STORE_METHODS.every((name) => isMethod(store, name)))
    return;
  throw new OptionError('init({ persist }) is not a session store.', {
    hint: `A store has the methods ${STORE_METHODS.join(', ')}.`,
  });
}

function checkListener(listener: unknown): void {
  if (listener === undefined || typeof listener === 'function') return;
  throw new OptionError('init({ onEvent }) is not a function.');
}

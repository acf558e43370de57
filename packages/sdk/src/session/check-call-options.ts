import { errorText } from '../errors/error-text.js';
import { OptionError } from '../errors/option-error.js';
import type { RequestSettings } from '../loop/asking/request-reply.js';
import { THINKING_LEVELS, type ThinkingLevel } from '../ports/language-model.js';
import type { PromptOptions, ShellOptions, SkillOptions, TaskOptions } from './call-options.js';

const PROMPT_KEYS = [
  'tools',
  'model',
  'role',
  'images',
  'thinkingLevel',
  'temperature',
  'maxTokens',
  'headers',
  'signal',
  'schema',
  'result',
];
const TASK_KEYS = [...PROMPT_KEYS, 'cwd'];
const SKILL_KEYS = [...PROMPT_KEYS, 'args'];
const SHELL_KEYS = ['env', 'cwd', 'timeout', 'signal'];

/** @throws {OptionError} */
export function checkPrompt(verb: string, text: unknown, options: PromptOptions, keys = PROMPT_KEYS): void {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new OptionError(
      `${verb}() needs a text; got ${typeof text === 'string' ? 'an empty one' : typeof text}.`,
    );
  }
  checkKeys(`${verb}(text, options)`, options, keys);
  checkSignal(verb, options.signal);
  if (options.tools !== undefined && !Array.isArray(options.tools)) {
    throw new OptionError(`${verb}({ tools }) is not an array of tools.`);
  }
  if (options.role !== undefined && typeof options.role !== 'string') {
    throw new OptionError(`${verb}({ role }) is ${typeof options.role}, not the name of a role.`);
  }
  if (
    'schema' in options &&
    'result' in options &&
    options.schema !== undefined &&
    options.result !== undefined
  ) {
    throw new OptionError(`${verb}() has both schema and result.`, {
      hint: 'schema gives { data, usage, model }; result gives the bare value.',
    });
  }
  checkImages(`${verb}({ images })`, options.images);
  checkRequestSettings(verb, options);
}

/** @throws {OptionError} */
export function checkTask(text: unknown, options: TaskOptions): void {
  checkPrompt('task', text, options, TASK_KEYS);
  checkCwd('task', options.cwd);
}

/** @throws {OptionError} */
export function checkSkill(name: unknown, options: SkillOptions): void {
  checkPrompt('skill', name, options, SKILL_KEYS);
  const { args } = options;
  if (args === undefined) return;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new OptionError('skill({ args }) is not an object.');
  }
  try {
    JSON.stringify(args);
  } catch (cause) {
    throw new OptionError(`skill({ args }) is not JSON: ${errorText(cause)}`, { cause });
  }
}

/** @throws {OptionError} */
export function checkShell(command: unknown, options: ShellOptions): void {
  if (typeof command !== 'string' || command === '') throw new OptionError('shell() needs a command line.');
  checkKeys('shell(command, options)', options, SHELL_KEYS);
  checkSignal('shell', options.signal);
  checkCwd('shell', options.cwd);
  if (options.timeout !== undefined && !(Number.isFinite(options.timeout) && options.timeout > 0)) {
    throw new OptionError(
      `shell({ timeout }) is ${String(options.timeout)}, not a positive number of seconds.`,
    );
  }
  for (const [name, value] of Object.entries(options.env ?? {})) {
    if (typeof value !== 'string')
      throw new OptionError(`shell({ env }): ${name} is ${typeof value}, not a string.`);
  }
}

/** What `init()` and single calls have in common. @throws {OptionError} */
export function checkRequestSettings(verb: string, settings: RequestSettings): void {
  const { thinkingLevel, temperature, maxTokens, headers } = settings;
  checkThinkingLevel(`${verb}({ thinkingLevel })`, thinkingLevel);
  checkNumber(
    `${verb}({ temperature })`,
    temperature,
    (value) => value >= 0 && value <= 2,
    'a number from 0 to 2',
  );
  checkNumber(`${verb}({ maxTokens })`, maxTokens, isCount, 'a whole number from 1');
  if (headers === undefined) return;
  if (typeof headers !== 'object' || headers === null)
    throw new OptionError(`${verb}({ headers }) is not an object.`);
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string')
      throw new OptionError(`${verb}({ headers }): ${name} is ${typeof value}, not a string.`);
  }
}

/** @throws {OptionError} */
export function checkNumber(
  where: string,
  value: unknown,
  fits: (value: number) => boolean,
  accepted: string,
): void {
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && fits(value))) return;
  throw new OptionError(`${where} is ${String(value)}; accepted is ${accepted}.`);
}

/** The longest that a timer of Node can wait, in milliseconds: about 24 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export function isDelay(value: number): boolean {
  return value >= 0 && value <= MAX_TIMER_MS;
}

export function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

function checkImages(where: string, images: unknown): void {
  if (images === undefined) return;
  if (!Array.isArray(images)) throw new OptionError(`${where} is not an array.`);
  for (const [index, image] of images.entries()) {
    if (image?.type === 'image' && typeof image.data === 'string' && typeof image.mimeType === 'string')
      continue;
    throw new OptionError(`${where}[${index}] is not { type: 'image', data (base64), mimeType }.`);
  }
}

/** @throws {OptionError} */
function checkThinkingLevel(where: string, level: unknown): void {
  if (level === undefined || THINKING_LEVELS.includes(level as ThinkingLevel)) return;
  throw new OptionError(`${where} is ${JSON.stringify(level)}; accepted are ${THINKING_LEVELS.join(', ')}.`);
}

/** @throws {OptionError} for an option that does not exist */
export function checkKeys(where: string, options: unknown, accepted: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new OptionError(`${where}: the options are not an object.`);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || accepted.includes(key)) continue;
    throw new OptionError(`${where}: there is no option ${JSON.stringify(key)}.`, {
      hint: `Accepted are ${accepted.join(', ')}.`,
    });
  }
}

function checkSignal(verb: string, signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new OptionError(`${verb}({ signal }) is not an AbortSignal.`);
}

function checkCwd(verb: string, cwd: unknown): void {
  if (cwd === undefined || (typeof cwd === 'string' && cwd !== '')) return;
  throw new OptionError(`${verb}({ cwd }) is ${JSON.stringify(cwd)}, not a path.`);
}

import { OptionError } from '../errors/option-error.js';
import { amountAt, arrayAt, choiceAt, countAt, fieldOf, flagAt, objectAt, textAt } from './read-fields.js';
import type {
  Script,
  ScriptCondition,
  ScriptError,
  ScriptErrorKind,
  ScriptErrorPoint,
  ScriptModelSettings,
  ScriptReply,
  ScriptReplyFunction,
  ScriptToolCall,
  ScriptUsage,
} from './script.js';

/**
 * Check a script, for example the content of a JSON file; `where` names it in messages.
 * @throws {OptionError} naming the reply's index and the field.
 */
export function parseScript(value: unknown, where: string): Script {
  if (Array.isArray(value)) return { replies: parseReplies(value, `${where}: replies`), model: {} };
  if (typeof value !== 'object' || value === null) {
    throw new OptionError(
      `${where} is not a script: it must be an array of replies, or an object with "replies".`,
      {
        hint: 'The shortest script is ["Hello."].',
      },
    );
  }
  const fields = objectAt(value, where, ['replies', 'model']);
  return {
    replies: parseReplies(fields.replies, `${where}: replies`),
    model: fieldOf(fields, 'model', `${where}: script`, parseModelSettings) ?? {},
  };
}

/** Check what a model claims to be. @throws {OptionError} */
export function parseModelSettings(value: unknown, where: string): ScriptModelSettings {
  const fields = objectAt(value, where, ['id', 'contextWindow', 'maxTokens', 'input']);
  return {
    id: fieldOf(fields, 'id', where, textAt),
    contextWindow: fieldOf(fields, 'contextWindow', where, countAt(1)),
    maxTokens: fieldOf(fields, 'maxTokens', where, countAt(1)),
    input: fieldOf(fields, 'input', where, (kinds, at) =>
      arrayAt(kinds, at).map((kind, index) => choiceAt(['text', 'image'])(kind, `${at}[${index}]`)),
    ),
  };
}

/** Check one reply that is not a function. @throws {OptionError} */
export function parseReply(value: unknown, where: string): ScriptReply {
  if (typeof value === 'string') return { text: value };
  const fields = objectAt(value, where, REPLY_FIELDS);
  return {
    text: fieldOf(fields, 'text', where, textAt),
    thinking: fieldOf(fields, 'thinking', where, textAt),
    toolCalls: fieldOf(fields, 'toolCalls', where, parseToolCalls),
    usage: fieldOf(fields, 'usage', where, parseUsage),
    stopReason: fieldOf(fields, 'stopReason', where, choiceAt(['stop', 'toolUse', 'length'])),
    delayMs: fieldOf(fields, 'delayMs', where, amountAt),
    chunkSize: fieldOf(fields, 'chunkSize', where, countAt(1)),
    chunkDelayMs: fieldOf(fields, 'chunkDelayMs', where, amountAt),
    error: fieldOf(fields, 'error', where, parseError),
    when: fieldOf(fields, 'when', where, parseCondition),
    repeat: fieldOf(fields, 'repeat', where, flagAt),
  };
}

const REPLY_FIELDS: readonly (keyof ScriptReply)[] = [
  'text',
  'thinking',
  'toolCalls',
  'usage',
  'stopReason',
  'delayMs',
  'chunkSize',
  'chunkDelayMs',
  'error',
  'when',
  'repeat',
];

function parseReplies(value: unknown, where: string): (ScriptReply | ScriptReplyFunction)[] {
  return arrayAt(value, where).map((reply, index) =>
    isReplyFunction(reply) ? reply : parseReply(reply, `${where}[${index}]`),
  );
}

/** What it returns is checked when it has run. */
function isReplyFunction(value: unknown): value is ScriptReplyFunction {
  return typeof value === 'function';
}

function parseToolCalls(value: unknown, where: string): ScriptToolCall[] {
  return arrayAt(value, where).map((call, index) => parseToolCall(call, `${where}[${index}]`));
}

function parseToolCall(value: unknown, where: string): ScriptToolCall {
  const fields = objectAt(value, where, ['name', 'arguments', 'argumentsText', 'id']);
  if (fields.arguments !== undefined && fields.argumentsText !== undefined) {
    throw new OptionError(`${where} has both "arguments" and "argumentsText".`, {
      hint: 'Keep "arguments" for an object, or "argumentsText" for raw text.',
    });
  }
  return {
    name: textAt(fields.name, `${where}.name`),
    arguments: fieldOf(fields, 'arguments', where, objectAt),
    argumentsText: fieldOf(fields, 'argumentsText', where, textAt),
    id: fieldOf(fields, 'id', where, textAt),
  };
}

function parseUsage(value: unknown, where: string): ScriptUsage {
  const fields = objectAt(value, where, ['input', 'output', 'cacheRead', 'cacheWrite', 'cost']);
  return {
    input: fieldOf(fields, 'input', where, countAt(0)),
    output: fieldOf(fields, 'output', where, countAt(0)),
    cacheRead: fieldOf(fields, 'cacheRead', where, countAt(0)),
    cacheWrite: fieldOf(fields, 'cacheWrite', where, countAt(0)),
    cost: fieldOf(fields, 'cost', where, amountAt),
  };
}

function parseCondition(value: unknown, where: string): ScriptCondition {
  if (typeof value === 'string') return { lastUser: value };
  const fields = objectAt(value, where, ['lastUser', 'system', 'toolResult', 'tool', 'model']);
  return {
    lastUser: fieldOf(fields, 'lastUser', where, textAt),
    system: fieldOf(fields, 'system', where, textAt),
    toolResult: fieldOf(fields, 'toolResult', where, textAt),
    tool: fieldOf(fields, 'tool', where, textAt),
    model: fieldOf(fields, 'model', where, textAt),
  };
}

function parseError(value: unknown, where: string): ScriptError {
  const fields = objectAt(value, where, ERROR_FIELDS);
  const kind = fieldOf(fields, 'kind', where, choiceAt(Object.keys(POINTS) as ScriptErrorKind[])) ?? 'status';
  return {
    kind,
    after: parsePoint(fields.after, kind, `${where}.after`),
    status: fieldOf(fields, 'status', where, parseStatus),
    message: fieldOf(fields, 'message', where, textAt),
    type: fieldOf(fields, 'type', where, textAt),
    code: fieldOf(fields, 'code', where, textAt),
    headers: fieldOf(fields, 'headers', where, parseHeaders),
    pingMs: fieldOf(fields, 'pingMs', where, countAt(1)),
  };
}

const ERROR_FIELDS: readonly (keyof ScriptError)[] = [
  'kind',
  'after',
  'status',
  'message',
  'type',
  'code',
  'headers',
  'pingMs',
];

/** Where each kind of failure can happen; its default is the first. A number of pieces goes with `content`. */
const POINTS: Readonly<Record<ScriptErrorKind, readonly Exclude<ScriptErrorPoint, number>[]>> = {
  status: ['request'],
  html: ['request'],
  reset: ['request', 'headers', 'half', 'content'],
  hang: ['request', 'headers', 'half', 'content'],
  ping: ['headers', 'half', 'content'],
  cut: ['half', 'headers', 'content'],
  event: ['headers', 'half', 'content'],
};

function parsePoint(value: unknown, kind: ScriptErrorKind, where: string): ScriptErrorPoint | undefined {
  const points = POINTS[kind];
  if (value === undefined) return points[0];
  if (typeof value === 'number' && points.includes('content')) return countAt(0)(value, where);
  return choiceAt(points)(value, `${where} of kind "${kind}"`);
}

function parseStatus(value: unknown, where: string): number {
  const status = countAt(200)(value, where);
  if (status > 599)
    throw new OptionError(`${where} must be an HTTP status from 200 to 599, but is ${status}.`);
  return status;
}

function parseHeaders(value: unknown, where: string): Readonly<Record<string, string>> {
  const fields = objectAt(value, where);
  return Object.fromEntries(
    Object.entries(fields).map(([name, content]) => [name, textAt(content, `${where}["${name}"]`)]),
  );
}

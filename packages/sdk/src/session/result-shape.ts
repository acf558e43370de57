import { NoResultError } from '../errors/no-result-error.js';
import { createResultTools } from '../tools/result-tools.js';
import type { Tool } from '../tools/tool.js';
import type { PromptResponse, ShapedOptions } from './call-options.js';

/** How often a model that stops without a result is reminded. */
const MAX_REMINDERS = 2;

/** The result that a call wants, and what has become of it. */
export interface ResultShape {
  readonly tools: readonly Tool[];
  isAnswered(): boolean;
  /** There is no answer, and reminding may help. */
  needsReminder(): boolean;
  /** The text that reminds; counted. */
  remind(): string;
  /** The call's response with its result. @throws {NoResultError} */
  respond(response: PromptResponse): unknown;
}

/** Undefined for a call that wants text. @throws {OptionError} the schema is not usable */
export function readResultShape({ schema, result }: ShapedOptions, verb: string): ResultShape | undefined {
  const wanted = schema ?? result;
  if (wanted === undefined) return undefined;
  const { tools, answer } = createResultTools(wanted, `${verb}({ ${schema ? 'schema' : 'result'} })`);
  let reminders = 0;
  return {
    tools,
    isAnswered: () => answer() !== undefined,
    needsReminder: () => answer() === undefined && reminders < MAX_REMINDERS,
    remind() {
      reminders += 1;
      return 'You stopped without handing over the result. Call finish with it now, or give_up with the reason.';
    },
    respond(response) {
      const answered = answer();
      if (!answered) {
        throw new NoResultError(
          undefined,
          `The model ended without a result, ${MAX_REMINDERS} reminders included.`,
        );
      }
      if (!answered.given) throw new NoResultError(answered.reason, `The model gave up: ${answered.reason}`);
      return schema === undefined ? answered.data : { ...response, data: answered.data };
    },
  };
}

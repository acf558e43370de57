import type { ModelRequest } from '../ports/language-model.js';
import { describeCondition, fitsRequest } from './fits-request.js';
import { failedReply, type PlayedReply, playReply } from './played-reply.js';
import { lastUserText } from './request-text.js';
import type { Script } from './script.js';

/** Deals a script's replies to requests; the in-process model and the server both play through one. */
export interface ScriptPlayer {
  /** How many replies are left, those that repeat not counted. */
  readonly remaining: number;
  /**
   * Choose the reply for a request, at once and in the order of the calls; it may take time to make. Never
   * rejects: what goes wrong is an error reply.
   */
  take(request: ModelRequest, model: string): Promise<PlayedReply>;
  /** Play from the start. */
  reset(): void;
}

export function createScriptPlayer({ replies }: Script): ScriptPlayer {
  const unused = new Set(replies.keys());
  return {
    get remaining() {
      return [...unused].filter((index) => !repeats(index)).length;
    },
    take(request, model) {
      for (const index of unused) {
        const reply = replies[index];
        if (!reply || !fits(index, request, model)) continue;
        if (!repeats(index)) unused.delete(index);
        return playReply(reply, request, index + 1);
      }
      return Promise.resolve(failedReply({ status: 400, message: nothingFits(request) }));
    },
    reset() {
      unused.clear();
      for (const index of replies.keys()) unused.add(index);
    },
  };

  function fits(index: number, request: ModelRequest, model: string): boolean {
    const when = conditionOf(index);
    return when === undefined || fitsRequest(when, request, model);
  }

  function conditionOf(index: number) {
    const reply = replies[index];
    const when = typeof reply === 'object' ? reply.when : undefined;
    return typeof when === 'string' ? { lastUser: when } : when;
  }

  function repeats(index: number): boolean {
    const reply = replies[index];
    return typeof reply === 'object' && reply.repeat === true;
  }

  function nothingFits(request: ModelRequest): string {
    const left = [...unused]
      .slice(0, 3)
      .map((index) => `reply ${index + 1} is for ${describeCondition(conditionOf(index))}`);
    return [
      `The script has no reply for this request: ${replies.length - unused.size} of its ${replies.length} replies are used`,
      left.length > 0 ? `, and ${left.join('; ')}${unused.size > 3 ? '; ...' : ''}` : '',
      `. The last user text is ${JSON.stringify(lastUserText(request).slice(0, 200))}.`,
    ].join('');
  }
}

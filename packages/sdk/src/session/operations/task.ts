import type { PromptResponse, TaskOptions } from '../call-options.js';
import { runTask } from '../delegate.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';
import { chooseModel, requestSettings } from './prompt.js';

/** A piece of work in a child session, asked for by the script. */
export function prepareTask(session: Session, operation: Operation, text: string, options: TaskOptions) {
  const model = chooseModel(session, options, 'task');
  const settings = requestSettings(session, options);
  const custom = [...session.settings.tools, ...(options.tools ?? [])];
  session.checkCustomTools(custom);
  return async (): Promise<PromptResponse> => {
    const request = { prompt: text, cwd: options.cwd, signal: operation.signal };
    return (await runTask(session, operation, { model, settings, custom }, request)).response;
  };
}

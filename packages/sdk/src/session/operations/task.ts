import { compileResultSchema } from '../../tools/schema/compile-result-schema.js';
import type { ShapedOptions, TaskOptions } from '../call-options.js';
import { callSettings } from '../call-settings.js';
import { runTask } from '../delegate.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';

/** A piece of work in a child session, asked for by the script. */
export function prepareTask(
  session: Session,
  operation: Operation,
  text: string,
  options: TaskOptions & ShapedOptions,
) {
  const settings = callSettings(session, options, 'task');
  session.checkCustomTools(settings.custom);
  const schema = options.schema ?? options.result;
  if (schema !== undefined) compileResultSchema(schema, 'task({ schema })');
  return async (): Promise<unknown> => {
    const { cwd, images } = options;
    const request = { prompt: text, cwd, images, schema, signal: operation.signal };
    const { response } = await runTask(session, operation, settings, request);
    return options.result === undefined || !('data' in response) ? response : response.data;
  };
}

import type { LanguageModel } from '@flue/sdk';
import { UsageError } from '../command-error.js';
import { parseJson } from './parse-json.js';
import { readNamedFile } from './read-named-file.js';

const SCRIPTED = 'scripted:';

/**
 * The model that `--model` names: `provider/id`, or `scripted:<file>` for one that plays the file's replies.
 * @throws {UsageError}
 */
export async function readModel(given: string | undefined): Promise<string | LanguageModel | undefined> {
  if (given === '')
    throw new UsageError('--model is empty.', { hint: 'Give provider/id or scripted:<file.json>.' });
  if (given !== undefined && !given.startsWith(SCRIPTED) && !/^[^/]+\/./.test(given)) {
    throw new UsageError(`--model is ${JSON.stringify(given)}, which is not a model name.`, {
      hint: 'Give provider/id, for example anthropic/claude-sonnet-4-6, or scripted:<file.json>.',
    });
  }
  if (!given?.startsWith(SCRIPTED)) return given;
  const file = given.slice(SCRIPTED.length);
  const script = parseJson(readNamedFile(file, '--model scripted'), `The script ${file}`);
  const [{ FlueError }, { parseScript, scriptedModel }] = await Promise.all([
    import('@flue/sdk'),
    import('@flue/sdk/testing'),
  ]);
  try {
    return scriptedModel(parseScript(script, file));
  } catch (error) {
    if (!FlueError.isInstance(error)) throw error;
    throw new UsageError(error.message, { hint: error.hint });
  }
}

import { ToolError } from '../../errors/tool-error.js';

/**
 * The UTF-8 of a text that the model wrote.
 * @throws {ToolError} it has half a surrogate pair, which UTF-8 cannot hold; writing it would change the text
 */
export function encodeText(text: string, parameter: string): Buffer {
  if (!text.isWellFormed()) {
    throw new ToolError(`${parameter} has a broken character: one half of a UTF-16 surrogate pair.`, {
      hint: 'Send the character whole.',
    });
  }
  return Buffer.from(text, 'utf8');
}

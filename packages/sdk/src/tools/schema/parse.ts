import { errorText } from '../../errors/error-text.js';
import type { ParsedInput } from '../tool.js';
import { clip } from './format-path.js';

/** Never throws or rejects. */
export type Parse = (input: unknown) => ParsedInput | Promise<ParsedInput>;

/** The answer when checking itself broke, for example by a pattern that only the engine found fault with. */
export function faultOfSchema(error: unknown): ParsedInput {
  return { ok: false, issues: [`the tool's schema could not be applied: ${clip(errorText(error), 200)}`] };
}

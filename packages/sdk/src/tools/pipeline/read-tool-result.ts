import type { ImageContent, TextContent } from '../../events/vocabulary.js';
import type { ToolResult } from '../../ports/tool.js';
import type { Tool } from '../tool.js';
import { jsonFault, toJsonText } from './json-text.js';
import { failure, originDetails, type ToolAttempt } from './tool-attempt.js';

const NO_OUTPUT = '(no output)';

/** What a tool returned, as a result: text, a `ToolResult`, or any JSON value. */
export function readToolResult(tool: Tool, returned: unknown): ToolAttempt {
  const own = originDetails(tool);
  try {
    if (isResultShaped(returned)) return readResult(returned, own);
    const text = returned === undefined ? '' : typeof returned === 'string' ? returned : toJsonText(returned);
    return { outcome: 'ok', result: { content: [textPart(text)], isError: false, details: own } };
  } catch (fault) {
    return failure(
      'invalid-output',
      invalidText(tool, fault instanceof Error ? fault.message : jsonFault(returned)),
      tool,
    );
  }
}

function readResult(returned: ToolResult, own: Record<string, unknown>): ToolAttempt {
  const isError = returned.isError === true;
  const content = returned.content.map(readPart);
  const details = { ...readDetails(returned.details), ...own };
  return {
    outcome: isError ? 'error' : 'ok',
    result: { content: content.length > 0 ? content : [textPart('')], isError, details },
  };
}

function readPart(part: unknown, index: number): TextContent | ImageContent {
  if (typeof part === 'object' && part !== null && 'type' in part) {
    if (part.type === 'text' && 'text' in part && typeof part.text === 'string') return textPart(part.text);
    if (
      part.type === 'image' &&
      'data' in part &&
      typeof part.data === 'string' &&
      'mimeType' in part &&
      typeof part.mimeType === 'string'
    ) {
      return { type: 'image', data: part.data, mimeType: part.mimeType };
    }
  }
  throw new TypeError(
    `content[${index}] is neither { type: 'text', text } nor { type: 'image', data, mimeType }`,
  );
}

function readDetails(details: unknown): Record<string, unknown> {
  if (details === undefined) return {};
  if (typeof details !== 'object' || details === null || Array.isArray(details)) {
    throw new TypeError('details is not an object');
  }
  const copy: unknown = JSON.parse(toJsonText(details, 'details'));
  return copy as Record<string, unknown>;
}

function isResultShaped(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);
}

function textPart(text: string): TextContent {
  return { type: 'text', text: text === '' ? NO_OUTPUT : text };
}

function invalidText(tool: Tool, fault: string): string {
  return `The tool "${tool.name}" returned a value that cannot be given to a model: ${fault}.`;
}

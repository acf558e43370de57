import type { ModelRequest } from '../ports/language-model.js';
import { lastToolResult, lastUserText, messageText } from './request-text.js';

const PLACEHOLDER = /\{\{(?:(lastUser)|toolResult(?::([^{}]+))?)\}\}/g;

/**
 * Fill the placeholders of a text from the request it answers. What is filled in is not looked at again.
 * @throws when the request has no such tool result.
 */
export function fillText(text: string, request: ModelRequest): string {
  return text.replace(PLACEHOLDER, (_, lastUser: string | undefined, tool: string | undefined) =>
    lastUser ? lastUserText(request) : toolResultText(request, tool),
  );
}

/** The same for every string inside a JSON value; keys stay. */
export function fillValue(value: unknown, request: ModelRequest): unknown {
  if (typeof value === 'string') return fillText(value, request);
  if (Array.isArray(value)) return value.map((item) => fillValue(item, request));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, request)]));
}

function toolResultText(request: ModelRequest, tool: string | undefined): string {
  const result = lastToolResult(request, tool);
  if (result) return messageText(result);
  const known = new Set(
    request.messages.flatMap((message) => (message.role === 'toolResult' ? [message.toolName] : [])),
  );
  const wanted = tool === undefined ? '{{toolResult}}' : `{{toolResult:${tool}}}`;
  throw new Error(
    `The reply contains ${wanted}, but the request has no such result. Tools with results: ${[...known].join(', ') || 'none'}.`,
  );
}

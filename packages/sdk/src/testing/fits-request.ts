import type { ModelRequest } from '../ports/language-model.js';
import { lastUserText, messageText, newToolResults } from './request-text.js';
import type { ScriptCondition } from './script.js';

/** Whether a reply with this condition may answer a request to the model `model`. */
export function fitsRequest(when: ScriptCondition, request: ModelRequest, model: string): boolean {
  if (when.model !== undefined && when.model !== model) return false;
  if (when.tool !== undefined && !request.tools.some((tool) => tool.name === when.tool)) return false;
  if (when.system !== undefined && !request.systemPrompt.includes(when.system)) return false;
  if (when.lastUser !== undefined && !lastUserText(request).includes(when.lastUser)) return false;
  const { toolResult } = when;
  return (
    toolResult === undefined ||
    newToolResults(request).some((result) => messageText(result).includes(toolResult))
  );
}

/** For messages: `lastUser "triage"`. */
export function describeCondition(when: ScriptCondition | undefined): string {
  const given = Object.entries(when ?? {}).filter(([, text]) => text !== undefined);
  return given.map(([field, text]) => `${field} ${JSON.stringify(text)}`).join(', ') || 'any request';
}

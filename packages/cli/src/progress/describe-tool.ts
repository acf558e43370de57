import type { FlueEvent } from '@flue/sdk';
import { headline } from './format.js';

type ToolCall = Extract<FlueEvent, { type: 'tool_call' }>;

const LABEL_WIDTH = 80;
/** Arguments that tell by themselves what a call does, the most telling first. */
const TELLING = ['command', 'path', 'pattern', 'query', 'url', 'description', 'prompt'];

/** A tool call in a few words: its name and what tells it from others. */
export function toolLabel(name: string, args: unknown): string {
  const telling =
    typeof args === 'object' && args !== null ? tellingArgument(args as Record<string, unknown>) : '';
  return telling ? `${name} ${headline(telling, LABEL_WIDTH)}` : name;
}

function tellingArgument(args: Record<string, unknown>): string {
  for (const name of TELLING) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return Object.keys(args).length > 0 ? JSON.stringify(args) : '';
}

/** Why a call failed, or nothing if it did not. */
export function toolFailure({ isError, outcome, result }: ToolCall): string[] {
  if (!isError) return [];
  const text = result.content.find((part) => part.type === 'text')?.text ?? '';
  const said = headline(text, LABEL_WIDTH);
  return outcome === 'error' || outcome === 'threw' ? [said || outcome] : [outcome, ...(said ? [said] : [])];
}

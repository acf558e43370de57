import { expect } from 'vitest';
import type { ImageContent, TextContent } from '../../../src/ports/message.js';
import type { Sandbox } from '../../../src/ports/sandbox.js';
import type { ToolContext, ToolResult } from '../../../src/ports/tool.js';
import { createPathLocks } from '../../../src/tools/path-locks.js';
import type { Tool, ToolServices } from '../../../src/tools/tool.js';

export interface Called {
  text: string;
  isError: boolean;
  details: Record<string, unknown>;
  content: (TextContent | ImageContent)[];
}

export type Call = (tool: Tool, input: Record<string, unknown>, signal?: AbortSignal) => Promise<Called>;

/** Calls built-in tools as the pipeline does: arguments through the schema, then `execute`. Throws what the tool throws. */
export function createCall(sandbox: Sandbox, delegate?: ToolServices['delegate']): Call {
  const services: ToolServices = { locks: createPathLocks(), delegate };
  return async (tool, input, signal) => {
    const parsed = await tool.parse(input);
    expect(parsed).toMatchObject({ ok: true });
    const value = parsed.ok ? parsed.value : undefined;
    const result = (await tool.execute(
      value,
      createContext(sandbox, tool.name, signal),
      services,
    )) as ToolResult;
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { text, isError: result.isError === true, details: result.details ?? {}, content: result.content };
  };
}

function createContext(sandbox: Sandbox, toolName: string, outer?: AbortSignal): ToolContext {
  const signal = outer ? AbortSignal.any([outer]) : new AbortController().signal;
  return Object.assign(signal, {
    signal,
    cwd: sandbox.cwd,
    sessionId: 'session',
    toolCallId: 'call',
    toolName,
    sandbox,
    messages: [],
    onUpdate: () => undefined,
  });
}

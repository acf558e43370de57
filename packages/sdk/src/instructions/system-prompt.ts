import type { ContextFile } from './context-files.js';

const PREAMBLE = `You are an agent that works without a human watching. Do the task you are given with the tools you have, and finish it: nobody can answer questions. When you are done, reply with the result and nothing else.`;

/** The system prompt of a session. Equal parts give an equal text, so that providers can cache it. */
export function systemPrompt(parts: { cwd: string; contextFiles: readonly ContextFile[] }): string {
  const sections = [PREAMBLE, `Working directory: ${parts.cwd}`];
  for (const file of parts.contextFiles) sections.push(`# ${file.name}\n\n${file.text}`);
  return sections.join('\n\n');
}

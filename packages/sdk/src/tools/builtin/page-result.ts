import { ToolError } from '../../errors/tool-error.js';
import type { ToolResult } from '../../ports/tool.js';
import type { Page } from './read-page.js';

/** What a page is of; becomes part of the result's details. */
export interface PageSubject {
  kind: 'file' | 'directory';
  path: string;
  /** Size of a file. */
  bytes?: number;
  /** True for a file that begins with a byte order mark. */
  bom?: boolean;
}

/** A page as the model is shown it: the lines, then what is not shown and how to see it. @throws {ToolError} no such line */
export function pageResult(page: Page, subject: PageSubject): ToolResult {
  const { text, firstLine, lastLine, totalLines } = page;
  const isEmpty = text === '' && firstLine === 1;
  if (lastLine < firstLine && !isEmpty) throw pastEnd(page, subject);
  const notices = isEmpty ? [`The ${subject.kind} is empty.`] : pageNotices(page, subject);
  const shown = notices.length > 0 && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
  const truncated = page.cutLine !== undefined || lastLine !== totalLines;
  return {
    content: [{ type: 'text', text: shown + notices.map((notice) => `[${notice}]`).join('\n') }],
    details: { ...subject, firstLine, lastLine, totalLines, truncated },
  };
}

function pageNotices(
  { firstLine, lastLine, totalLines, cutLine, lossy }: Page,
  subject: PageSubject,
): string[] {
  const notices: string[] = [];
  if (cutLine) notices.push(cutNotice(firstLine, cutLine));
  const more = lastLine !== totalLines;
  if (more || firstLine > 1) {
    const of = totalLines === undefined ? ` of a file of ${subject.bytes} bytes` : ` of ${totalLines}`;
    const next = more ? `; continue with offset=${lastLine + 1}` : ', the end';
    notices.push(`${unitsOf(subject, 'upper')} ${firstLine}-${lastLine}${of}${next}.`);
  }
  if (lossy) notices.push('Bytes that are no text are shown as \uFFFD.');
  return notices;
}

function cutNotice(line: number, { shownBytes, bytes }: NonNullable<Page['cutLine']>): string {
  const length = bytes === undefined ? 'very long' : `${bytes} bytes long`;
  const shown = `its first ${shownBytes} bytes are shown, the rest is not`;
  return `Line ${line} is ${length}; ${shown}. grep shows what is around a match in it.`;
}

function pastEnd({ firstLine, totalLines }: Page, subject: PageSubject): ToolError {
  const count = `${totalLines} ${unitsOf(subject, 'lower')}`;
  return new ToolError(
    `offset ${firstLine} is past the end: the ${subject.kind} "${subject.path}" has ${count}.`,
  );
}

function unitsOf({ kind }: PageSubject, letters: 'upper' | 'lower'): string {
  if (kind === 'file') return letters === 'upper' ? 'Lines' : 'lines';
  return letters === 'upper' ? 'Entries' : 'entries';
}

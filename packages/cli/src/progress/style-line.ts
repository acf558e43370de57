import type { Colors } from '../report/colors.js';
import { neutral } from '../report/neutral.js';
import type { StoryLine } from './story-line.js';

/** A line of the story as it is printed: safe for a terminal, without its newline. */
export function styleLine({ depth, mark, text, notes = [] }: StoryLine, colors: Colors): string {
  const safe = neutral(text).replaceAll('\n', ' ');
  const said = notes.map((note) => neutral(note).replaceAll('\n', ' ')).filter((note) => note !== '');
  const tail = said.length > 0 ? colors.dim(` · ${said.join(' · ')}`) : '';
  return `${indent(depth)}${marked(mark, safe, colors)}${tail}`;
}

export function indent(depth: number): string {
  return '  '.repeat(depth);
}

function marked(mark: StoryLine['mark'], text: string, colors: Colors): string {
  switch (mark) {
    case 'ok':
      return `${colors.green('✓')} ${text}`;
    case 'failed':
      return `${colors.red('✗')} ${text}`;
    case 'task':
      return `${colors.cyan('▸')} ${text}`;
    case 'text':
      return text === '' ? '' : `  ${text}`;
    case 'note':
      return colors.dim(`· ${text}`);
  }
}

const WIDTH = 100;

/** A line of source and a caret under one of its characters. `line` counts from 1, `column` from 0. */
export function codeFrame({
  lineText,
  line,
  column,
}: {
  lineText: string;
  line: number;
  column: number;
}): string {
  const start = column > WIDTH ? column - WIDTH / 2 : 0;
  const shown = lineText.slice(start, start + WIDTH).trimEnd();
  const gutter = `  ${line} | `;
  const indent = lineText.slice(start, column).replace(/[^\t]/g, ' ');
  return `${gutter}${shown}\n${' '.repeat(gutter.length - 2)}| ${indent}^`;
}

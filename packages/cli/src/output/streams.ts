/** Where one of the process's streams really goes, also while the agent's prints are sent elsewhere. */
export interface Output {
  readonly isTTY: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: number;
  readonly write: NodeJS.WriteStream['write'];
}

export function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    isTTY: Boolean(stream.isTTY),
    get columns() {
      return stream.columns || 80;
    },
    write: stream.write.bind(stream) as NodeJS.WriteStream['write'],
  };
}

import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

export const createColors: (enabled: boolean) => Colors = picocolors.createColors;

/** Whether to colour what goes to `stream`: a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` for anything. */
export function wantsColors(stream: { isTTY?: boolean }, env: Record<string, string | undefined>): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return Boolean(stream.isTTY) && env.TERM !== 'dumb';
}

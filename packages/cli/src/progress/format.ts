/** `12 ms`, `3.2 s`, `2 min 05 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `950`, `1.2k`, `3.4M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** US dollars; small amounts with what makes them differ from nothing. */
export function formatCost(dollars: number): string {
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}

/** `1 turn`, `2 turns`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first line of a text that says something, at most `max` characters. */
export function headline(text: string, max: number): string {
  const line = /\S.*/.exec(text.slice(0, 10_000))?.[0].trimEnd() ?? '';
  const characters = [...line.slice(0, max * 2 + 2)];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

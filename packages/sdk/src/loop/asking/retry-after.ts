/**
 * How long the provider asks to wait, in milliseconds: `retry-after-ms`, `retry-after` in seconds or as an HTTP
 * date, or Google's `retryDelay` in the error's text. Undefined when it does not say.
 */
export function readRetryAfter(
  headers: ReadonlyMap<string, string> | undefined,
  message: string,
): number | undefined {
  return (
    milliseconds(headers?.get('retry-after-ms'), 1) ??
    milliseconds(headers?.get('retry-after'), 1000) ??
    untilDate(headers?.get('retry-after')) ??
    milliseconds(/"retryDelay":\s*"([\d.]+)s"/.exec(message)?.[1], 1000)
  );
}

function milliseconds(text: string | undefined, unit: number): number | undefined {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Math.ceil(Number(text) * unit);
}

function untilDate(text: string | undefined): number | undefined {
  // An HTTP date has a month's name; Date.parse also takes bare numbers.
  if (text === undefined || !/[a-z]{3}/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

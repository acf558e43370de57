/**
 * The text of an unknown thrown value: an error's message, or the value itself as text. Never throws, whatever the
 * value's getters do, never is empty, and never includes a stack.
 */
export function errorText(error: unknown): string {
  try {
    return messageOf(error) || plainText(error);
  } catch {
    return 'an error that cannot be shown';
  }
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || !('message' in error)) return '';
  const { message } = error;
  if (typeof message === 'string') return message;
  return message === undefined ? '' : plainText(message);
}

function plainText(value: unknown): string {
  if (value instanceof Error) return String(value.name);
  if (typeof value === 'string') return value || 'an empty text was thrown';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

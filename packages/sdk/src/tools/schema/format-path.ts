const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** A place in a value as people write it: `tags[1]`, `user.name`, `["odd key"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (typeof key === 'string' && PLAIN_KEY.test(key)) text += text === '' ? key : `.${key}`;
    else text += `[${typeof key === 'string' ? JSON.stringify(clip(key, 60)) : String(key)}]`;
  }
  return clip(text, 200);
}

/** `text`, or its first `length` characters and an ellipsis; never half a character. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** Names one session for ever. Every component is 1 to 256 bytes of UTF-8 without control characters. */
export interface SessionKey {
  /** The agent file's name; `local` for a standalone `init()`. */
  readonly agent: string;
  /** The agent's instance; `default` for a standalone `init()`. */
  readonly id: string;
  /** The harness's name; `default` unless `init({ name })`. */
  readonly harness: string;
  /** The session's name; `default` unless `harness.session(name)`. */
  readonly session: string;
  /** For the session of a task: the ids of the tasks from the outermost in, joined by `.`. */
  readonly task?: string;
}

/** One text for a key: components URL-encoded and joined by `/`. Equal keys and only they give equal texts. */
export function formatSessionKey(key: SessionKey): string {
  const parts = [key.agent, key.id, key.harness, key.session];
  if (key.task !== undefined) parts.push(key.task);
  return parts.map(encodeURIComponent).join('/');
}

/** Why `value` cannot be a component of a key, or undefined if it can. */
export function keyComponentFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return `is ${value === null ? 'null' : typeof value}, not a string`;
  if (value === '') return 'is empty';
  // A URL's path loses these, however they are encoded.
  if (value === '.' || value === '..') return `is "${value}"`;
  if (!value.isWellFormed()) return 'is not well-formed Unicode';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(value)) return 'has a control character';
  const bytes = Buffer.byteLength(value);
  if (bytes > 256) return `is ${bytes} bytes of UTF-8, more than 256`;
  return undefined;
}

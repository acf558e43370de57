export type Content =
  | { kind: 'text'; bom: boolean }
  | { kind: 'image'; mimeType: string }
  /** `what` completes "it is ...". */
  | { kind: 'binary'; what: string };

/** Length of the UTF-8 byte order mark. */
export const BOM_BYTES = 3;

/**
 * What a file holds, by its first bytes.
 * @param whole false when the file goes on after `head`, which may then end within a character
 */
export function detectContent(head: Buffer, whole: boolean): Content {
  const mimeType = imageType(head);
  if (mimeType !== undefined) return { kind: 'image', mimeType };
  if (isUtf16(head)) return { kind: 'binary', what: 'UTF-16 text, not UTF-8' };
  if (head.includes(0)) return { kind: 'binary', what: 'binary' };
  if (!isUtf8(head, whole))
    return { kind: 'binary', what: 'binary, or text in an encoding other than UTF-8' };
  return { kind: 'text', bom: hasBom(head) };
}

export function hasBom(head: Buffer): boolean {
  return head.length >= BOM_BYTES && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

export function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function isUtf8(head: Buffer, whole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

function imageType(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

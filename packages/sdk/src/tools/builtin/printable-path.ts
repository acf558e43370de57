/** A path as it is shown in a list: one with control characters is quoted, so that it stays on its line. */
export function printablePath(path: string): string {
  return hasControl(path) ? JSON.stringify(path) : path;
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

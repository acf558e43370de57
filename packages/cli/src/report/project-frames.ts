import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLACE = /((?:file:\/\/)?(?:\/|[A-Za-z]:\\)[^():]*):(\d+:\d+)\)?$/;
const MAX_FRAMES = 8;

/** The frames of an error's stack that are in files of the project at `root`, with paths relative to it. */
export function projectFrames(error: unknown, root: string): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  return error.stack
    .split('\n')
    .flatMap((line) => projectFrame(line, root))
    .slice(0, MAX_FRAMES);
}

function projectFrame(line: string, root: string): string[] {
  const place = /^\s+at /.test(line) ? PLACE.exec(line) : null;
  if (!place) return [];
  const [, location = '', position = ''] = place;
  const path = location.startsWith('file:') ? fileURLToPath(location) : location;
  if (!path.startsWith(root + sep) || path.includes(`${sep}node_modules${sep}`)) return [];
  const shown = `${relative(root, path)}:${position}`;
  return [`    ${line.trim().replace(`${location}:${position}`, shown)}`];
}

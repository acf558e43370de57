import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './find-project.js';

/** The project's roles as they are written, by file name without its ending; the SDK reads what they say. */
export function readRoles({ rolesDir }: Project): Record<string, string> {
  if (!statSync(rolesDir, { throwIfNoEntry: false })?.isDirectory()) return {};
  const files = readdirSync(rolesDir).filter((file) => file.endsWith('.md') && !file.startsWith('.'));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -3), readFileSync(join(rolesDir, file), 'utf8')]),
  );
}

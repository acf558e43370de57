import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/** What `npm pack` says of one package. */
export interface Tarball {
  name: string;
  filename: string;
  files: { path: string; mode: number }[];
}

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty project of a stranger, with both packages installed from their tarballs. */
    project: string;
    tarballs: Tarball[];
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROJECT = fileURLToPath(new URL('project', import.meta.url));

/** Packs both packages and installs them where nothing of this repository is in reach. */
export default function installPackages({ provide }: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'flue-packed-'));
  const project = join(directory, 'project');
  const tarballs: Tarball[] = JSON.parse(
    npm(ROOT, 'pack', '--json', '--pack-destination', directory, '-w', '@flue/sdk', '-w', '@flue/cli'),
  );
  cpSync(PROJECT, project, { recursive: true });
  npm(project, 'install', ...INSTALL_FLAGS, ...tarballs.map(({ filename }) => join(directory, filename)));
  provide('project', project);
  provide('tarballs', tarballs);
  return () => rmSync(directory, { recursive: true, force: true });
}

const INSTALL_FLAGS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

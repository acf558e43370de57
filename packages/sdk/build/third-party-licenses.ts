import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile, Plugin } from './plugin.js';

/** Packages that name a licence but do not ship its text; from the LICENSE file of their repository. */
const NOT_SHIPPED: Record<string, string> = {
  '@mariozechner/pi-agent-core': mit('Copyright (c) 2025 Mario Zechner'),
  '@mariozechner/pi-ai': mit('Copyright (c) 2025 Mario Zechner'),
};

/** Writes the licences of every package whose code is in the bundle to `file`. */
export function thirdPartyLicenses(file: string): Plugin {
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        if (!metafile) return;
        const sections = await Promise.all(bundledPackages(metafile).map(licenceSection));
        await writeFile(file, `${[INTRODUCTION, ...sections].join('\n\n')}\n`);
      });
    },
  };
}

const INTRODUCTION =
  '# Third-party licences\n\nThe files in `dist` contain code of these packages. This list is written by the build.';

/** Folders of the packages that contribute bytes, sorted by name. */
function bundledPackages(metafile: Metafile): string[] {
  const folders = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

async function licenceSection(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const licenceFile = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|-|$)/i.test(entry));
  const text = licenceFile ? await readFile(join(folder, licenceFile), 'utf8') : NOT_SHIPPED[name];
  if (!text) throw new Error(`${name} has no licence text in ${resolve(folder)}: add it to NOT_SHIPPED`);
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text.trim()}\n\`\`\``;
}

function mit(copyright: string): string {
  return `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}

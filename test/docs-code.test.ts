import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)];

/** A page names an example in a comment and shows it, whole, in the code block that follows. */
const EXAMPLE = /<!-- (examples\/\S+) -->\n\n```ts\n([\s\S]*?)```/g;

describe.each(pages)('%s', (page) => {
  it('shows its examples as they are in their files, which the tests run', () => {
    const text = read(page);
    const named = [...text.matchAll(/<!-- (examples\/\S+) -->/g)].length;
    const shown = [...text.matchAll(EXAMPLE)];
    expect(shown).toHaveLength(named);
    for (const [, file, code] of shown) expect(code, `${page} shows ${file}`).toBe(read(file ?? ''));
  });

  it('links only to files that exist', () => {
    const links = [...read(page).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link ?? '');
    for (const link of links)
      expect(() => readdirSync(join(root, page, '..', link, '..')), `${page}: ${link}`).not.toThrow();
  });
});

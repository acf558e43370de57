import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransformPlugin } from 'just-bash';

type Library = Pick<typeof import('just-bash'), 'parse'>;

/** Names for the next script that is parsed in the context of a run: its own, not those of shells in it. */
const pending = new AsyncLocalStorage<{ names: readonly string[] }>();

/** Run the shell so that the programs and shells of its script see these variables, which it has but does not export. */
export function withExported<T>(env: Readonly<Record<string, string>>, run: () => T): T {
  const names = Object.keys(env).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return names.length === 0 ? run() : pending.run({ names }, run);
}

/** The other half of `withExported`: an `export` before the first statement. */
export function exportedVariables({ parse }: Library): TransformPlugin {
  return {
    name: 'exported-variables',
    transform({ ast }) {
      const next = pending.getStore();
      if (!next || next.names.length === 0) return { ast };
      const { statements } = parse(`export ${next.names.join(' ')}`);
      next.names = [];
      return { ast: { ...ast, statements: [...statements, ...ast.statements] } };
    },
  };
}

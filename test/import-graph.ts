import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** One import in a source file. Only a `value` import loads its module when the file is loaded. */
export interface Import {
  specifier: string;
  kind: 'value' | 'type' | 'dynamic';
  line: number;
}

/** Source text by path from the repository root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function readSources(...directories: string[]): Sources {
  const sources = new Map<string, string>();
  for (const directory of directories) {
    for (const entry of readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !/\.[cm]?tsx?$/.test(entry.name)) continue;
      sources.set(relative(ROOT, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  }
  return sources;
}

export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
}

export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, kind: Import['kind']) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ specifier: specifier.text, kind, line: line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.isTypeOnly ? 'type' : 'value');
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly ? 'type' : 'value');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, 'type');
    } else if (ts.isCallExpression(node) && isModuleCall(node.expression)) {
      add(node, node.arguments[0], 'dynamic');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `import('x')` and `require('x')`. */
function isModuleCall(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}

/** The file that a relative specifier names, or undefined for a package. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

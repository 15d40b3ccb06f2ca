// The repository as the checks see it: every text file, the TypeScript files split, and their
// imports. A planted project for a test of a check is made by the same function from a few texts.

import fs from 'node:fs';
import path from 'node:path';

import type { ImportForm } from './facts-of-node.ts';
import type { SyntaxFacts } from './syntax-facts.ts';
import { syntaxFacts } from './syntax-facts.ts';

export type Import = {
  readonly specifier: string;
  readonly line: number;
  readonly isTypeOnly: boolean;
  /**
   * `url` is `new URL('./x.ts', import.meta.url)`, the way to name a worker's or a child's file.
   */
  readonly form: ImportForm;
};

export type SourceFile = SyntaxFacts & {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
};

export type Project = {
  /** Path -> text of every text file, with forward slashes, relative to the root. */
  readonly texts: ReadonlyMap<string, string>;
  readonly sources: readonly SourceFile[];
  /** Every file and folder, also those that are not text. */
  readonly paths: ReadonlySet<string>;
};

/** Links between packages; npm puts nothing there. */
const PACKAGE_LINKS = /^packages\/[^/]+\/node_modules$/;
const SKIPPED = new Set(['node_modules', '.git', '.tidemill', 'coverage', 'dist']);
const TEXT_NAMES = /\.(?:tsx?|js|mjs|json|md|sql|sh|ya?ml|lua|html|css)$|^(?:\.ci|bin)\//;
const TEXT_BYTES_MAX = 1_000_000;

/** Reads the repository under `root`. */
export function readProject(root: string): Project {
  const texts = new Map<string, string>();
  const others: string[] = [];
  for (const entry of fs.readdirSync(root, { withFileTypes: true })) {
    if (!SKIPPED.has(entry.name)) walk(root, entry.name, entry.isDirectory(), texts, others);
  }
  return projectOf(texts, others);
}

/** A project of these texts; `others` are paths of files that are not text. */
export function projectOf(
  texts: ReadonlyMap<string, string>,
  others: readonly string[] = [],
): Project {
  const paths = new Set<string>();
  for (const file of [...texts.keys(), ...others]) {
    for (let at = file; at !== '.' && at !== ''; at = path.posix.dirname(at)) paths.add(at);
  }
  const sources = [...texts]
    .filter(([name]) => /\.tsx?$/.test(name))
    .map(([name, text]) => sourceFile(name, text));
  return { texts, sources, paths };
}

/** `src/api/http/server.ts` -> `api`, `packages/lua/src/x.ts` -> `lua`; null elsewhere. */
export function layerOf(file: string): string | null {
  return /^(?:src|packages)\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** Whether the file is a test, a property, a port's suite, or what several of them share. */
export function isTest(file: string): boolean {
  return (
    /\.(?:test|prop|contract|sample|fixture|long)\.tsx?$|-contract-[\w-]+\.ts$/.test(file) ||
    /^(?:test|bench|packages\/loopback)\//.test(file)
  );
}

/** The 1-based line of a position. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** Every match of a global pattern in `searched`, as `path:line: message`. */
export function findings(
  source: SourceFile,
  searched: string,
  pattern: RegExp,
  message: (found: string) => string,
): readonly string[] {
  return [...searched.matchAll(pattern)].map(
    (match) =>
      `${source.path}:${lineAt(searched, match.index)}: ${message((match[1] ?? match[0]).trim())}`,
  );
}

function walk(
  root: string,
  name: string,
  isDirectory: boolean,
  texts: Map<string, string>,
  others: string[],
): void {
  const full = path.join(root, name);
  if (isDirectory) {
    for (const entry of fs.readdirSync(full, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name) && !PACKAGE_LINKS.test(`${name}/${entry.name}`)) continue;
      walk(root, `${name}/${entry.name}`, entry.isDirectory(), texts, others);
    }
  } else if (TEXT_NAMES.test(name) && fs.statSync(full).size <= TEXT_BYTES_MAX) {
    texts.set(name, fs.readFileSync(full, 'utf8'));
  } else {
    others.push(name);
  }
}

function sourceFile(name: string, text: string): SourceFile {
  const gathered = syntaxFacts(name, text);
  const imports = gathered.facts.flatMap((fact) => {
    if (fact.kind !== 'import') return [];
    const { specifier, isTypeOnly, form, start } = fact;
    return [{ specifier, isTypeOnly, form, line: lineAt(text, start) }];
  });
  return { path: name, text, ...gathered, imports };
}

// Keys of sources: two versions of a repository in which a file has one key have all that its types
// can depend on in common, which are its text, all that it imports, and what is global.

import { createHash } from 'node:crypto';
import path from 'node:path';

export type SourceTexts = {
  /** By path from the root, with forward slashes. */
  readonly texts: ReadonlyMap<string, string>;
  /** What a specifier that begins with `#` or `@` stands for: prefix and folder or file. */
  readonly aliases: readonly (readonly [prefix: string, target: string])[];
  /** What every file depends on: configuration, packages, global types. */
  readonly common: string;
};

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const GLOBAL = /^\s*declare\s+(?:global|module)\b/m;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** Specifiers of all forms, also of types and those imported later. */
export function importedBy(text: string): readonly string[] {
  return [...text.matchAll(IMPORTED)].map(([, , specifier = '']) => specifier);
}

/** A key of each file, by its path. What is imported and is not there is part of it too. */
export function closureKeys(sources: SourceTexts): ReadonlyMap<string, string> {
  const { texts } = sources;
  const globals = [...texts].filter(([file, text]) => file.endsWith('.d.ts') || GLOBAL.test(text));
  const common = hashOf([sources.common, ...globals.flat()]);
  const keys = new Map<string, string>();
  const targets = new Map([...texts.keys()].map((file) => [file, targetsOf(file, sources)]));
  for (const group of cyclesOf([...texts.keys()], (file) => targets.get(file)?.found ?? [])) {
    const own = group.toSorted().flatMap((file) => [file, texts.get(file) ?? '']);
    const imported = group.flatMap((file) => targets.get(file)?.found ?? []);
    const missing = group.flatMap((file) => targets.get(file)?.missing ?? []);
    const outside = new Set(imported).difference(new Set(group));
    const below = [...outside].map((file) => keys.get(file) ?? '');
    const key = hashOf([common, ...own, 'imported', ...below.toSorted(), 'missing', ...missing]);
    for (const file of group) keys.set(file, key);
  }
  return keys;
}

type Targets = { readonly found: readonly string[]; readonly missing: readonly string[] };

/** Files that a file imports, and where others would be. Packages are left out. */
function targetsOf(file: string, { texts, aliases }: SourceTexts): Targets {
  const found: string[] = [];
  const missing: string[] = [];
  for (const specifier of importedBy(texts.get(file) ?? '')) {
    const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
    if (alias === undefined && !specifier.startsWith('.')) continue;
    const place = alias
      ? alias[1] + specifier.slice(alias[0].length)
      : path.posix.join(path.posix.dirname(file), specifier);
    const target = ENDINGS.map((ending) => place + ending).find((name) => texts.has(name));
    if (target === undefined) missing.push(place);
    else found.push(target);
  }
  return { found, missing };
}

/** Groups of nodes that reach one another, each after those that it leads to (Tarjan). */
function cyclesOf(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const visit = (node: string): number => {
    const number = numbers.size;
    numbers.set(node, number);
    lowest.set(node, number);
    open.push(node);
    isOpen.add(node);
    let low = number;
    for (const other of next(node)) {
      if (!numbers.has(other)) low = Math.min(low, visit(other));
      else if (isOpen.has(other)) low = Math.min(low, numbers.get(other) ?? low);
    }
    lowest.set(node, low);
    if (low === number) {
      const group = open.splice(open.indexOf(node));
      for (const each of group) isOpen.delete(each);
      groups.push(group);
    }
    return low;
  };
  for (const node of nodes) if (!numbers.has(node)) visit(node);
  return groups;
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 32);
}

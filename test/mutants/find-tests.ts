// Tests that judge a source, those nearest to it first: beside it under its name, then others of
// its folder that load it.

import fs from 'node:fs';
import path from 'node:path';

import { parseSync } from 'oxc-parser';
import { importedPath } from '../tidy/layers.ts';

const TEST = /\.(?:test|prop)\.ts$/;

/** Groups of test files, relative to `root`; the next group is run when the one before passes. */
export function findTests(
  root: string,
  file: string,
  named: readonly string[],
): readonly (readonly string[])[] {
  const folder = path.posix.dirname(file);
  const stem = path.posix.basename(file, '.ts');
  const near = fs
    .readdirSync(path.join(root, folder))
    .filter((name) => TEST.test(name))
    .map((name) => path.posix.join(folder, name));
  const own = near.filter((test) => path.posix.basename(test).replace(TEST, '') === stem);
  const loading = near.filter((test) => !own.includes(test) && loads(root, test, file));
  const further = named.filter((test) => !near.includes(test));
  return [own, loading, further].filter((group) => group.length > 0);
}

function loads(root: string, from: string, wanted: string): boolean {
  const seen = new Set([from]);
  for (const file of seen) {
    if (file === wanted) return true;
    for (const target of importsOf(root, file)) seen.add(target);
  }
  return false;
}

const known = new Map<string, readonly string[]>();

function importsOf(root: string, file: string): readonly string[] {
  const place = path.join(root, file);
  const before = known.get(place);
  if (before !== undefined) return before;
  const text = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '';
  const { staticImports, staticExports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((each) => each.moduleRequest?.value ?? []),
    ),
  ];
  const found = named.flatMap((specifier) => importedPath(file, specifier) ?? []);
  known.set(place, found);
  return found;
}

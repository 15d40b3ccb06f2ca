// No file reaches itself through its imports: a cycle means that two files are one. Types that
// speak of one another may stand in neighbouring files; between folders they may not either.

import { posix } from 'node:path';

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';
import { isTest } from './project.ts';

const { dirname } = posix;

/** One line for each cycle found; after one is mended another may appear. */
export function checkCycles(project: Project): readonly string[] {
  const targets = new Map(
    project.sources.map((source) => [
      source.path,
      source.imports
        .filter((used) => used.form === 'import' || used.form === 'export')
        .flatMap((used) => {
          const target = importedPath(source.path, used.specifier);
          const isNear = target !== null && dirname(target) === dirname(source.path);
          return target === null || (isNear && used.isTypeOnly) ? [] : [target];
        }),
    ]),
  );
  const found: string[] = [];
  const finished = new Set<string>();
  for (const file of targets.keys()) visit(file, [], targets, finished, found);
  return found;
}

function visit(
  file: string,
  trail: readonly string[],
  targets: ReadonlyMap<string, readonly string[]>,
  finished: Set<string>,
  found: string[],
): void {
  const start = trail.indexOf(file);
  if (start >= 0)
    found.push(`${file}: imports itself: ${[...trail.slice(start), file].join(' > ')}`);
  if (start >= 0 || finished.has(file)) return;
  for (const target of targets.get(file) ?? []) {
    visit(target, [...trail, file], targets, finished, found);
  }
  finished.add(file);
}

/**
 * One line for each cycle between folders inside a layer, types included. What lies in the layer's
 * own folder joins its folders and is not counted.
 */
export function checkFolderCycles(project: Project): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const source of project.sources) {
    const from = folderOf(source.path);
    if (from === null || isTest(source.path)) continue;
    const known = targets.get(from) ?? new Set();
    targets.set(from, known);
    for (const used of source.imports) {
      const target = importedPath(source.path, used.specifier);
      const to = target === null ? null : folderOf(target);
      const isSameLayer = to?.split('/')[1] === from.split('/')[1];
      if (to !== null && to !== from && isSameLayer) known.add(to);
    }
  }
  const found: string[] = [];
  const finished = new Set<string>();
  const graph = new Map([...targets].map(([folder, names]) => [folder, [...names]]));
  for (const folder of graph.keys()) visit(folder, [], graph, finished, found);
  return found;
}

/** `src/services/orders` of a file anywhere below it; null for a file outside of such a folder. */
function folderOf(file: string): string | null {
  const parts = file.split('/');
  return parts[0] === 'src' && parts.length > 3 ? parts.slice(0, 3).join('/') : null;
}

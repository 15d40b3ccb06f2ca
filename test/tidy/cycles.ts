// No file reaches itself through its imports: a cycle means that two files are one. Types that
// speak of one another may stand in neighbouring files; between folders they may not either.

import { posix } from 'node:path';

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';

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

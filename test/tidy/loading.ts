// Start-up cost: a program loads nothing before it has anything to do. What does is loaded by
// `import()` where it is used.

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';

/** From these files no chain of imports leads to what runs scripts. */
const LIGHT = /^src\/(?:cli\/run-command-line|cli\/.*-command|api\/operations)\.ts$/;
const HEAVY = /^(?:packages\/lua\/src\/emit|src\/engine\/venue-feed|src\/services\/live\/run)\//;

/** One line for each light file that loads something heavy, with the shortest way there. */
export function checkLoading(project: Project): readonly string[] {
  const targets = new Map(
    project.sources.map(({ path, imports }) => [
      path,
      imports
        .filter(({ form, isTypeOnly }) => !isTypeOnly && (form === 'import' || form === 'export'))
        .flatMap(({ specifier }) => importedPath(path, specifier) ?? []),
    ]),
  );
  return [...targets.keys()]
    .filter((file) => LIGHT.test(file))
    .flatMap((file) => {
      const way = wayToHeavy(file, targets);
      return way === null ? [] : [`${file}: loads what runs scripts: ${way.join(' > ')}`];
    });
}

function wayToHeavy(
  from: string,
  targets: ReadonlyMap<string, readonly string[]>,
): readonly string[] | null {
  const ways = new Map<string, readonly string[]>([[from, [from]]]);
  for (const [file, way] of ways) {
    if (HEAVY.test(file)) return way;
    for (const target of targets.get(file) ?? [])
      if (!ways.has(target)) ways.set(target, [...way, target]);
  }
  return null;
}

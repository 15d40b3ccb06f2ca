// No file reaches itself through its imports: a cycle means that two files are one. Types that
// speak of one another may stand in neighbouring files; between folders they may not either.

import { posix } from 'node:path';

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';
import { isTest } from './project.ts';

const { dirname } = posix;

const OWN_PATH = 'test/tidy/cycles.ts';
/** Where folders are rooms of one house. */
const LAYERED = /^(?:src|console\/src|packages)\//;
/** Layers are compared by the table of layers. */
const DEPTH_MIN = 2;

type Ring = {
  /** The folders, side by side in one, that import one another. */
  readonly folders: readonly string[];
  readonly reason: string;
};

/** Rings that stand, each with the reason. A folder that joins one fails, and one that leaves. */
export const FOLDER_RINGS: readonly Ring[] = [
  {
    folders: [
      'api',
      'app',
      'bench',
      'chart',
      'comparison',
      'editor',
      'labs',
      'pages',
      'parts',
      'report',
      'visual',
    ].map((name) => `console/src/${name}`),
    reason: 'the console has no order of its folders yet; pages and queries name one another',
  },
];

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
 * One line for each cycle between folders of one folder, at every depth of a layer and of the
 * console, types included. What lies in the folder itself joins its folders and is not counted.
 */
export function checkFolderCycles(project: Project): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const source of project.sources) {
    if (!LAYERED.test(source.path) || isTest(source.path)) continue;
    for (const used of source.imports) {
      const target = importedPath(source.path, used.specifier);
      const [from, to] = target === null ? [] : siblingFolders(source.path, target);
      if (from === undefined || to === undefined) continue;
      targets.set(from, (targets.get(from) ?? new Set()).add(to));
    }
  }
  const rings = ringsOf(targets);
  const stand = FOLDER_RINGS.map(({ folders }) => folders.join());
  const gone = stand.filter((each) => !rings.some((ring) => ring.toSorted().join() === each));
  return [
    ...rings
      .filter((ring) => !stand.includes(ring.toSorted().join()))
      .map((ring) => shown(ring, targets)),
    ...(project.paths.has(OWN_PATH) ? gone : []).map(
      (each) => `${OWN_PATH}: ${each}: are this ring no more; change FOLDER_RINGS`,
    ),
  ];
}

type Targets = ReadonlyMap<string, ReadonlySet<string>>;

/** Folders that reach one another, the largest such sets. */
function ringsOf(targets: Targets): readonly (readonly string[])[] {
  const reached = new Map(
    [...targets.keys()].map((folder) => [folder, reachedFrom(folder, targets)]),
  );
  const rings = [...reached].map(([folder, others]) =>
    [...others].filter((other) => reached.get(other)?.has(folder) === true),
  );
  const whole = rings.filter((ring) => ring.length > 0).map((ring) => ring.toSorted());
  return [...new Map(whole.map((ring) => [ring.join(), ring])).values()];
}

/** What a folder imports, and what that imports; itself too, when it comes back to it. */
function reachedFrom(folder: string, targets: Targets): ReadonlySet<string> {
  const reached = new Set(targets.get(folder));
  for (const next of reached) for (const target of targets.get(next) ?? []) reached.add(target);
  return reached;
}

/** The shortest way from the first folder of a ring back to it. */
function shown(ring: readonly string[], targets: Targets): string {
  const [first = ''] = ring;
  const ways: (readonly string[])[] = [[first]];
  for (const way of ways)
    for (const target of targets.get(way.at(-1) ?? '') ?? []) {
      if (target === first) return `${first}: imports itself: ${[...way, first].join(' > ')}`;
      if (ring.includes(target) && !way.includes(target)) ways.push([...way, target]);
    }
  return `${first}: is in a ring of ${ring.join(', ')}`;
}

/** The two folders, side by side in one, in which the files are; none when one is in no other. */
function siblingFolders(from: string, to: string): readonly string[] {
  const [left, right] = [dirname(from).split('/'), dirname(to).split('/')];
  let depth = 0;
  while (left[depth] !== undefined && left[depth] === right[depth]) depth += 1;
  if (left[depth] === undefined || right[depth] === undefined || depth < DEPTH_MIN) return [];
  return [left, right].map((parts) => parts.slice(0, depth + 1).join('/'));
}

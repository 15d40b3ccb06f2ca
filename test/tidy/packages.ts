// Packages: each folder of `packages/` has a README, a manifest that lists what others may import,
// and the dependencies of the repository at most. Sources of the service import what is listed;
// tests may reach inside, but for packages that are for tests alone.

import { importedPath, LAYERS, PACKAGES, PACKAGES_FOR_TESTS } from './layers.ts';
import type { Project } from './project.ts';
import { isTest, layerOf } from './project.ts';

type Manifest = {
  readonly name?: string;
  readonly type?: string;
  readonly exports?: { readonly [name: string]: string };
  readonly imports?: { readonly [name: string]: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
};

/** How Node finds one package from another, in every checkout without an installation. */
const LINK = /^packages\/([^/]+)\/node_modules\/@tidemill\/([^/]+)$/;

/** Files of the packages that break what a package is, and imports around its exports. */
export function checkPackages(project: Project): readonly string[] {
  const folders = [...project.paths].flatMap((name) => /^packages\/([^/]+)$/.exec(name)?.[1] ?? []);
  return [
    ...folders
      .filter((name) => !PACKAGES.includes(name))
      .map((name) => `packages/${name}: is not in PACKAGES of test/tidy/layers.ts`),
    ...folders.flatMap((name) => [
      ...manifestProblems(project, name),
      ...exportProblems(project, name),
    ]),
  ];
}

function manifestOf(project: Project, file: string): Manifest {
  return JSON.parse(project.texts.get(file) ?? '{}') as Manifest;
}

function manifestProblems(project: Project, name: string): readonly string[] {
  const file = `packages/${name}/package.json`;
  const manifest = manifestOf(project, file);
  const used = PACKAGES.filter((each) => LAYERS[name]?.values.includes(each));
  const own = new Map([
    [`#${name}/*`, './src/*'],
    ...used.map((each) => [`#${each}/*`, `@tidemill/${each}/*`] as const),
  ]);
  const { imports, devDependencies, ...root } = manifestOf(project, 'package.json');
  const ofAll = PACKAGES_FOR_TESTS.has(name)
    ? devDependencies
    : { ...root.dependencies, ...root.optionalDependencies };
  const others = Object.entries(manifest.dependencies ?? {}).filter(
    ([each, version]) => !each.startsWith('@tidemill/') && ofAll?.[each] !== version,
  );
  const named = Object.keys(manifest.dependencies ?? {}).filter((each) =>
    each.startsWith('@tidemill/'),
  );
  const linked = [...project.paths].flatMap((each) => {
    const [, owner, target] = LINK.exec(each) ?? [];
    return owner === name && target !== undefined ? [target] : [];
  });
  const rules: readonly (readonly [isMet: boolean, problem: string])[] = [
    [project.texts.has(`packages/${name}/README.md`), 'has no README.md'],
    [manifest.name === `@tidemill/${name}`, `is not named "@tidemill/${name}"`],
    [manifest.type === 'module', 'is not of type "module"'],
    [others.length === 0, `has dependencies of its own: ${others.join(', ')}`],
    [isSame(manifest.imports, own), `has other imports than ${[...own].join('; ')}`],
    [
      String(named) === String(used.map((each) => `@tidemill/${each}`)),
      `does not depend on ${used.join(', ')} as its layer does`,
    ],
    [String(linked.sort()) === String(used), `has other links than ${used.join(', ')}`],
    [
      imports?.[`#${name}/*`] === `./packages/${name}/src/*`,
      `"#${name}/*" is not in the imports of package.json`,
    ],
  ];
  return rules.flatMap(([isMet, problem]) => (isMet ? [] : [`${file}: ${problem}`]));
}

/** Exports without a file or an importer, and imports of what is not exported. */
function exportProblems(project: Project, name: string): readonly string[] {
  const file = `packages/${name}/package.json`;
  const listed = Object.entries(manifestOf(project, file).exports ?? {});
  const targets = new Set(listed.map(([, target]) => `packages/${name}/${target.slice(2)}`));
  const used = new Set<string>();
  const found: string[] = [];
  for (const source of project.sources) {
    if (layerOf(source.path) === name || mayReachInside(source.path, name)) continue;
    for (const { specifier, line } of source.imports) {
      const target = importedPath(source.path, specifier) ?? '';
      if (layerOf(target) !== name || !target.startsWith('packages/')) continue;
      used.add(target);
      if (targets.has(target)) continue;
      found.push(`${source.path}:${line}: "${specifier}" is not in the exports of ${file}`);
    }
  }
  return [
    ...found,
    ...listed
      .filter(([key, target]) => target !== key.replace('./', './src/'))
      .map(([key, target]) => `${file}: "${key}" is "${target}", not the file of its name`),
    ...[...targets]
      .filter((target) => !project.texts.has(target))
      .map((target) => `${file}: exports ${target}, which does not exist`),
    ...[...targets]
      .filter((target) => project.texts.has(target) && !used.has(target))
      .map((target) => `${file}: exports ${target}, which no source imports`),
  ];
}

/** Node itself keeps a package to what another one exports. */
function mayReachInside(file: string, name: string): boolean {
  return isTest(file) && !PACKAGES_FOR_TESTS.has(name) && !file.startsWith('packages/');
}

function isSame(left: object | undefined, right: ReadonlyMap<string, string>): boolean {
  const rows = Object.entries(left ?? {});
  return rows.length === right.size && rows.every(([key, value]) => right.get(key) === value);
}

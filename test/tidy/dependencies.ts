// Dependencies: each is pinned, each has its reason in docs/dependencies.md, and the lock file
// holds no address.

import type { Project } from './project.ts';

type Manifest = {
  readonly [group in (typeof GROUPS)[number]]?: { readonly [name: string]: string };
};

type LockEntry = {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly bin?: { readonly [program: string]: string };
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
};

type LockFile = { readonly packages?: { readonly [place: string]: LockEntry } };

/** Those that the packages of PostgreSQL are for as well. */
const PLATFORMS = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64'] as const;

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const MANIFESTS = ['package.json', 'console/package.json'] as const;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const DOCUMENT = 'docs/dependencies.md';

/** Every dependency has an exact version. */
export function checkPins(project: Project): readonly string[] {
  return dependencies(project)
    .filter(({ version }) => !EXACT.test(version))
    .map(({ name, version }) => `package.json: ${name} "${version}" is not an exact version`);
}

/** The tables of the document list what package.json lists, with the same versions. */
export function checkDependencyList(project: Project): readonly string[] {
  const rows = (project.texts.get(DOCUMENT) ?? '').matchAll(
    /^\| `([@\w./-]+)` \| ([^|]*?) \| ([^|]*?) \|/gm,
  );
  const listed = new Map([...rows].map((row) => [row[1] ?? '', row]));
  const wanted = dependencies(project);
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.flatMap(({ name, version }) => {
      const row = listed.get(name);
      if (row === undefined) return [`${DOCUMENT}: ${name} is missing`];
      if (row[2] !== version) return [`${DOCUMENT}: ${name} is ${version}, not ${row[2]}`];
      if ((row[3] ?? '').length < 10) return [`${DOCUMENT}: ${name} has no reason`];
      return [];
    }),
    ...[...listed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${DOCUMENT}: ${name} is no dependency`),
  ];
}

/** The lock file works with any registry: it names none. */
export function checkLockFile(project: Project): readonly string[] {
  const lines = (project.texts.get('package-lock.json') ?? '').split('\n');
  return lines.flatMap((line, index) => {
    // The console is linked into the tree, and its place is written like an address.
    const isOurs = /^\s*"resolved": "console"/.test(line);
    const isAddress =
      (/^\s*"resolved"/.test(line) && !isOurs) || /:\/\/[^"]*(?:registry|\/-\/)/.test(line);
    return isAddress ? [`package-lock.json:${index + 1}: holds an address`] : [];
  });
}

/**
 * Optional packages of other platforms have entries too: npm leaves out what the registry at hand
 * lacks, and then refuses its own file (`npm ci`: "Missing … from lock file").
 */
export function checkLockEntries(project: Project): readonly string[] {
  const lock = JSON.parse(project.texts.get('package-lock.json') ?? '{}') as LockFile;
  const entries = Object.entries(lock.packages ?? {});
  const present = new Set(entries.map(([place]) => place.split('node_modules/').at(-1) ?? ''));
  return entries.flatMap(([place, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !present.has(name))
      .map(
        (name) => `package-lock.json: no entry for ${name}, an option of ${place || 'the root'}`,
      ),
  );
}

/** Each package has its checksum, without which whatever a registry sends is taken. */
export function checkLockIntegrity(project: Project): readonly string[] {
  const lock = JSON.parse(project.texts.get('package-lock.json') ?? '{}') as LockFile;
  return Object.entries(lock.packages ?? {})
    .filter(([place, { integrity }]) => place.includes('node_modules/') && integrity === undefined)
    .filter(([, { link }]) => link !== true)
    .map(([place]) => `package-lock.json: ${place} has no checksum`);
}

/**
 * The runtime is in the lock file with its checksum, for each platform and in one version: it comes
 * with its package, and no install script downloads it.
 */
export function checkRuntime(project: Project): readonly string[] {
  const text = project.texts.get('package-lock.json');
  if (text === undefined) return [];
  const entries = Object.entries((JSON.parse(text) as LockFile).packages ?? {});
  const runtimes = entries.filter(([, { bin }]) => bin?.['node'] !== undefined);
  const found = runtimes.map(([, { os, cpu }]) => [os, cpu].flat().join(' '));
  const versions = new Set(runtimes.map(([, { version }]) => version));
  return [
    ...runtimes
      .filter(([, entry]) => entry.hasInstallScript === true || entry.integrity === undefined)
      .map(([place]) => `package-lock.json: ${place} does not bring its program by itself`),
    ...PLATFORMS.filter((platform) => !found.includes(platform)).map(
      (platform) => `package-lock.json: no package brings Node.js for ${platform}`,
    ),
    ...(versions.size > 1 ? ['package-lock.json: packages bring Node.js in two versions'] : []),
  ];
}

function dependencies(
  project: Project,
): readonly { readonly name: string; readonly version: string }[] {
  const manifests = MANIFESTS.map(
    (file) => JSON.parse(project.texts.get(file) ?? '{}') as Manifest,
  );
  return manifests.flatMap((manifest) =>
    GROUPS.flatMap((group) =>
      Object.entries(manifest[group] ?? {}).map(([name, version]) => ({ name, version })),
    ),
  );
}

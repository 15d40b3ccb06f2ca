// Documents are tested: a path that is named exists, and the folder maps of README and ARCHITECTURE
// are the tree.

import path from 'node:path';

import { importedPath, LAYERS, PACKAGES_FOR_TESTS } from './layers.ts';
import type { Project } from './project.ts';

const ROOTS = String.raw`(?:src|test|bench|docs|migrations|examples|bin|console|packages|\.ci)/`;
const PATH_START = new RegExp(String.raw`^${ROOTS}|^#[a-z]+/[\w./-]+\.ts$|^[A-Z]+\.md$`);
const MAP_LINE = new RegExp(String.raw`^(${ROOTS}[\w./-]*)\s{2,}`);

/** Paths in backticks and links of every document that name nothing. */
export function checkDocumentPaths(project: Project): readonly string[] {
  return [...project.texts]
    .filter(([name]) => name.endsWith('.md'))
    .flatMap(([name, text]) =>
      text.split('\n').flatMap((line, index) =>
        namedPaths(name, line)
          .filter((named) => !exists(project, named))
          .map((named) => `${name}:${index + 1}: "${named}" does not exist`),
      ),
    );
}

/** Documents that comments point to are in the repository. */
export function checkCommentPaths(project: Project): readonly string[] {
  const known = new Set([...project.texts.keys()].map((name) => path.posix.basename(name)));
  return project.sources.flatMap((source) =>
    source.comments
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(/[\w-]+\.md\b/g)]
          .filter((match) => !known.has(match[0]))
          .map((match) => `${source.path}:${index + 1}: "${match[0]}" is not in the repository`),
      ),
  );
}

/** The README's map shows exactly the layers and packages. */
export function checkFolderMap(project: Project): readonly string[] {
  return compareMap(project, 'README.md', /^(?:src|packages)\/[\w-]+$/);
}

/**
 * ARCHITECTURE's map shows exactly the folders inside those of src, and those of the console.
 * Deeper folders may be shown; that they exist is checked as for any path.
 */
export function checkRoomMap(project: Project): readonly string[] {
  return compareMap(
    project,
    'ARCHITECTURE.md',
    /^(?:src\/[\w-]+|packages\/[\w-]+\/src|console\/src)\/[\w-]+$/,
  );
}

/** Differences between the folders that a document's map shows and the real ones of one depth. */
function compareMap(project: Project, document: string, depth: RegExp): readonly string[] {
  const text = project.texts.get(document) ?? '';
  const shown = new Set(text.split('\n').flatMap(mappedFolders));
  const real = new Set([...project.paths].filter((name) => depth.test(name)));
  return [
    ...[...real.difference(shown)].map((name) => `${document}: the map lacks ${name}/`),
    ...[...shown]
      .filter((name) => depth.test(name) && !real.has(name))
      .map((name) => `${document}: the map shows ${name}/, which is gone`),
  ];
}

/** The folders of one line of a map: `src/cli/bots/  text` or `src/cli/{bots,labs}/  text`. */
function mappedFolders(line: string): readonly string[] {
  const [, before = '', group, after = ''] =
    /^((?:console\/src|src|packages)\/[\w/-]*)(?:\{([\w,-]+)\})?([\w/-]*)\/\s/.exec(line) ?? [];
  if (before === '') return [];
  return (group ?? '').split(',').map((name) => `${before}${name}${after}`);
}

/** The README's table of settings lists the variables that are read, none more and none less. */
export function checkSettings(project: Project): readonly string[] {
  const readme = project.texts.get('README.md') ?? '';
  const settings = [...project.texts]
    .filter(([name]) => /^src\/main\/settings\/[\w-]+\.ts$/.test(name))
    .map(([, text]) => text)
    .join('\n');
  const shown = new Set([...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map((row) => row[1]));
  const read = new Set(
    [...settings.matchAll(/(?:variable:|_VARIABLE =) '([A-Z_]+)'/g)].map((match) => match[1]),
  );
  return [
    ...[...read.difference(shown)].map((name) => `README.md: the table lacks ${name}`),
    ...[...shown.difference(read)].map((name) => `README.md: nothing reads ${name}`),
  ];
}

/** The glossary has each term once, and the terms of a section are in alphabetical order. */
export function checkGlossary(project: Project): readonly string[] {
  const found: string[] = [];
  const known = new Set<string>();
  let previous = '';
  for (const line of (project.texts.get('GLOSSARY.md') ?? '').split('\n')) {
    if (line.startsWith('## ')) previous = '';
    const [, terms = '-'] = /^\| ([^|]+) \|/.exec(line) ?? [];
    if (terms.startsWith('-') || terms === 'Term') continue;
    const row = terms.toLowerCase();
    if (row < previous) found.push(`GLOSSARY.md: "${terms}" stands after "${previous}"`);
    previous = row;
    // A word with two meanings is two terms, which their names tell apart.
    for (const term of row.replaceAll(/ \([^)]*\)/g, '').split(', ')) {
      if (known.has(term)) found.push(`GLOSSARY.md: "${term}" stands twice`);
      known.add(term);
    }
  }
  return found;
}

/** The table of layers in ARCHITECTURE allows exactly the imports that are checked. */
export function checkLayerTable(project: Project): readonly string[] {
  const document = project.texts.get('ARCHITECTURE.md') ?? '';
  const shown = new Map(
    [...document.matchAll(/^\| ([a-z, -]+) \| ([a-z, -]+) \| (yes|no) \|$/gm)].flatMap(
      ([, layers = '', imports = '', hasBuiltIns = '']) =>
        layers.split(', ').map((layer) => [layer, rule(layer, imports.split(', '), hasBuiltIns)]),
    ),
  );
  return Object.entries(LAYERS).flatMap(([layer, { values, types, hasBuiltIns }]) => {
    const imports = [...values, ...types.map((name) => `types of ${name}`)];
    const checked = rule(layer, imports, hasBuiltIns ? 'yes' : 'no');
    return shown.get(layer) === checked ? [] : [`ARCHITECTURE.md: the table lacks "${checked}"`];
  });
}

/** Layers that run in the service. */
const SERVICE = Object.keys(LAYERS).filter((name) => !PACKAGES_FOR_TESTS.has(name));

/** A row of that table, with its imports in one order. */
function rule(layer: string, imports: readonly string[], hasBuiltIns: string): string {
  const all = imports.includes('everything') ? SERVICE : imports;
  const others = all.filter((name) => name !== layer && name !== 'nothing');
  return `${layer}: ${others.toSorted().join(', ')}; ${hasBuiltIns}`;
}

function namedPaths(document: string, line: string): readonly string[] {
  const quoted = [...line.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const mapped = MAP_LINE.exec(line);
  const linked = [...line.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map((match) =>
    path.posix.join(path.posix.dirname(document), match[1] ?? ''),
  );
  return [
    ...quoted.filter((text) => PATH_START.test(text)),
    ...(mapped?.slice(1) ?? []),
    ...linked,
  ];
}

/**
 * A `*` stands for anything within one name; `<name>` marks a placeholder, which is not looked up.
 */
function exists(project: Project, named: string): boolean {
  if (named.includes('<')) return true;
  const wanted = (importedPath('', named) ?? named).replace(/\/$/, '').replace(/:\d+$/, '');
  if (!wanted.includes('*')) return project.paths.has(wanted);
  const parts = wanted.split('*').map((part) => part.replaceAll(/[.+^$(){}|\\[\]]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('[^/]*')}$`);
  return [...project.paths].some((name) => pattern.test(name));
}

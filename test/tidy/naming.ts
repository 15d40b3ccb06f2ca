// Names: files and folders in kebab-case, each file named after what it exports, and none of the
// words that say nothing about what is inside.

import path from 'node:path';

import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';

const EMPTY_WORDS = /^(?:utils?|helpers?|common|misc|managers?|stuff|index|handlers?|data|info)$/;
const EMPTY_PARTS = /(?:^|-)(?:utils?|helpers?|common|misc|managers?)(?:-|$)/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const TEST_KIND = /\.(?:test|prop|contract|long)$/;

/** Files named after a subject, because no export carries it alone. */
export const SUBJECT_FILES: { readonly [file: string]: string } = {
  'src/lib/time.ts': 'instants and durations as a subject',
  'src/services/accounts/account-access.ts': 'the first step of every use case of an account',
};

/** Names of files, folders and exports. */
export function checkNames(project: Project): readonly string[] {
  return project.sources.flatMap((source) => {
    const folders = path.posix.dirname(source.path).split('/');
    const stem = path.posix.basename(source.path, '.ts').replace(TEST_KIND, '');
    return [
      ...folders.flatMap((name) => nameProblem(source.path, name)),
      ...nameProblem(source.path, stem),
      ...exportProblem(source, stem),
      ...emptyExports(source),
    ];
  });
}

const DECLARED = new RegExp(
  String.raw`^export\s+(?:declare\s+|abstract\s+|async\s+)*` +
    String.raw`(?:function\*?|const|let|class|type|interface)\s+([\w$]+)`,
  'gm',
);

/** Every name that the file exports, as written. */
export function exportedNames(code: string): readonly string[] {
  const declared = code.matchAll(DECLARED);
  const listed = code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm);
  return [
    ...[...declared].map((match) => match[1] ?? ''),
    ...[...listed].flatMap((match) =>
      (match[1] ?? '')
        .split(',')
        .map((item) => item.trim().replace(/^type\s+|^.*\sas\s+/g, ''))
        .filter((item) => item !== ''),
    ),
  ];
}

function nameProblem(file: string, name: string): readonly string[] {
  if (!KEBAB.test(name)) return [`${file}: "${name}" is not in kebab-case`];
  if (EMPTY_WORDS.test(name) || EMPTY_PARTS.test(name)) {
    return [`${file}: "${name}" does not say what is inside`];
  }
  return [];
}

function exportProblem(source: SourceFile, stem: string): readonly string[] {
  if (isTest(source.path) || SUBJECT_FILES[source.path] !== undefined) return [];
  const exported = exportedNames(source.code);
  // A program is started, not imported.
  if (exported.length === 0) return [];
  const wanted = plain(stem);
  if (exported.some((name) => plain(name).includes(wanted))) return [];
  return [`${source.path}: no export is named like the file; it exports ${exported.join(', ')}`];
}

function emptyExports(source: SourceFile): readonly string[] {
  return exportedNames(source.code)
    .filter((name) => EMPTY_WORDS.test(name.toLowerCase()))
    .map((name) => {
      const line = lineAt(source.code, source.code.indexOf(name));
      return `${source.path}:${line}: the name "${name}" says nothing`;
    });
}

function plain(name: string): string {
  return name.replaceAll(/[-_$]/g, '').toLowerCase();
}

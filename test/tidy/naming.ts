// Names: files and folders in kebab-case, each file named after what it exports, and none of the
// words that say nothing about what is inside.

import path from 'node:path';

import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';

const EMPTY_WORDS = /^(?:utils?|helpers?|common|misc|managers?|stuff|handlers?|data|info)$/;
const EMPTY_PARTS = /(?:^|-)(?:utils?|helpers?|common|misc|managers?)(?:-|$)/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const TEST_KIND = /\.(?:test|prop|contract|sample|fixture|long|bench)$/;

/** Files named after a subject that no export names. */
export const SUBJECT_FILES: { readonly [file: string]: string } = {
  'console/src/api/queries.ts': 'what the pages read, one query each',
  'console/src/api/wire.ts': 'the shapes that the pages read, one type each',
  'console/src/chart/chart-toolbar.tsx': 'what is above a chart, one component each',
  'console/src/parts/notice.tsx': 'what is said of an action, one component each',
  'console/src/parts/paged-list.tsx': 'the parts of a list in pages',
  'console/src/parts/states.tsx': 'what stands for a list that is not there, one component each',
  'console/src/parts/widgets.tsx': 'small parts of pages, one component each',
  'sdk/src/operation-table.ts': 'what the client sends, a row for each operation',
  'packages/lib/src/time.ts': 'instants and durations',
  'src/domain/position/position-figures.ts':
    'what is worked out from a position, one function each',
  'src/commands/definition/command-traits.ts': 'what commands of one kind share, a constant each',
  'packages/indicators/src/patterns/two-candles.ts': 'candle patterns by the candles they take',
  'packages/indicators/src/patterns/many-candles.ts': 'candle patterns by the candles they take',
  'src/main/checks/check.ts': 'the results that a check of the doctor may have',
  'src/main/doctor/diagnose-machine.ts': 'what the doctor checks, one function each',
  'packages/lua/src/syntax/tree.ts': 'the nodes of the syntax tree, one type each',
};

/** Folders of such files. */
export const SUBJECT_FOLDERS: { readonly [folder: string]: string } = {
  'packages/lua/src/emit/': 'functions by what they write',
  'packages/lua/src/library/': "functions by the part of Lua's library that they carry out",
  'packages/lua/src/runtime/': 'functions by what they do with values',
};

/** Names of files, folders and exports. */
export function checkNames(project: Project): readonly string[] {
  return project.sources.flatMap((source) => {
    const folders = path.posix.dirname(source.path).split('/');
    const stem = path.posix
      .basename(source.path)
      .replace(/\.tsx?$/, '')
      .replace(TEST_KIND, '');
    return [
      ...folders.flatMap((name) => nameProblem(source.path, name)),
      ...nameProblem(source.path, stem),
      ...exportProblem(source, stem),
      ...emptyExports(source),
    ];
  });
}

/** Every name that the file exports, as others see it. */
export function exportedNames({ facts }: SourceFile): readonly string[] {
  return facts.flatMap((fact) => (fact.kind === 'export' ? fact.name : []));
}

function nameProblem(file: string, name: string): readonly string[] {
  if (!KEBAB.test(name)) return [`${file}: "${name}" is not in kebab-case`];
  if (name === 'index' || EMPTY_WORDS.test(name) || EMPTY_PARTS.test(name)) {
    return [`${file}: "${name}" does not say what is inside`];
  }
  return [];
}

function exportProblem(source: SourceFile, stem: string): readonly string[] {
  if (isTest(source.path) || isNamedAfterSubject(source.path)) return [];
  const exported = exportedNames(source);
  // A program is started, not imported.
  if (exported.length === 0) return [];
  const words = stem.split('-').map((word) => word.replace(/s$/, ''));
  if (exported.some((name) => words.some((word) => plain(name).includes(word)))) return [];
  return [`${source.path}: is named like nothing it exports: ${exported.join(', ')}`];
}

function isNamedAfterSubject(file: string): boolean {
  const isInFolder = Object.keys(SUBJECT_FOLDERS).some((folder) => file.startsWith(folder));
  return isInFolder || SUBJECT_FILES[file] !== undefined;
}

function emptyExports({ path, text, facts }: SourceFile): readonly string[] {
  return facts.flatMap((fact) =>
    fact.kind === 'export' && EMPTY_WORDS.test(fact.name.toLowerCase())
      ? `${path}:${lineAt(text, fact.start)}: the name "${fact.name}" says nothing`
      : [],
  );
}

function plain(name: string): string {
  return name.replaceAll(/[-_$]/g, '').toLowerCase();
}

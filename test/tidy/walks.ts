// The walks of docs/walks.md: each file exists, and is imported by one before it or handed over by
// the file that is named; a function of the database is called there, or is the trigger of a table
// that is written there.

import path from 'node:path';

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';

const DOCUMENT = 'docs/walks.md';

/** Files that have moved, imports that are gone, and counts that are not those of the lists. */
export function checkWalks(project: Project): readonly string[] {
  const imports = new Map(
    project.sources.map((source) => [
      source.path,
      new Set(source.imports.map(({ specifier }) => importedPath(source.path, specifier))),
    ]),
  );
  const doesImport = (from: string, to: string): boolean => imports.get(from)?.has(to) === true;
  const text = project.texts.get(DOCUMENT) ?? '';
  const walks = [...text.matchAll(/^## (.+)$[^#]*?^```\n([^`]*)^```$/gm)];
  if (walks.length === 0) return [`${DOCUMENT}: has no walks`];
  return walks.flatMap(([, title = '', list = '']) => {
    const steps = list.trim().split('\n');
    const visited: string[] = [];
    const found = steps.flatMap((step) => {
      const [file = '', through] = step.split(' through ');
      const isFirst = visited.length === 0;
      const isImported = isFirst || visited.some((earlier) => doesImport(earlier, file));
      visited.push(file);
      if (file.endsWith('.sql')) return sqlProblems(project, file, through);
      if (!imports.has(file)) return [`${DOCUMENT}: "${file}" does not exist`];
      if (isImported) return [];
      if (through === undefined) return [`${DOCUMENT}: "${file}": no file before it imports it`];
      if (doesImport(through, file) || doesImport(file, through)) return [];
      return [`${DOCUMENT}: "${file}" and "${through}" do not import one another`];
    });
    const count = `| ${title} | ${steps.length} |`;
    return text.includes(count) ? found : [...found, `${DOCUMENT}: the table lacks "${count}"`];
  });
}

const TRIGGERED_TABLE = /\bCREATE (?:OR REPLACE )?TRIGGER\b[^;]*?\bON (\w+)/gi;

function sqlProblems(project: Project, file: string, through = ''): readonly string[] {
  const sql = project.texts.get(file);
  if (sql === undefined) return [`${DOCUMENT}: "${file}" does not exist`];
  const writer = project.texts.get(through) ?? '';
  const name = path.posix.basename(file, '.sql');
  const tables = [...sql.matchAll(TRIGGERED_TABLE)].map(([, table]) => table);
  const isReached = [name, ...tables].some((each) => new RegExp(`\\b${each}\\b`).test(writer));
  return isReached ? [] : [`${DOCUMENT}: "${file}": "${through}" neither calls nor causes it`];
}

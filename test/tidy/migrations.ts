// Migrations and functions of the database: each migration has a number of its own, so that their
// order is the same for everybody who wrote one at the same time, and each function one file, whose
// text is the one that counts.

import path from 'node:path';

import type { Project } from './project.ts';

const NAME = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

/** Two that landed under one number before this was checked; both are applied, by name. */
const LANDED_TWICE: ReadonlySet<string> = new Set([
  '0139-fee-currencies.sql',
  '0139-orders-by-venue-name.sql',
]);

/** The first migration after functions got files of their own. */
const FUNCTIONS_HAVE_FILES_FROM = '0184';
const FUNCTIONS = 'src/adapters/postgres/functions';
const MIGRATIONS = 'migrations';
const DEFINITION =
  /\bCREATE\s+(OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?(FUNCTION|PROCEDURE|TRIGGER)\s+("?[\w.]+"?)/gi;

/** Names that are no migration's, and numbers that were given twice. */
export function checkMigrations(project: Project): readonly string[] {
  const files = [...project.paths]
    .filter((file) => path.posix.dirname(file) === MIGRATIONS)
    .map((file) => path.posix.basename(file))
    .toSorted();
  const firstOf = new Map<string, string>();
  return files.flatMap((file) => {
    const number = NAME.exec(file)?.[1];
    if (number === undefined) return [`migrations/${file}: name it "0123-what-it-does.sql"`];
    const first = firstOf.get(number);
    firstOf.set(number, first ?? file);
    if (first === undefined) return [];
    if (LANDED_TWICE.has(first) && LANDED_TWICE.has(file)) return [];
    return [`migrations/${file}: ${first} has its number; take the next free one`];
  });
}

/** Functions and triggers that a migration defines, and files that define other than their own. */
export function checkDatabaseFunctions(project: Project): readonly string[] {
  return [...project.texts]
    .filter(([file]) => file.endsWith('.sql'))
    .flatMap(([file, text]) => {
      const folder = path.posix.dirname(file);
      const name = path.posix.basename(file, '.sql');
      if (folder === FUNCTIONS) return findingsOfFunction(file, name, text);
      if (folder !== MIGRATIONS || name < FUNCTIONS_HAVE_FILES_FROM) return [];
      return definitionsIn(text).map(
        (one) =>
          `${file}: defines the ${one.kind} ${one.name}: its text is a file of ${FUNCTIONS}/`,
      );
    });
}

type Definition = { readonly kind: string; readonly name: string; readonly isReplaced: boolean };

/** Also those within quotes, which a block may execute. */
function definitionsIn(text: string): readonly Definition[] {
  return [...withoutComments(text).matchAll(DEFINITION)].map(
    ([, replaced, kind = '', name = '']) => ({
      kind: kind.toLowerCase(),
      name: name.replaceAll('"', ''),
      isReplaced: replaced !== undefined,
    }),
  );
}

function findingsOfFunction(file: string, name: string, text: string): readonly string[] {
  const found: string[] = [];
  if (!text.startsWith('-- ')) found.push(`${file}: begins with no comment on its purpose`);
  const definitions = definitionsIn(text);
  for (const one of definitions)
    if (!one.isReplaced) found.push(`${file}: write CREATE OR REPLACE ${one.kind.toUpperCase()}`);
  const functions = definitions.filter(({ kind }) => kind !== 'trigger').map((one) => one.name);
  if (functions.join() !== name) found.push(`${file}: defines ${functions.join()}, not ${name}`);
  for (const [, called] of withoutComments(text).matchAll(/\bEXECUTE\s+FUNCTION\s+(\w+)/gi))
    if (called !== name) found.push(`${file}: a trigger of ${called} is in the file of ${called}`);
  return found;
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
}

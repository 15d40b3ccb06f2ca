// Migrations: each has a number of its own, so that their order is the same for everybody who wrote
// one at the same time.

import path from 'node:path';

import type { Project } from './project.ts';

const NAME = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

/** Two that landed under one number before this was checked; both are applied, by name. */
const LANDED_TWICE: ReadonlySet<string> = new Set([
  '0139-fee-currencies.sql',
  '0139-orders-by-venue-name.sql',
]);

/** Names that are no migration's, and numbers that were given twice. */
export function checkMigrations(project: Project): readonly string[] {
  const files = [...project.paths]
    .filter((file) => path.posix.dirname(file) === 'migrations')
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

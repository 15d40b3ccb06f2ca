// Functions of the database and their triggers, one file each, whose text is the one that counts.
// They are replaced after the migrations when their text has changed. `digests.txt` beside them has
// the digest of every text that a release had, oldest first, which separates older from newer ones.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { Failure } from '#venue-port/world/failure.ts';

export type RepeatableFunction = {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

export type RepeatableFunctions = {
  readonly functions: readonly RepeatableFunction[];
  /** Of each name the digests of its texts up to this release, also where it has none now. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
};

export type AppliedFunction = { readonly name: string; readonly checksum: string };

/** Those of a schema that has migrations alone, such as one that a backup is restored into. */
export const NO_FUNCTIONS: RepeatableFunctions = { functions: [], known: new Map() };

export const FUNCTIONS_FOLDER = fileURLToPath(new URL('../functions/', import.meta.url));
export const DIGESTS_FILE = 'digests.txt';
const EXTENSION = '.sql';

/** Those in a folder, by name. Throws Failure when a line of the digests cannot be read. */
export function readFunctions(folder: string = FUNCTIONS_FOLDER): RepeatableFunctions {
  const files = readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
  const functions = files.sort().map((file) => {
    const sql = readFileSync(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { name: file.slice(0, -EXTENSION.length), sql, checksum };
  });
  const known = readDigests(readFileSync(join(folder, DIGESTS_FILE), 'utf8'));
  return { functions, known };
}

/** Lines `NAME DIGEST`; those that begin with a hash are notes. */
function readDigests(text: string): RepeatableFunctions['known'] {
  const known = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', digest = ''] = /^(\w+) ([0-9a-f]{64})$/.exec(line) ?? [];
    if (name === '') throw new Failure('conflict', `"${line}" is no name and digest.`);
    known.set(name, (known.get(name) ?? new Set()).add(digest));
  }
  return known;
}

/**
 * Those to be applied: new ones, and those whose text has changed. Throws Failure: `conflict` where
 * the database has a text that this release does not know, which only a newer one can have written.
 */
export function missingFunctions(
  applied: readonly AppliedFunction[],
  { functions, known }: RepeatableFunctions,
): readonly RepeatableFunction[] {
  const current = new Map(functions.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    if (current.get(name) === checksum || known.get(name)?.has(checksum) === true) continue;
    throw new Failure(
      'conflict',
      `The database was changed by a newer release (its text of the function "${name}" is not ` +
        'known here). Start that release, or restore a backup made before it.',
    );
  }
  const texts = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return functions.filter(({ name, checksum }) => texts.get(name) !== checksum);
}

/** Those that this release has no more, each dropped by a migration, are no longer recorded. */
export async function applyFunctions(
  client: Client,
  missing: readonly RepeatableFunction[],
  { functions }: RepeatableFunctions,
): Promise<void> {
  for (const one of missing) await applyFunction(client, one);
  const names = functions.map(({ name }) => name);
  await client.query('DELETE FROM schema_function WHERE name <> ALL ($1)', [names]);
}

async function applyFunction(client: Client, { name, sql, checksum }: RepeatableFunction) {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(NOTE, [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    const message = `The function "${name}" could not be replaced: ${(error as Error).message}`;
    throw new Error(message, { cause: error });
  }
}

const NOTE = `
  INSERT INTO schema_function (name, checksum) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET checksum = EXCLUDED.checksum, applied_at = now()`;

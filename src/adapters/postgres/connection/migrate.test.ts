// Migrations that are applied, and histories that are refused.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { missingMigrations, readMigrations } from '#adapters/postgres/connection/migrate.ts';
import { Failure } from '#venue-port/world/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-migrations-'));
after(() => rmSync(folder, { recursive: true }));

const FIRST = { name: '0001-first.sql', sql: 'SELECT 1', checksum: 'one' };
const SECOND = { name: '0002-second.sql', sql: 'SELECT 2', checksum: 'two' };

test('the files of the folder are read in the order of their names', () => {
  writeFileSync(join(folder, '0002-second.sql'), 'SELECT 2');
  writeFileSync(join(folder, '0001-first.sql'), 'SELECT 1');
  writeFileSync(join(folder, 'notes.md'), 'not a migration');
  const migrations = readMigrations(folder);
  assert.deepEqual(
    migrations.map(({ name, sql }) => [name, sql]),
    [
      ['0001-first.sql', 'SELECT 1'],
      ['0002-second.sql', 'SELECT 2'],
    ],
  );
});

test('a file that has no number is refused', () => {
  writeFileSync(join(folder, 'first.sql'), 'SELECT 1');
  assert.throws(() => readMigrations(folder), /"first\.sql" must be named like/);
});

test('the migrations of this release can be read', () => {
  const names = readMigrations().map(({ name }) => name);
  assert.ok(names.includes('0001-users.sql'));
  assert.equal(new Set(names).size, names.length);
});

test('what was applied is not missing', () => {
  assert.deepEqual(missingMigrations([], [FIRST, SECOND]), [FIRST, SECOND]);
  assert.deepEqual(missingMigrations([FIRST], [FIRST, SECOND]), [SECOND]);
  assert.deepEqual(missingMigrations([FIRST, SECOND], [FIRST, SECOND]), []);
});

test('an altered migration is refused by name', () => {
  const altered = { name: FIRST.name, checksum: 'other' };
  assert.throws(
    () => missingMigrations([altered], [FIRST]),
    isConflict(/"0001-first\.sql" was al/),
  );
});

test('a migration of a newer release is refused by name', () => {
  assert.throws(() => missingMigrations([SECOND], [FIRST]), isConflict(/newer release.*"0002-sec/));
});

test('a missing migration that a later one has overtaken is refused by name', () => {
  const named = (name: string) => ({ name, sql: '', checksum: '' });
  const all = ['0117-old.sql', '0118-one.sql', '0119-two.sql', '0120-three.sql'].map(named);
  const applied = [named('0117-old.sql'), named('0118-one.sql'), named('0120-three.sql')];
  assert.throws(
    () => missingMigrations(applied, all),
    isConflict(/"0119-two\.sql" is missing, but "0120-three\.sql" was applied/),
  );
});

test('the two ranges of numbers that grew beside each other may complete one another', () => {
  const named = (name: string) => ({ name, sql: '', checksum: '' });
  const all = ['0023-a.sql', '0024-b.sql', '0100-c.sql', '0118-d.sql'].map(named);
  const applied = [named('0023-a.sql'), named('0100-c.sql')];
  const missing = missingMigrations(applied, all);
  assert.deepEqual(
    missing.map(({ name }) => name),
    ['0024-b.sql', '0118-d.sql'],
  );
});

function isConflict(message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Failure && error.code === 'conflict' && message.test(error.message);
}

// Functions of the database that are applied again, and texts that are refused.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  missingFunctions,
  readFunctions,
} from '#adapters/postgres/connection/repeatable-functions.ts';
import { Failure } from '#venue-port/world/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-functions-'));
after(() => rmSync(folder, { recursive: true }));

const DIGEST = 'a'.repeat(64);
const A = { name: 'a', sql: 'SELECT 2', checksum: 'second' };
const B = { name: 'b', sql: 'SELECT 1', checksum: 'first' };
const RELEASE = {
  functions: [A, B],
  known: new Map([
    ['a', new Set(['first', 'second'])],
    ['b', new Set(['first'])],
    ['removed', new Set(['last'])],
  ]),
};

test('the files of the folder are read by name, with the digests of earlier texts', () => {
  writeFileSync(join(folder, 'second.sql'), 'SELECT 2');
  writeFileSync(join(folder, 'first.sql'), 'SELECT 1');
  writeFileSync(join(folder, 'digests.txt'), `# A note.\nfirst ${DIGEST}\n`);
  const { functions, known } = readFunctions(folder);
  assert.deepEqual(
    functions.map(({ name, sql }) => [name, sql]),
    [
      ['first', 'SELECT 1'],
      ['second', 'SELECT 2'],
    ],
  );
  assert.deepEqual(known, new Map([['first', new Set([DIGEST])]]));
  writeFileSync(join(folder, 'digests.txt'), 'first abc\n');
  assert.throws(() => readFunctions(folder), /"first abc" is no name and digest/);
});

for (const [applied, expected] of [
  [[], ['a', 'b']],
  [[['a', 'first']], ['a', 'b']],
  [[['a', 'second']], ['b']],
  [
    [
      ['a', 'second'],
      ['b', 'first'],
      ['removed', 'last'],
    ],
    [],
  ],
] as const)
  test(`of a database with ${JSON.stringify(applied)}, ${expected.length} are applied`, () => {
    const rows = applied.map(([name, checksum]) => ({ name, checksum }));
    assert.deepEqual(
      missingFunctions(rows, RELEASE).map(({ name }) => name),
      expected,
    );
  });

for (const [name, checksum] of [
  ['a', 'third'],
  ['new', 'first'],
  ['removed', 'newer'],
] as const)
  test(`the text "${checksum}" of "${name}" is of a newer release`, () => {
    assert.throws(
      () => missingFunctions([{ name, checksum }], RELEASE),
      (error) =>
        error instanceof Failure &&
        error.code === 'conflict' &&
        new RegExp(`newer release .*"${name}"`).test(error.message),
    );
  });

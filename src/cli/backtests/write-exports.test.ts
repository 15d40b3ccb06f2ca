// Exports of a script become files of one folder, whatever the script calls its tables.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { CommandFailed } from '#cli/command-error.ts';
import { writeExports } from '#cli/backtests/write-exports.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-exports-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a table is a file of comma-separated values, quoted where they must be', () => {
  const place = path.join(folder, 'new', 'deep');
  const rows = [
    [1.5, 'plain'],
    [-2, 'a "quoted", text\nof two lines'],
  ];
  const files = writeExports(place, [{ name: 'trades', headers: ['profit', 'note'], rows }]);
  assert.deepEqual(files, [path.join(place, 'trades.csv')]);
  assert.equal(
    readFileSync(files[0] ?? '', 'utf8'),
    'profit,note\r\n1.5,plain\r\n-2,"a ""quoted"", text\nof two lines"\r\n',
  );
});

test('names lead to no other folder, and no file is written twice', () => {
  const place = path.join(folder, 'inside');
  const names = ['../../outside', '/etc/x', '', 'Same', 'same', '.hidden'];
  const files = writeExports(
    place,
    names.map((name) => ({ name, headers: [name], rows: [] })),
  );
  assert.equal(new Set(files).size, names.length);
  assert(files.every((file) => path.dirname(file) === place));
  assert.deepEqual(
    readdirSync(place).toSorted(),
    files.map((file) => path.basename(file)).toSorted(),
  );
  assert.deepEqual(readdirSync(folder).toSorted(), ['inside', 'new']);
});

test('a folder that cannot be one is refused by name', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  assert.throws(
    () => writeExports(file, [{ name: 'trades', headers: [], rows: [] }]),
    (error) => error instanceof CommandFailed && error.message.includes(file),
  );
});

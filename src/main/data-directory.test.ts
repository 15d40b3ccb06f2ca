import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CommandFailed } from '#cli/command-error.ts';
import { prepareDataDirectory } from '#main/data-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-data-directory-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a missing directory is made with what is missing above it, for its owner alone', () => {
  const dataDir = join(folder, 'a', 'b', 'c');
  prepareDataDirectory(dataDir);
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('a directory that is there is left as it is', () => {
  const dataDir = mkdtempSync(join(folder, 'there-'));
  writeFileSync(join(dataDir, 'kept'), '');
  prepareDataDirectory(dataDir);
  assert.deepEqual(readdirSync(dataDir), ['kept']);
});

test('what cannot be a directory is refused by name, with advice', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const dangling = join(folder, 'dangling');
  symlinkSync(join(folder, 'nowhere', 'x'), dangling);
  for (const place of [file, join(file, 'below'), dangling]) {
    assert.throws(
      () => prepareDataDirectory(place),
      (error) => error instanceof CommandFailed && error.message.includes(`"${place}"`),
    );
  }
});

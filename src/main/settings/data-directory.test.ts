import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CommandFailed } from '#cli/command-error.ts';
import { closeDataDirectory, prepareDataDirectory } from '#main/settings/data-directory.ts';
import { checkDataDirectory } from '#main/doctor/diagnose-machine.ts';
import { takeServerRole } from '#main/process/server-role.ts';

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
  writeFileSync(join(dataDir, 'retained'), '');
  prepareDataDirectory(dataDir);
  assert.deepEqual(readdirSync(dataDir), ['retained']);
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

test('one that is open to others is closed to them, and reported once', () => {
  const dataDir = mkdtempSync(join(folder, 'open-'));
  chmodSync(dataDir, 0o755);
  const reports: string[] = [];
  for (let round = 0; round < 2; round += 1)
    closeDataDirectory(dataDir, (message) => reports.push(message));
  assert.equal(statSync(dataDir).mode & 0o777, 0o711);
  assert.equal(reports.length, 1);
  assert.match(reports[0] ?? '', /mode 0755/);
  chmodSync(dataDir, 0o700);
  closeDataDirectory(dataDir, (message) => reports.push(message));
  assert.equal(reports.length, 1);
});

test('the doctor warns of one that is open to others, and leaves it as it is', () => {
  const dataDir = mkdtempSync(join(folder, 'seen-'));
  assert.equal(checkDataDirectory(dataDir).result, 'ok');
  chmodSync(dataDir, 0o750);
  const check = checkDataDirectory(dataDir);
  assert.equal(check.result, 'warn');
  assert.match(check.detail, /mode 0750/);
  assert.equal(statSync(dataDir).mode & 0o777, 0o750);
});

test('the lock of the server is its own file, also where an older release made it', async () => {
  const dataDir = mkdtempSync(join(folder, 'lock-'));
  const file = join(dataDir, 'server.lock');
  (await takeServerRole(dataDir)).release();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  (await takeServerRole(dataDir)).release();
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

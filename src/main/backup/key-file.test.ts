import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandFailed } from '#cli/command-error.ts';
import { readInstallationKeys, writeInstallationKeys } from '#main/backup/key-file.ts';

const KEYS = {
  masterKey: new Uint8Array(32).fill(1),
  venueKeys: [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)],
};

test('keys are read as they were written, by their owner alone, and never written over', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'keys.json');
  writeInstallationKeys(file, KEYS);
  assert.equal(statSync(file).mode & 0o777, 0o400);
  assert.deepEqual(readInstallationKeys(file), KEYS);
  assert.throws(() => writeInstallationKeys(file, KEYS), /is there already/);
  assert.throws(() => writeInstallationKeys(join(file, 'x'), KEYS), CommandFailed);
});

test('what is no file of keys is refused, and nothing of it is repeated', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const secret = 'A'.repeat(42);
  const texts = ['', '{}', `{"format":1,"master_key":"${secret}","venue_keys":[]}`, 'null', '[]'];
  for (const text of texts) {
    const file = join(folder, 'keys.json');
    writeFileSync(file, text);
    assert.throws(
      () => readInstallationKeys(file),
      (error: Error) => error instanceof CommandFailed && !error.message.includes(secret),
    );
  }
  assert.throws(() => readInstallationKeys(join(folder, 'none')), CommandFailed);
});

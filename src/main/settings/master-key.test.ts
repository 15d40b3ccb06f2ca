import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CommandFailed } from '#cli/command-error.ts';
import { readConfig } from '#main/settings/config.ts';
import { openMasterKey, readMasterKey } from '#main/settings/master-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-master-key-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function freshConfig(environment: Record<string, string> = {}) {
  return readConfig(environment, { dataDir: mkdtempSync(join(folder, 'data-')) }, '/');
}

test('a key is made once, for its owner alone, and found again', () => {
  const config = freshConfig();
  assert.equal(readMasterKey(config), null);
  const made = openMasterKey(config);
  assert.equal(made.length, 32);
  assert.deepEqual(openMasterKey(config), made);
  assert.deepEqual(readdirSync(config.dataDir), ['master.key']);
  assert.equal(statSync(join(config.dataDir, 'master.key')).mode & 0o777, 0o400);
});

test('a key from the environment is used as it is, and not written anywhere', () => {
  const config = freshConfig({ TIDEMILL_MASTER_KEY: '07'.repeat(32) });
  assert.deepEqual(Buffer.from(openMasterKey(config)), Buffer.alloc(32, 7));
  assert.deepEqual(readdirSync(config.dataDir), []);
});

test('a file without a key in it is refused, never replaced', () => {
  const config = freshConfig();
  writeFileSync(join(config.dataDir, 'master.key'), 'half a k');
  assert.throws(() => openMasterKey(config), CommandFailed);
});

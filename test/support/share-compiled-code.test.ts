import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { NOBODY } from '#adapters/system/service-user.ts';
import { removeFolder } from './remove-folder.ts';
import { shareCompiledCode } from './share-compiled-code.ts';

const skip = process.getuid?.() === 0 ? false : 'files are given away by root alone';

test('the user has what root compiled, for programs of all flags', { skip }, async () => {
  const place = mkdtempSync(join(tmpdir(), 'tidemill-compiled-'));
  try {
    mkdirSync(join(place, 'v1-0', 'v1-flags-0'), { recursive: true });
    writeFileSync(join(place, 'v1-0', 'one'), '1', { mode: 0o600 });
    writeFileSync(join(place, 'v1-0', 'v1-flags-0', 'two'), '2');
    for (const round of ['first', 'again']) {
      shareCompiledCode(join(place, 'v1-0'), NOBODY);
      const files = ['one', join(`v1-flags-${NOBODY.userId}`, 'two')];
      const found = files.map((file) => join(place, `v1-${NOBODY.userId}`, file));
      assert.deepEqual(
        found.map((file) => [readFileSync(file, 'utf8'), statSync(file).uid]),
        [
          ['1', NOBODY.userId],
          ['2', NOBODY.userId],
        ],
        round,
      );
    }
    assert.equal(statSync(place).mode & 0o777, 0o755);
  } finally {
    await removeFolder(place);
  }
});

test('nothing is made where nothing is retained, and for other users', () => {
  assert.doesNotThrow(() => shareCompiledCode(undefined, NOBODY));
  assert.doesNotThrow(() => shareCompiledCode('/nowhere/v1-1000', NOBODY));
});

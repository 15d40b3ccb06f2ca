// Threads start with compiled code at hand, and also when somebody has deleted it meanwhile.

import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { codeRights } from '#adapters/threads/code-rights.ts';

test('code may use the folder of compiled code while there is one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-compiled-'));
  enableCompileCache(folder);
  const kept = getCompileCacheDir() ?? '';
  assert.ok(kept !== '', 'compiled code is kept');
  const entry = new URL('./bad-work.ts', import.meta.url);
  const cache = await realpath(kept);
  assert.deepEqual(codeRights(entry).env, { NODE_COMPILE_CACHE: cache });
  await rm(kept, { recursive: true });
  const { env, execArgv } = codeRights(entry);
  assert.deepEqual(env, {});
  assert.ok(execArgv.every((word) => !word.startsWith('--allow-fs-write')));
  await rm(folder, { recursive: true, force: true });
});

// Threads start with compiled code at hand, and also when somebody has deleted it meanwhile.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { removeFolder } from '../../support/remove-folder.ts';

/** In a process of its own: the folder of the test's own process is that of the whole suite. */
const PROGRAM = `
  import { realpathSync, rmSync } from 'node:fs';
  import { getCompileCacheDir } from 'node:module';
  import { codeRights } from '#adapters/threads/code-rights.ts';
  const entry = new URL('./bad-work.ts', 'file://' + process.argv[1] + '/');
  const folder = realpathSync(getCompileCacheDir());
  const before = codeRights(entry);
  rmSync(folder, { recursive: true });
  console.log(JSON.stringify({ folder, before, after: codeRights(entry) }));
`;

type Rights = { readonly env: object; readonly execArgv: readonly string[] };

test('code may use the folder of compiled code while there is one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-compiled-'));
  const words = ['--input-type=module', '--eval', PROGRAM, import.meta.dirname];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  });
  const found = JSON.parse(stdout) as { folder: string; before: Rights; after: Rights };
  assert.ok(found.folder.includes(path.basename(folder)), found.folder);
  assert.deepEqual(found.before.env, { NODE_COMPILE_CACHE: found.folder });
  assert.deepEqual(found.after.env, {});
  assert.ok(found.after.execArgv.every((word) => !word.startsWith('--allow-fs-write')));
  await removeFolder(folder);
});

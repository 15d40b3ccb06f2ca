// A program that goes on writing for a while does not keep its folder.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from './remove-folder.ts';
import { until } from './until.ts';

/** Fills the folder as fast as it can, until the folder is gone, for 500 ms at most. */
const WRITER = `
  const { writeFileSync } = require('node:fs');
  const end = Date.now() + 500;
  for (let i = 0; Date.now() < end; i += 1)
    try { writeFileSync(process.argv[1] + '/' + i, ''); } catch { break; }
`;

test('a folder into which a program writes is removed once the program has ended', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemill-removed-'));
  const folder = join(root, 'filled');
  mkdirSync(folder);
  const writer = spawn(process.execPath, ['--eval', WRITER, folder], { stdio: 'ignore' });
  const ended = once(writer, 'exit');
  await until('it writes', () => readdirSync(folder).length > 0);
  await removeFolder(root);
  assert(!existsSync(root));
  await ended;
  assert(!existsSync(root));
});

test('a folder that is absent counts as removed', async () => {
  await assert.doesNotReject(removeFolder(join(tmpdir(), 'tidemill-never-made')));
});

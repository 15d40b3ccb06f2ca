// The command where its packages are not, or not all, installed: one line says what to do.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../support/remove-folder.ts';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemill-runtime-'));
after(() => removeFolder(folder));

/** A Node.js of the machine that is too old: it says so to whatever it is asked. */
const old = join(folder, 'old');
mkdirSync(old);
writeFileSync(join(old, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });

function runIn(project: string) {
  cpSync(BIN, join(project, 'bin'), { recursive: true });
  mkdirSync(join(project, 'src', 'main'), { recursive: true });
  writeFileSync(join(project, 'src', 'main', 'tidemill.ts'), '');
  const env = { PATH: `${old}:/usr/bin:/bin` };
  const run = spawnSync(join(project, 'bin', 'tidemill'), ['serve'], { encoding: 'utf8', env });
  return { status: run.status, lines: run.stderr.trim().split('\n'), out: run.stdout };
}

test('without packages it says to install them', () => {
  const project = join(folder, 'bare');
  const { status, lines, out } = runIn(project);
  assert.deepEqual([status, lines.length, out], [1, 1, '']);
  assert.match(lines[0] ?? '', /run "npm ci"/);
});

test('with packages but without its Node.js it says how to get that', () => {
  const project = join(folder, 'omitted');
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true });
  const { status, lines, out } = runIn(project);
  assert.deepEqual([status, lines.length, out], [1, 1, '']);
  assert.match(lines[0] ?? '', /npm ci --include=optional.*Node\.js 26/);
});

// The command where its packages are not, or not all, installed: one line says what to do.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemill-runtime-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function runIn(project: string) {
  cpSync(BIN, join(project, 'bin'), { recursive: true });
  const env = { PATH: process.env['PATH'] };
  const run = spawnSync(join(project, 'bin', 'tidemill'), ['serve'], { encoding: 'utf8', env });
  return { status: run.status, lines: run.stderr.trim().split('\n'), out: run.stdout };
}

test('without packages it says to install them', () => {
  const project = join(folder, 'bare');
  mkdirSync(project);
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

// Scripts are checked also where root may not start processes as another user, and the doctor and
// the log say what is missing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../src/main/tidemill.ts', import.meta.url));
const CHECKED = fileURLToPath(new URL('./check-as-script-user.ts', import.meta.url));
/** Of util-linux. */
const SETPRIV = '/usr/bin/setpriv';
const WITHOUT_RIGHT = ['--bounding-set=-setuid,-setgid', '--inh-caps=-setuid,-setgid'];

const hasTool = spawnSync(SETPRIV, [...WITHOUT_RIGHT, 'true']).status === 0;
const skip = process.getuid?.() === 0 && hasTool ? false : 'needs root and setpriv';

function run(program: readonly string[], mayChangeUser: boolean, allows = 'yes'): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-doctor-'));
  const words = [process.execPath, ...program];
  const line = mayChangeUser ? words : [SETPRIV, ...WITHOUT_RIGHT, ...words];
  const [command = '', ...rest] = line;
  const env = {
    PATH: process.env['PATH'],
    TIDEMILL_DATA_DIR: dataDir,
    TIDEMILL_ALLOW_ROOT: allows,
  };
  const { stdout } = spawnSync(command, rest, { env, encoding: 'utf8' });
  rmSync(dataDir, { recursive: true, force: true });
  return stdout;
}

test('the doctor says as whom scripts run, and what to do where they cannot', { skip }, () => {
  assert.match(run([PROGRAM, 'doctor'], true), /ok +user of scripts: .*65530/);
  const without = run([PROGRAM, 'doctor'], false);
  assert.match(without, /warn +user of scripts: .*does not let root start .*EPERM/);
  assert.match(without, /CAP_SETUID/);
});

test('the doctor says whether the service could give up root', { skip }, () => {
  assert.match(run([PROGRAM, 'doctor'], true, 'no'), /ok +user: root, .* run as user \d{3,}/);
  assert.match(run([PROGRAM, 'doctor'], false, 'no'), /fail +user: Root lacks .*CAP_SETUID/);
  assert.match(run([PROGRAM, 'doctor'], true), /warn +user: root, .* keeps root's rights/);
});

test('scripts are checked where root may not change its user', { skip }, () => {
  assert.equal(run([CHECKED], false), 'scripts.user valid\n');
});

// A process beside a service ends with it, also when the service is gone before it was listening.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../../support/remove-folder.ts';

const ENTRY = fileURLToPath(new URL('../../../src/main/tidemill.ts', import.meta.url));
const LONGEST_MS = 300_000;

for (const role of ['worker', 'bots', 'venues']) {
  test(`a process for ${role} ends when its service went while it was loading`, async (t) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tidemill-lost-'));
    const child = spawn(process.execPath, [ENTRY, 'serve', `--${role}`, '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    t.after(async () => {
      child.kill('SIGKILL');
      await removeFolder(dataDir);
    });
    child.disconnect();
    const [exitCode] = (await once(child, 'exit', {
      signal: AbortSignal.timeout(LONGEST_MS),
    })) as [number | null];
    assert.equal(exitCode, 0, output);
    assert(!existsSync(path.join(dataDir, 'cluster')), 'it opened nothing');
  });
}

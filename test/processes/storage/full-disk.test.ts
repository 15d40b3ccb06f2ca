// A service on a small disk of its own that fills up: not ready within two seconds of what it is
// refused, ready again within two of the room, with what was acknowledged. Needs root on Linux.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';

const isMountable = process.platform === 'linux' && process.getuid?.() === 0 && canMount();
const cannotMount = isMountable ? false : 'needs the right to mount a small disk';

test('readiness follows the room on the disk', { skip: cannotMount }, async (t) => {
  const disk = mount();
  try {
    const dataDir = join(disk, 'data');
    const service = await startServiceProcess({
      dataDir,
      port: await freePort(),
      roles: ['--api'],
      isFirstStart: true,
    });
    const statusOf = async (): Promise<number> => {
      const response = await fetch(`${service.url}/readyz`);
      await response.body?.cancel();
      return response.status;
    };
    const ballast = join(disk, 'ballast');
    try {
      for (const round of [1, 2]) {
        fill(ballast);
        const filledMs = performance.now();
        await until(`not ready in round ${round}`, async () => (await statusOf()) === 503);
        const refusedMs = performance.now() - filledMs;
        // It stays so: a probe does not find room that work would not find.
        for (let count = 0; count < 20; count += 1) assert.equal(await statusOf(), 503);
        rmSync(ballast);
        const freedMs = performance.now();
        await until(`ready again in round ${round}`, async () => (await statusOf()) === 200);
        const backMs = performance.now() - freedMs;
        t.diagnostic(`not ready after ${seconds(refusedMs)} s, again after ${seconds(backMs)} s`);
      }
    } finally {
      rmSync(ballast, { force: true });
      await service.end('SIGTERM');
    }
  } finally {
    unmount(disk);
  }
});

function seconds(durationMs: number): string {
  return (durationMs / 1_000).toFixed(2);
}

function mount(): string {
  const disk = mkdtempSync(join(tmpdir(), 'tidemill-small-disk-'));
  const size = 'size=250m,mode=711';
  execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', disk], { stdio: 'pipe' });
  return disk;
}

function unmount(disk: string): void {
  execFileSync('umount', ['--lazy', disk]);
  rmdirSync(disk);
}

function canMount(): boolean {
  try {
    unmount(mount());
    return true;
  } catch {
    return false;
  }
}

/** Until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const bytes of [1_048_576, 4_096]) while (writes(file, bytes));
  } finally {
    closeSync(file);
  }
}

function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    return false;
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Death } from '#main/work/restart-delay.ts';
import { RESTART_MS_MIN, restartDelay } from '#main/work/restart-delay.ts';

const KILLED: Death = { ending: 'SIGKILL', hasServed: true, isByWatchdog: false, livedMs: 4_000 };
const FAILED: Death = { ...KILLED, ending: 'exit code 1' };

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

function delaysOf(deaths: readonly Death[]): readonly number[] {
  let dueMs = RESTART_MS_MIN;
  return deaths.map((death) => {
    const { delayMs, nextMs } = restartDelay(dueMs, death);
    dueMs = nextMs;
    return delayMs;
  });
}

test('what is killed while it serves is started again at once, however often', () => {
  for (const ending of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'exit code 0', 'exit code 143'])
    assert.deepEqual(delaysOf(times(8, { ...KILLED, ending })), times(8, 500));
});

test('what ends by its own error waits twice as long each time, up to a bound', () => {
  const waits = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
  assert.deepEqual(delaysOf(times(8, FAILED)), waits);
  for (const ending of ['SIGSEGV', 'SIGABRT', 'exit code 7'])
    assert.deepEqual(delaysOf(times(8, { ...FAILED, ending })), waits);
});

test('one that is killed before it served is to blame: its start may be the reason', () => {
  assert.deepEqual(delaysOf(times(3, { ...KILLED, hasServed: false })), [500, 1_000, 2_000]);
});

test('the watchdog is never the fault of the process', () => {
  const ended = { ...FAILED, isByWatchdog: true };
  assert.deepEqual(delaysOf([ended, ended, ended]), [500, 500, 500]);
});

test('a kill between two errors does not shorten the wait of the second', () => {
  assert.deepEqual(delaysOf([FAILED, FAILED, KILLED, FAILED]), [500, 1_000, 500, 2_000]);
});

test('one that lived for a minute begins anew', () => {
  const old = { ...FAILED, livedMs: 60_001 };
  assert.deepEqual(delaysOf([FAILED, FAILED, old, FAILED]), [500, 1_000, 500, 1_000]);
  assert.deepEqual(delaysOf([FAILED, { ...FAILED, livedMs: 60_000 }]), [500, 1_000]);
});

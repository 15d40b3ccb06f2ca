import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchLateness } from '#main/serving/watch-lateness.ts';

/** Twelve in use, and none that waits: all that requests may have. */
const FULL = -1;

/** Whether it is late at each of these instants, while so many statements wait. */
function latenessAt(looks: readonly (readonly [atMs: number, waiting: number])[]) {
  let [now, waitingCount] = [0, 0];
  let look: () => void = () => undefined;
  const timer = {
    every(_intervalMs: number, run: () => void) {
      look = run;
      return () => undefined;
    },
  };
  const usage = () => {
    const inUseCount = waitingCount === FULL ? 12 : 11;
    return { inUseCount, waitingCount: Math.max(0, waitingCount) };
  };
  const watch = watchLateness(timer, { now: () => now }, { usage });
  return looks.map(([atMs, waiting]) => {
    [now, waitingCount] = [atMs, waiting];
    look();
    return watch.isLate();
  });
}

const steadily = (waiting: readonly number[]) =>
  latenessAt(waiting.map((count, index) => [(index + 1) * 250, count] as const));

test('a loop that turns late is late for a second afterwards', () => {
  const looks = [250, 499 + 250, 1_250, 1_500, 1_750, 2_000, 2_250].map(
    (atMs) => [atMs, 0] as const,
  );
  assert.deepEqual(latenessAt(looks), [false, false, true, true, true, true, false]);
});

test('statements that wait for a moment are no trouble, for a second they are', () => {
  assert.deepEqual(
    steadily([1, 1, 1, 0, 1, 1, 1]),
    Array.from({ length: 7 }, () => false),
  );
  const untilQuiet = [false, false, false, true, true, true, true, false];
  assert.deepEqual(steadily([1, 1, 1, 1, 0, 0, 0, 0]), untilQuiet);
  // Connections that are all in use count as well.
  assert.deepEqual(steadily([FULL, FULL, FULL, FULL]), [false, false, false, true]);
});

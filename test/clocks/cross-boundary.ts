// Loaded before a test file: in each of its tests the first reads of the clock return the last
// millisecond before a boundary, and all later ones the time after it. So a test that takes the
// time twice for one instant fails whenever it runs, and not once in a thousand runs. Threads and
// processes that the tests start have the shifted time without boundaries, and so has a PostgreSQL
// that reads the shift from a file.

import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

import type { BoundaryPlace, ClockOrder } from './clocks.ts';
import { after, placeFor } from './clocks.ts';
import { writeShift } from './shift-file.ts';

/** A test that does not read the clock itself crosses the boundary all the same. */
const FROZEN_MS = 1_000;
const TEST_FILE = /\.(?:test|prop|long)\.ts\b/;
/** Below those of this file: the test's own, perhaps under the one of a clock that it was given. */
const OWN_FRAMES = [3, 5] as const;

const rightNow = Date.now.bind(Date);

function wrongClock(): () => number {
  if (isMainThread && TEST_FILE.test(process.argv[1] ?? ''))
    return crossingClock(JSON.parse(process.env['TEST_CLOCK'] ?? '') as ClockOrder);
  const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS']);
  return () => rightNow() + shiftMs;
}

function crossingClock(order: ClockOrder): () => number {
  const { periodMs } = order;
  let { boundaryMs } = order;
  // While files are loaded and suites prepared, it is half a minute before the first boundary.
  let fromMs = boundaryMs - 30_000;
  let since = performance.now();
  shiftServer(fromMs - rightNow());
  let place: BoundaryPlace | null = null;
  let leftCount = 0;
  const elapsedMs = (): number => Math.floor(performance.now() - since);
  // Time does not leap for tests that run beside others.
  let runningCount = 0;
  afterEach(() => void (runningCount -= 1));
  beforeEach(({ name }) => {
    runningCount += 1;
    if (runningCount > 1) return;
    if (periodMs !== null) boundaryMs = Math.max(boundaryMs, after(fromMs + elapsedMs(), periodMs));
    fromMs = boundaryMs;
    since = performance.now();
    place = placeFor(order, name);
    leftCount = place.reads;
    const shiftMs = boundaryMs - rightNow();
    process.env['TEST_CLOCK_SHIFT_MS'] = String(shiftMs);
    shiftServer(shiftMs);
  });
  return () => {
    if (leftCount === 0 || place === null) return fromMs + elapsedMs();
    if (elapsedMs() > FROZEN_MS) leftCount = 0;
    else if (!place.areOwn || isOwnRead()) leftCount -= 1;
    // Time goes on from the boundary: no second is missing.
    if (leftCount === 0) since = performance.now();
    return boundaryMs - 1;
  };
}

function shiftServer(shiftMs: number): void {
  const shiftFile = process.env['TEST_CLOCK_SHIFT_FILE'] ?? '';
  if (shiftFile !== '') writeShift(shiftFile, shiftMs);
}

/** Whether a test file itself takes the time, perhaps from a clock that it was given. */
function isOwnRead(): boolean {
  const frames = new Error('for its frames').stack?.split('\n') ?? [];
  return frames.slice(...OWN_FRAMES).some((frame) => TEST_FILE.test(frame));
}

const wrongNow = wrongClock();

globalThis.Date = new Proxy(Date, {
  apply: (right): string => new right(wrongNow()).toString(),
  construct: (right, given): Date =>
    Reflect.construct(right, given.length === 0 ? [wrongNow()] : given) as Date,
  get: (right, name): unknown => (name === 'now' ? wrongNow : Reflect.get(right, name)),
});

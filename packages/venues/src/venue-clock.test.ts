import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { VenueClock } from '#venues/venue-clock.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';

const START_MS = 1_700_000_000_000;

type Trip = { readonly skewMs: number; readonly thereMs: number; readonly backMs: number };

/** Round trips in turn (the last one again and again), and what follows: skew, error, off. */
const MEASUREMENTS: readonly (readonly [
  string,
  readonly (Trip | null)[],
  number,
  number,
  boolean,
])[] = [
  ['the same clock', [{ skewMs: 0, thereMs: 20, backMs: 20 }], 0, 20, false],
  ['a venue ahead', [{ skewMs: 400, thereMs: 20, backMs: 20 }], 400, 20, false],
  ['a lopsided trip', [{ skewMs: 0, thereMs: 0, backMs: 80 }], -40, 40, false],
  ['a clock that is off', [{ skewMs: -1_100, thereMs: 20, backMs: 20 }], -1_100, 20, true],
  ['perhaps off', [{ skewMs: 1_100, thereMs: 300, backMs: 300 }], 1_100, 300, false],
  [
    'a slow trip, then a fast one',
    [
      { skewMs: 5, thereMs: 900, backMs: 0 },
      { skewMs: 5, thereMs: 9, backMs: 9 },
    ],
    5,
    9,
    false,
  ],
  ['a slow trip, then none', [{ skewMs: 5, thereMs: 200, backMs: 200 }, null], 5, 200, false],
];

for (const [title, trips, skewMs, errorMs, isOff] of MEASUREMENTS)
  test(`${title}: skew ${skewMs}, error ${errorMs}`, async () => {
    const { clock } = clockOver(trips);
    assert.equal(await clock.measure(), true);
    assert.deepEqual([clock.skewMs(), clock.errorMs(), clock.isOff()], [skewMs, errorMs, isOff]);
  });

test('a venue that does not say its time leaves the last measurement', async () => {
  const { clock, now } = clockOver([null, { skewMs: 70, thereMs: 1, backMs: 1 }, null]);
  assert.equal(await clock.measure(), false);
  assert.deepEqual([clock.skewMs(), clock.isOff(), clock.nowMs()], [null, false, now()]);
  assert.equal(await clock.measure(), true);
  assert.equal(await clock.measure(), false);
  assert.equal(clock.nowMs(), now() + 70);
});

test('measurements at the same time are one, and it is repeated every minute', async () => {
  const { clock, requested } = clockOver([{ skewMs: 0, thereMs: 1, backMs: 1 }]);
  await Promise.all([clock.measure(), clock.measure(), clock.measure()]);
  assert.equal(requested(), 1);
  let every = 0;
  let run: (() => void) | null = null;
  const stop = clock.follow({
    every(intervalMs, repeat) {
      every = intervalMs;
      run = repeat;
      return () => (run = null);
    },
  });
  assert.equal(every, 60_000);
  (run as (() => void) | null)?.();
  await clock.measure();
  assert.equal(requested(), 2);
  stop();
  assert.equal(run, null);
});

function clockOver(trips: readonly (Trip | null)[]): {
  readonly clock: VenueClock;
  readonly now: () => number;
  readonly requested: () => number;
} {
  let nowMs = START_MS;
  let requestedCount = 0;
  const ask = async (): Promise<number | null> => {
    const trip = trips[Math.min(requestedCount, trips.length - 1)] ?? null;
    requestedCount += 1;
    if (trip === null) return null;
    nowMs += trip.thereMs;
    const venueAtMs = nowMs + trip.skewMs;
    nowMs += trip.backMs;
    return venueAtMs;
  };
  const clock = makeVenueClock({ nowMs: () => nowMs }, ask);
  return { clock, now: () => nowMs, requested: () => requestedCount };
}

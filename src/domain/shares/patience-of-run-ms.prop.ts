// Invariants of short work before long work, for whatever a user asks in whatever sequence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { patienceOfRunMs, PATIENCE_MS_MAX } from '#domain/shares/patience-of-run-ms.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

const TENANT = { tenantId: 't', memberId: 'm' };

type Run = { readonly minutesCount: number; readonly queuedAtMs: number; readonly dueMs: number };

/** Runs that were queued one after the other, of a day to ten years each. */
const anyRuns = fc
  .array(
    fc.record({
      minutesCount: fc.integer({ min: 1, max: 5_256_000 }),
      pauseMs: fc.nat({ max: 2 * PATIENCE_MS_MAX }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((requested) => {
    let queuedAtMs = 0;
    return requested.map(({ minutesCount, pauseMs }): Run => {
      queuedAtMs += pauseMs;
      return { minutesCount, queuedAtMs, dueMs: queuedAtMs + patienceOfRunMs(minutesCount) };
    });
  });

/** How many of them have been queued before each begins, one place for all. */
const anyDelays = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 40 });

/** The runs in the sequence in which they begin. */
function sequenceOf(runs: readonly Run[], delays: readonly number[]): readonly Run[] {
  const limits = { placesCount: 1, retainedCount: 0, waitingPerTenantMax: Infinity, sharesMax: 1 };
  const queue = tenantQueue<Run>(limits);
  const begun: Run[] = [];
  const coming = [...runs];
  while (begun.length < runs.length) {
    const count = delays[begun.length % delays.length] ?? 0;
    for (const run of coming.splice(0, Math.max(count, queue.waitingCount() === 0 ? 1 : 0)))
      assert.ok(queue.add(TENANT, run, run.dueMs));
    const turn = queue.next();
    assert.ok(turn !== null);
    begun.push(turn.item);
    queue.end(TENANT);
  }
  return begun;
}

test('a run is passed by shorter ones alone, and by none that comes an hour later', () => {
  fc.assert(
    fc.property(anyRuns, anyDelays, (runs, delays) => {
      const begun = sequenceOf(runs, delays);
      for (const [place, run] of begun.entries()) {
        const passedBy = begun
          .slice(0, place)
          .filter((each) => runs.indexOf(each) > runs.indexOf(run));
        for (const other of passedBy) {
          assert.ok(other.minutesCount < run.minutesCount);
          assert.ok(other.queuedAtMs - run.queuedAtMs < PATIENCE_MS_MAX);
        }
      }
    }),
  );
});

test('of runs that were queued at once the shorter begins first', () => {
  fc.assert(
    fc.property(anyRuns, (runs) => {
      const atOnce = runs.map((run) => ({ ...run, dueMs: patienceOfRunMs(run.minutesCount) }));
      const patience = sequenceOf(atOnce, [runs.length]).map(({ dueMs }) => dueMs);
      assert.deepEqual(
        patience,
        patience.toSorted((left, right) => left - right),
      );
    }),
  );
});

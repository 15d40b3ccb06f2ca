// A run that was written down somewhere in its life and loaded from that goes on as one that
// never was: the same orders, lines, figures and state, bit for bit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StartBot } from '#services/live/run/run-continues.fixture.ts';
import { assertRunGoesOn } from '#services/live/run/run-continues.fixture.ts';
import { SNAPSHOT_SCRIPTS, SNAPSHOT_STRATEGIES } from '#services/live/run/snapshot.fixture.ts';

async function assertGoesOn(start: StartBot, numRuns: number): Promise<void> {
  const { cutsCount, ordersCount } = await assertRunGoesOn(start, numRuns);
  assert.ok(ordersCount > 3, 'it traded');
  assert.ok(cutsCount > 0, 'minutes were cut');
}

/** The tests; each run is loaded at random places so many times. */
export function testRunSnapshots(numRuns: number): void {
  void suite('a run that is loaded from a snapshot goes on as one that never stopped', () => {
    for (const [name, source] of Object.entries(SNAPSHOT_SCRIPTS))
      void test(`script: ${name}`, () => assertGoesOn((harness) => harness.start(source), numRuns));
    for (const [name, start] of Object.entries(SNAPSHOT_STRATEGIES))
      void test(`strategy: ${name}`, () => assertGoesOn(start, numRuns));
  });
}

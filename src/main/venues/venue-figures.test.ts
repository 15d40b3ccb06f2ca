import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyStandingStill } from '#main/venues/venue-figures.ts';

/** What is left of the lease, how long the process has run, and why it is not ready. */
const CASES: readonly (readonly [number | null, number, string | null])[] = [
  [4_000, 60_000, null],
  [-9_000, 60_000, null],
  [-11_500, 60_000, 'it has had no lease for 11 s'],
  [null, 5_000, null],
  [null, 20_000, 'it has had no lease for 20 s'],
];

for (const [leaseLeftMs, runningForMs, reason] of CASES)
  test(`a venue process with a lease of ${leaseLeftMs} ms after ${runningForMs} ms: ${reason ?? 'ready'}`, () => {
    assert.equal(whyStandingStill({ leaseLeftMs }, runningForMs), reason);
  });

// The short forms of tenants.long.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attack } from './attacks.ts';
import { tryAttacks } from './try-attacks.ts';

const ATTACK_MS = 1_000;
/** Other tests run at the same time; a queue without shares would take many minutes. */
const SLACK = 15;

/** The test, with these attacks. */
export function testShortAttacks(attacks: readonly Attack[]): void {
  test('a hostile user costs another one little', { timeout: 1_800_000 }, async (t) => {
    const report = (line: string): void => t.diagnostic(line);
    const plan = { attacks, attackMs: ATTACK_MS, slack: SLACK, watchesMinutes: false, report };
    assert.deepEqual(await tryAttacks(plan), []);
  });
}

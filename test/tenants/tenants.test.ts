// One attack of tenants.long.ts, in its short form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONE_ATTACK } from './attacks.ts';
import { tryAttacks } from './try-attacks.ts';

const ATTACK_MS = 1_000;
/** Other tests run at the same time; a queue without shares would take many minutes. */
const SLACK = 15;

test('a hostile user costs another one little', { timeout: 1_800_000 }, async (t) => {
  const report = (line: string): void => t.diagnostic(line);
  const of = { attackMs: ATTACK_MS, slack: SLACK, watchesMinutes: false };
  assert.deepEqual(await tryAttacks({ attacks: ONE_ATTACK, ...of, report }), []);
});

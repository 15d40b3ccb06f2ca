// The rounds of the everyday test, more of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from './kill-lab-workers.ts';

const ROUNDS = 50;

test(`in ${ROUNDS} rounds of killing workers no combination is lost or doubled`, async () => {
  const wish = { fastCount: 40, slowCount: 50, days: 2 };
  await assert.doesNotReject(killRounds(ROUNDS, wish));
});

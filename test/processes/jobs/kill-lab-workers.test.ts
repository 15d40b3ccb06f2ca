// Workers that are killed at random under a lab lose and double nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from './kill-lab-workers.ts';

const ROUNDS = 3;

test('whenever workers are killed, a lab has each result once, as when undisturbed', async () => {
  const wish = { fastCount: 40, slowCount: 50, days: 2 };
  await assert.doesNotReject(killRounds(ROUNDS, wish));
});

// More seeds of the simulator than an everyday run has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSimulator } from '../../sim/run-simulator.ts';

const SEEDS_COUNT = 300;

test('nothing goes against the rules, and after healing all agree', () => {
  const { status, lines } = runSimulator('--seeds', String(SEEDS_COUNT), '--from', '40');
  assert.equal(status, 0, lines.join('\n'));
});

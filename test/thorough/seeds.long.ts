// More seeds of the simulator than `npm run test:processes` has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSimulator } from '../sim/run-simulator.ts';

const SEEDS_COUNT = 300;

test('nothing goes against the rules, and after healing all agree', () => {
  const flags = ['--seeds', String(SEEDS_COUNT), '--from', '40', '--workers', '2'];
  const { status, lines } = runSimulator(...flags);
  assert.equal(status, 0, lines.join('\n'));
});

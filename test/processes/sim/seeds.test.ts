// Some seeds of the simulator, and all that once failed; test/thorough/ has more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSimulator } from '../../sim/run-simulator.ts';

const SEEDS_COUNT = 40;

test('nothing goes against the rules, and after healing all agree', () => {
  const { status, lines } = runSimulator('--seeds', String(SEEDS_COUNT));
  assert.equal(status, 0, lines.join('\n'));
});

// Known mutants must be found by the simulator, or it is broken itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MUTANTS } from '../../sim/mutants.ts';
import { runSimulator } from '../../sim/run-simulator.ts';

const CANARY_SEEDS_COUNT = 100;

test(`each known mutant is found within ${CANARY_SEEDS_COUNT} seeds`, (context) => {
  const { status, lines } = runSimulator('--canaries', '--seeds', String(CANARY_SEEDS_COUNT));
  for (const line of lines) context.diagnostic(line);
  assert.equal(status, 0, lines.join('\n'));
  assert.equal(lines.length, MUTANTS.length);
});

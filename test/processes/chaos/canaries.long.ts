// Each canary of chaos must be found, or chaos is blind to its kind of fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANARIES } from '../../chaos/canaries.ts';
import { findCanary } from '../../chaos/find-canary.ts';

const SEARCH = { first: 1, runs: 5, seconds: 60, size: 'few' } as const;

for (const canary of CANARIES)
  test(`${canary.name}: is found`, async (context) => {
    const { seed, violation } = await findCanary(canary, SEARCH);
    context.diagnostic(`seed ${seed}: ${violation}`);
    assert.notEqual(violation, null);
  });

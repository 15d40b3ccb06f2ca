import assert from 'node:assert/strict';
import { test } from 'node:test';

import { editOf, runOf } from '../../console/src/pages/bots/edited-run.ts';

const SETTINGS = {
  interval: 15,
  leverage: null,
  margin_mode: null,
  trade_amount: '100',
  trade_amount_percent: null,
  pyramiding: null,
  stops: null,
} as const;

test('only the parts that differ are sent, whole', () => {
  const run = runOf({ parameters: { Length: 14 }, settings: SETTINGS });
  assert.deepEqual(run, {
    parameters: { Length: 14 },
    settings: { interval: 15, trade_amount: '100' },
  });
  const before = {
    name: 'a',
    run: { parameters: run.parameters as object, settings: run.settings },
  };
  assert.deepEqual(editOf(before, { name: ' a ', run: { ...run } }), {});
  const reordered = { trade_amount: '100', interval: 15 } as const;
  assert.deepEqual(editOf(before, { name: 'a', run: { ...run, settings: reordered } }), {});
  assert.deepEqual(editOf(before, { name: 'b', run: { ...run, parameters: {} } }), {
    name: 'b',
    parameters: {},
  });
  const hourly = { ...run, settings: { ...run.settings, interval: 60 } };
  assert.deepEqual(editOf(before, { name: 'a', run: hourly }), {
    settings: { interval: 60, trade_amount: '100' },
  });
});

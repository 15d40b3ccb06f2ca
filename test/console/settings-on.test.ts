// A bot that is made of a backtest of futures, on an account of spot: what its form does not show
// is not sent, because its refusal could not be mended there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsOn } from '../../console/src/pages/bots/settings-on.ts';

const SETTINGS = { interval: 60, trade_amount: '50', leverage: '3', margin_mode: 'cross' } as const;

test('leverage and margin are sent for futures alone', () => {
  assert.deepEqual(settingsOn('spot', SETTINGS), {
    interval: 60,
    trade_amount: '50',
  });
  assert.deepEqual(settingsOn('futures', SETTINGS), SETTINGS);
});

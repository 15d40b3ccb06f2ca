// A bot that is made of another one, or of a backtest, has what was chosen there and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSettings } from '../../console/src/pages/bots/run-settings.ts';

test('what was chosen is taken over, and what was not is left to the script', () => {
  const settings = { leverage: null, margin_mode: null, pyramiding: 3, trade_amount: '50' };
  assert.deepEqual(runSettings({ ...settings, trade_amount_percent: undefined }), {
    pyramiding: 3,
    trade_amount: '50',
  });
});

test('how orders of a backtest filled, and who holds stops, is not taken over', () => {
  const settings = { trade_amount_percent: '25', fee_percent: '0.1', stops: 'exchange' };
  assert.deepEqual(runSettings(settings), { trade_amount_percent: '25' });
});

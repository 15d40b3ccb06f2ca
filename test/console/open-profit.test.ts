// A trade that is still open has the profit that the report's total has of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOpenProfit } from '../../console/src/report/open-profit.ts';

type Trade = { is_closed: boolean; realized_profit: string; roi: string };

const trade = (isClosed: boolean, profit: string): Trade => ({
  is_closed: isClosed,
  realized_profit: profit,
  roi: '-0.1',
});

const shown = (trades: readonly Trade[], profit: string | undefined) =>
  withOpenProfit(trades, profit).map(({ realized_profit, roi }) => [realized_profit, roi]);

test('what is open is added to what was realized, of which alone the margin is no measure', () => {
  assert.deepEqual(shown([trade(true, '5'), trade(false, '-0.1')], '10.47'), [
    ['5', '-0.1'],
    ['10.37', null],
  ]);
});

test('of several that are open nobody knows whose it is, and bots show it elsewhere', () => {
  const open = [trade(false, '-0.1'), trade(false, '-0.2')];
  assert.deepEqual(shown(open, '10'), [
    ['-0.1', '-0.1'],
    ['-0.2', '-0.1'],
  ]);
  assert.deepEqual(shown([trade(false, '-0.1')], undefined), [['-0.1', '-0.1']]);
});

// The sentences that a report begins with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { conclude } from '#services/reports/conclude.ts';

type ReportFigures = Parameters<typeof conclude>[0];

const hold = { returnPercent: 17.4 } as ReportFigures['hold'];
const trades = (count: number) => ({ count }) as ReportFigures['all'];
const band = (lossPercent: number) =>
  ({ paths: 1_000, lossPercent }) as NonNullable<ReportFigures['monteCarlo']>;

const GAINED: ReportFigures = {
  startEquity: 8_700,
  totalProfit: 50.78,
  totalReturnPercent: 0.5837,
  hold,
  mostUsedPercent: 6.9,
  pairs: null,
  all: trades(7),
  monteCarlo: null,
};

test('say of what a gain is, what holding brought, and that few trades tell nothing', () => {
  assert.equal(
    conclude(GAINED, 'USDT'),
    'It gained 0.584 % of 8,700 USDT; held in the market they gained 17.4 %. At most 6.9 % of ' +
      'the money was in trades at one time. 7 closed trades: too few to tell skill from luck.',
  );
});

test('weigh many trades by what chance makes of them', () => {
  const many = { ...GAINED, all: trades(88), mostUsedPercent: 100 };
  assert.match(
    conclude({ ...many, monteCarlo: band(23.4) }, 'USDT'),
    /88 closed trades: of 1,000 runs drawn from its trades 23\.4 % end with a loss, so that it may/,
  );
  assert.match(conclude({ ...many, monteCarlo: band(1) }, 'USDT'), /chance alone explains little/);
  const lost = { ...many, totalProfit: -5, totalReturnPercent: -0.5, monteCarlo: band(99) };
  assert.match(
    conclude(lost, 'USDT'),
    /^It lost 0\.5 % of .* 1 % do not lose, so that chance alone/,
  );
});

test('count pairs of a grid as its trades', () => {
  const pairs = { winning: 26, losing: 1, profit: decimal('60') } as ReportFigures['pairs'];
  const text = conclude({ ...GAINED, all: trades(0), pairs }, 'USDT');
  assert.match(text, /27 closed grids: each earns little by design/);
});

test('have nothing to say of a run without trades or money', () => {
  const idle = { ...GAINED, all: trades(0), totalProfit: 0, totalReturnPercent: 0 };
  assert.match(conclude(idle, 'USDT'), /no trades/);
  assert.match(conclude({ ...GAINED, totalReturnPercent: null }, 'USDT'), /without money/);
});

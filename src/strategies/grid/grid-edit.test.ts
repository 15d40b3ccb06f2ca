// A grid that is edited while it runs: what it holds and has earned stays, its orders follow. The
// published grid: 20,000 to 30,000 in five intervals at 24,100.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { gridReport } from '#strategies/grid/grid-run.fixture.ts';
import type { GridState } from '#strategies/grid/grid-state.ts';
import { EXAMPLE_CONFIG, EXAMPLE_MARKET, gridOf } from '#strategies/grid/grid.fixture.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';

/** Minutes that stand still at these prices. */
function at(...prices: readonly number[]): Bar[] {
  return prices.map((price) => [price * 100, price * 100, price * 100, price * 100, 10 ** 9]);
}

type EditOutcome = { readonly report: BacktestReport; readonly state: GridState };

/** The grid over these prices; edited after so many updates. */
function edited(
  edits: Readonly<Record<number, ConfigRecord>>,
  prices: readonly number[],
  first: ConfigRecord = {},
): EditOutcome {
  let last: GridState | null = null;
  let count = 0;
  const report = gridReport(
    gridOf(first),
    EXAMPLE_MARKET,
    at(...prices),
    {},
    (_, state, running) => {
      count += 1;
      last = state;
      const changes = edits[count];
      if (changes !== undefined) running.edit({ ...EXAMPLE_CONFIG, ...first, ...changes });
    },
  );
  assert.ok(last !== null);
  return { report, state: last };
}

function resting({ orders }: BacktestReport): string[] {
  return orders
    .filter(({ state }) => state === 'open')
    .map(({ side, amount, price }) => `${side} ${formatDecimal(amount)} ${formatDecimal(price)}`)
    .sort();
}

const STILL = Array(8).fill(24_100) as number[];

suite('a range that is moved', () => {
  test('takes its orders along, and what it holds is sold on the new lines', () => {
    const { report, state } = edited({ 3: { lower_price: '21000', upper_price: '31000' } }, STILL);
    assert.deepEqual(resting(report), [
      'buy 0.0098 21000',
      'buy 0.0098 23000',
      'sell 0.01 27000',
      'sell 0.01 29000',
      'sell 0.01 31000',
    ]);
    const held = state.cells.reduce((sum, { heldLots }) => sum + heldLots, 0);
    assert.equal(held, 300);
    assert.match(
      report.logs.map(({ message }) => message).join('\n'),
      /the range was moved to 21000 to 31000/,
    );
  });

  test('leaves its orders with the edit, and has the new ones with the next update', () => {
    const seen: number[] = [];
    let count = 0;
    gridReport(gridOf(), EXAMPLE_MARKET, at(...STILL), {}, (api, _, running) => {
      count += 1;
      seen.push(api.orders.open(null).length);
      const range = { lower_price: '21000', upper_price: '31000' };
      if (count === 3) running.edit({ ...EXAMPLE_CONFIG, ...range });
    });
    assert.deepEqual(seen.slice(2, 5), [5, 5, 5]);
    assert.equal(seen.at(-1), 5);
  });

  test('never trades at once: what would waits until the price has passed its line', () => {
    const { report } = edited({ 3: { lower_price: '15000', upper_price: '20000' } }, STILL);
    const traded = report.orders.filter(({ state }) => state === 'filled');
    assert.equal(traded.length, 1, 'the opening order alone');
    assert.deepEqual(resting(report), ['buy 0.0134 15000', 'buy 0.0134 16000']);
  });

  test('keeps what was earned', () => {
    const prices = [24_100, 24_100, 24_100, 21_900, 21_900, 24_100, 24_100, 24_100, 24_100, 24_100];
    const plain = edited({}, prices);
    const moved = edited({ 8: { upper_price: '32500' } }, prices);
    assert.ok(plain.state.earnedUnits > 0n);
    assert.equal(moved.state.earnedUnits, plain.state.earnedUnits);
    assert.equal(moved.state.closedGrids, plain.state.closedGrids);
  });
});

suite('an investment that is raised', () => {
  test('replaces entries by larger ones, and exits by what they entered', () => {
    const { report } = edited({ 3: { investment: '2288' } }, STILL);
    assert.deepEqual(resting(report), [
      'buy 0.02 20000',
      'buy 0.02 22000',
      'sell 0.01 26000',
      'sell 0.01 28000',
      'sell 0.01 30000',
    ]);
  });

  test('leaves the entries as they are where there is no money for more', () => {
    const { report } = edited({ 3: { investment: '100000' } }, STILL);
    assert.deepEqual(resting(report).slice(0, 2), ['buy 0.01 20000', 'buy 0.01 22000']);
    assert.equal(report.orders.length, 6);
  });
});

suite('what holds at once', () => {
  test('a stop', () => {
    const prices = [...STILL.slice(0, 4), 18_900, 18_900, 18_900, 18_900];
    const { report } = edited({ 3: { stop_loss_price: '19000', sell_base_on_stop: true } }, prices);
    assert.deepEqual(resting(report), []);
    assert.equal(report.wallet.find(({ currency }) => currency === 'BTC')?.amount ?? 0n, 0n);
  });

  test('fewer orders, and more again', () => {
    const fewer = edited({ 3: { max_active_orders: 2 } }, STILL);
    assert.deepEqual(resting(fewer.report), ['buy 0.01 22000', 'sell 0.01 26000']);
    const again = edited({ 3: { max_active_orders: 2 }, 5: { max_active_orders: 9 } }, STILL);
    assert.equal(resting(again.report).length, 5);
  });

  test('trailing', () => {
    const prices = [24_100, 24_100, 24_100, 30_100, 32_100, 32_100, 32_100, 32_100];
    const { state } = edited({ 3: { trailing_up: true, investment: '1144' } }, prices);
    assert.equal(state.shift, 1);
  });
});

test('profit that is reinvested enlarges the entries that come next', () => {
  const cycle = [24_100, 21_900, 21_900, 24_100, 24_100];
  const prices = [24_100, 24_100, ...cycle, ...cycle, ...cycle, ...cycle, 24_100];
  const grown = edited({}, prices, { reinvest_profit: true });
  const plain = edited({}, prices);
  const amountOf = ({ report }: EditOutcome): bigint =>
    report.orders.findLast(({ side, state }) => side === 'buy' && state === 'open')?.amount ?? 0n;
  assert.equal(amountOf(plain), decimal('0.01'));
  assert.ok(amountOf(grown) > decimal('0.01'));
});

// Invariants of edits while a grid runs, whatever the price does meanwhile: no two orders on a
// line, nothing sold that is not held, profit never lost, and the books of the intervals are the
// wallet's change to the unit.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { gridReport } from '#strategies/grid/grid-run.fixture.ts';
import type { GridState } from '#strategies/grid/grid-state.ts';
import { EXAMPLE_CONFIG, EXAMPLE_MARKET, gridOf } from '#strategies/grid/grid.fixture.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { applyEdit } from '#strategies/read-config.ts';

const VANILLA = futuresMarket('vanilla', '1', { minOrderValue: '10' });

/** A walk from 24,100 in minutes that cover what lies between. */
const anyBars = fc
  .array(
    fc.record({
      move: fc.integer({ min: -200_000, max: 200_000 }),
      volume: fc.constantFrom(0, 100, 2_000, 10 ** 9),
    }),
    { minLength: 12, maxLength: 30 },
  )
  .map((steps): Bar[] => {
    let price = 2_410_000;
    const still: Bar = [price, price, price, price, 10 ** 9];
    const bars = steps.map(({ move, volume }): Bar => {
      const open = price;
      price = Math.min(3_600_000, Math.max(1_500_000, price + move));
      return [open, Math.max(open, price), Math.min(open, price), price, volume];
    });
    return [still, ...bars];
  });

const anyChanges: fc.Arbitrary<ConfigRecord> = fc.oneof(
  fc.record({
    lower_price: fc.constantFrom('18000', '20500', '23000'),
    upper_price: fc.constantFrom('27000', '31000', '35500.5'),
  }),
  fc.record({ investment: fc.constantFrom('1500', '2500', '9000') }),
  fc.record({ max_active_orders: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ trailing_up: fc.boolean(), trailing_down: fc.boolean() }),
  fc.record({ reinvest_profit: fc.boolean() }),
);

/** By the update after which they come. */
const anyEdits = fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), anyChanges), { maxLength: 6 });

function assertOneOrderPerLine({ orders }: CommandContext): void {
  const open = orders.open(null).filter(({ type }) => type === 'limit');
  const prices = open.map(({ price }) => price);
  assert.equal(new Set(prices).size, prices.length, 'a line has one order');
}

/** Units that closed grids earned and that open ones cost. */
function notedUnits({ cells, earnedUnits }: GridState): bigint {
  return cells.reduce((sum, { heldUnits }) => sum + heldUnits, earnedUnits);
}

test('a spot grid that is edited keeps one order on a line, its profit and its books', () => {
  fc.assert(
    fc.property(anyBars, anyEdits, fc.boolean(), (bars, edits, isReinvested) => {
      let record: ConfigRecord = { ...EXAMPLE_CONFIG, reinvest_profit: isReinvested };
      let count = 0;
      let noted = 0n;
      let isSettled = false;
      let earned = 0n;
      let filledBefore = 0;
      const still = [null, bars.at(-1) ?? null, null];
      const setup = { settings: { rules: 'realistic' } } as const;
      const config = gridOf({ reinvest_profit: isReinvested });
      const report = gridReport(
        config,
        EXAMPLE_MARKET,
        [...bars, ...still],
        setup,
        (api, state, running) => {
          assertOneOrderPerLine(api);
          assert.ok(state !== null);
          count += 1;
          noted = notedUnits(state);
          const { filled } = api.orders.counts();
          if (filled === filledBefore) assert.equal(state.earnedUnits, earned, 'profit stays');
          earned = state.earnedUnits;
          filledBefore = filled;
          const open = api.orders.open(null);
          isSettled = open.every(
            ({ filledAmount, type }) => filledAmount === 0 && type === 'limit',
          );
          for (const [, changes] of edits.filter(([at]) => at === count)) {
            const next = applyEdit('spot_grid', record, changes, EXAMPLE_MARKET, true);
            if (!next.ok) continue;
            ({ record } = next.value);
            running.edit(record);
          }
        },
      );
      const wallet = report.wallet.find(({ currency }) => currency === 'USDT')?.amount ?? 0n;
      const base = report.wallet.find(({ currency }) => currency === 'BTC')?.amount ?? 0n;
      assert.ok(base >= 0n, 'nothing is sold that is not held');
      const spent = (wallet - decimal('10000')) / 10n ** 10n;
      if (isSettled) assert.ok(absolute(spent - noted) <= BigInt(report.orders.length));
    }),
  );
});

test('a futures grid that is edited keeps one order on a line in every direction', () => {
  fc.assert(
    fc.property(
      anyBars,
      anyEdits,
      fc.constantFrom('long', 'short', 'neutral'),
      (bars, edits, direction) => {
        const first: ConfigRecord = { ...EXAMPLE_CONFIG, direction, leverage: 2 };
        const config = gridOf({ direction, leverage: 2 }, 'futures_grid');
        let record = first;
        let count = 0;
        gridReport(config, VANILLA, bars, {}, (api, _, running) => {
          assertOneOrderPerLine(api);
          const position = api.positions.find(null);
          const isRight = position === null || direction === 'neutral';
          assert.ok(isRight || position.direction === direction, 'never the other way');
          count += 1;
          for (const [, changes] of edits.filter(([at]) => at === count)) {
            const next = applyEdit('futures_grid', record, changes, VANILLA, true);
            if (!next.ok) continue;
            ({ record } = next.value);
            running.edit(record);
          }
        });
      },
    ),
  );
});

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

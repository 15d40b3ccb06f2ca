// Invariants of a grid, whatever the price does: one order on a line at most, nothing sold that is
// not held, the books of its intervals equal to those of the run.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { decimal } from '#lib/decimal.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { EXAMPLE_MARKET, gridOf, marketAt } from '#strategies/grid/grid.fixture.ts';
import type { GridState } from '#strategies/grid/grid-state.ts';
import { gridReport } from '#strategies/grid/grid-run.fixture.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';

const VANILLA = futuresMarket('vanilla', '1', { minOrderValue: '10' });

/** A walk from 24,100 in minutes that cover what lies between. */
const anyBars = fc
  .array(
    fc.record({
      move: fc.integer({ min: -250_000, max: 250_000 }),
      volume: fc.constantFrom(0, 100, 2_000, 10 ** 9),
      isMissing: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 5, maxLength: 40 },
  )
  .map((steps): Bar[] => {
    let price = 2_410_000;
    const bars: Bar[] = steps.map(({ move, volume, isMissing }) => {
      if (isMissing) return null;
      const open = price;
      price = Math.min(3_200_000, Math.max(1_800_000, price + move));
      return [open, Math.max(open, price), Math.min(open, price), price, volume];
    });
    return [[2_410_000, 2_410_000, 2_410_000, 2_410_000, 10 ** 9], ...bars];
  });

const anyGrid = fc.record({
  grid_count: fc.integer({ min: 2, max: 12 }),
  grid_mode: fc.constantFrom('arithmetic', 'geometric'),
  max_active_orders: fc.constantFrom(199, 3),
  trailing_up: fc.boolean(),
  trailing_down: fc.boolean(),
});
const SETUP = { settings: { rules: 'realistic' } } as const;

function assertOneOrderPerLine({ orders }: CommandContext): void {
  const open = orders.open(null).filter(({ type }) => type === 'limit');
  const prices = open.map(({ price }) => price);
  assert.equal(new Set(prices).size, prices.length, 'a line has one order');
}

/** Units that closed grids earned and that open ones cost. */
function notedUnits(state: GridState | null): bigint {
  assert.ok(state !== null, 'it has seen a price');
  return state.cells.reduce((sum, { heldUnits }) => sum + heldUnits, state.earnedUnits);
}

test('a spot grid has one order on a line, and its books are the wallet to the unit', () => {
  fc.assert(
    fc.property(anyBars, anyGrid, (bars, changes) => {
      const calm: Bar = bars.at(-1) ?? [2_410_000, 2_410_000, 2_410_000, 2_410_000];
      let noted = 0n;
      let isSettled = false;
      const report = gridReport(
        gridOf(changes),
        EXAMPLE_MARKET,
        [...bars, null, calm === null ? null : calm],
        SETUP,
        (api, state) => {
          assertOneOrderPerLine(api);
          noted = notedUnits(state);
          const open = api.orders.open(null);
          isSettled = open.every(
            ({ filledAmount, type }) => filledAmount === 0 && type === 'limit',
          );
        },
      );
      const wallet = report.wallet.find(({ currency }) => currency === 'USDT')?.amount ?? 0n;
      const spent = (wallet - decimal('10000')) / 10n ** 10n;
      if (isSettled) assert.ok(absolute(spent - noted) <= BigInt(report.orders.length));
    }),
  );
});

/** Anything that may be asked of a grid at 24,100 before it begins. */
const anyWish = fc.record({
  lower_price: fc.integer({ min: 15_000, max: 24_000 }),
  upper_price: fc.integer({ min: 24_200, max: 40_000 }),
  grid_count: fc.integer({ min: 2, max: 40 }),
  grid_mode: fc.constantFrom('arithmetic', 'geometric'),
  investment: fc.integer({ min: 100, max: 9_500 }),
  fill_grid_on_start: fc.boolean(),
});
/** Null: a spot grid. */
const anyStance = fc.option(
  fc.record({
    direction: fc.constantFrom('long', 'short', 'neutral'),
    leverage: fc.integer({ min: 1, max: 5 }),
  }),
);
const STILL: Bar[] = Array.from({ length: 4 }, () => [
  2_410_000, 2_410_000, 2_410_000, 2_410_000, 1e9,
]);

/** Side, amount and price of each order, sorted. */
function inWords(orders: readonly { side: string | null; amount: bigint; price: bigint }[]) {
  return orders.map(({ side, amount, price }) => `${side} ${amount} at ${price}`).sort();
}

test('a grid begins with the very orders that its preview shows, or with none', () => {
  fc.assert(
    fc.property(anyWish, anyStance, ({ fill_grid_on_start: opens, ...wish }, stance) => {
      const config =
        stance === null
          ? gridOf({ ...wish, fill_grid_on_start: opens })
          : gridOf({ ...wish, ...stance, open_position_on_start: opens }, 'futures_grid');
      const market = stance === null ? EXAMPLE_MARKET : VANILLA;
      const now = marketAt('24100', { quote: '10000' }, market);
      const { figures, problems } = previewGrid(config, now, null);
      const { orders } = gridReport(config, market, STILL);
      if (problems.length > 0) return assert.deepEqual(orders, []);
      assert.ok(figures !== null);
      const [atOnce, resting] = [true, false].map((isAtOnce) =>
        orders.filter(({ type }) => (type === 'market') === isAtOnce),
      );
      assert.deepEqual(
        inWords(resting ?? []),
        inWords(figures.levels.filter(({ side }) => side !== null)),
      );
      const { initialOrder } = figures;
      const opening = initialOrder === null ? [] : [{ ...initialOrder, price: 0n }];
      assert.deepEqual(inWords(atOnce ?? []), inWords(opening));
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('a futures grid has one order on a line in every direction', () => {
  fc.assert(
    fc.property(
      anyBars,
      anyGrid,
      fc.constantFrom('long', 'short', 'neutral'),
      (bars, changes, direction) => {
        const config = gridOf({ ...changes, direction, leverage: 2 }, 'futures_grid');
        const report = gridReport(config, VANILLA, bars, SETUP, assertOneOrderPerLine);
        const longest = report.orders.filter(({ state }) => state === 'open').length;
        assert.ok(longest <= config.gridCount + 1);
      },
    ),
  );
});

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

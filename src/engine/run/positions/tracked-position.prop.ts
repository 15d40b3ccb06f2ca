// A position that knows its one price shows the same averages as the weights of its trades give.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { decimal, ONE } from '#lib/decimal.ts';
import { columnsOf, flat, INVERSE, SPOT, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import { priceOfWeight } from '#domain/position/position.ts';
import { averagePrice } from '#domain/position/position-figures.ts';
import { bookFill, positionBook } from '#engine/run/positions/position-book.ts';
import { runMarket } from '#engine/run/run-market.ts';
import { averageEntry, averageExit, viewPosition } from '#engine/run/positions/tracked-position.ts';

const trade = fc.record({
  isBuy: fc.boolean(),
  // Few prices, so that many positions have only one.
  ticks: fc.constantFrom(20_000n, 20_001n, 33_333n),
  lots: fc.bigInt({ min: 1n, max: 4n }),
});

/** Also steps of a 10^-18, which are finer than averages are. */
const step = fc.constantFrom(decimal('0.1'), decimal('0.25'), decimal('0.000000123456789012'));

test('averages are those of the weights, at one price and at several', () => {
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(SPOT, VANILLA, INVERSE),
      step,
      (trades, like, priceStep) => {
        const candles = columnsOf(flat(20_000, 1));
        const market = runMarket(0, { ...like, priceStep }, candles, candles.firstOpenMs);
        const { grid } = market.terms;
        const book = positionBook(1);
        for (const { isBuy, ticks, lots } of trades) {
          const [priceTicks, size] = [ticks as Ticks, lots as Lots];
          const valueUnits = valueOf(grid, priceTicks, size, 'floor');
          bookFill(book, {
            positionId: 'a',
            market,
            side: isBuy ? 'buy' : 'sell',
            trade: { priceTicks, lots: size, valueUnits, feeUnits: NO_UNITS, atMs: 0 },
            leverage: ONE,
            marginMode: 'isolated',
          });
          for (const position of [...book.open, ...book.closed]) {
            const { exact, exitWeight, exitedLots } = position;
            assert.equal(averageEntry(position), averagePrice(grid, exact));
            assert.equal(averageExit(position), priceOfWeight(grid, exitWeight, exitedLots));
            const plain = { ...position, entryTicks: null, exitTicks: null, view: null };
            assert.deepEqual(viewPosition(position), viewPosition(plain));
          }
        }
      },
    ),
    { numRuns: propertyRuns(100) },
  );
});

// Positions of fills whose fees the venue takes out of the base currency have what can be sold, and
// the books earn what the wallet does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { ONE, unitOfScale } from '#lib/decimal.ts';
import { columnsOf, flat, SPOT } from '#backtesting/feed.fixture.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { bookVenueFill } from '#engine/run/orders/book-venue-fill.ts';
import { netLots, positionBook, tallyOf } from '#engine/run/positions/position-book.ts';
import { runLog } from '#engine/run/run-log.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { runMarket } from '#engine/run/run-market.ts';

const PRICES = [20_000n, 20_001n, 33_333n];

const trade = fc.record({
  ticks: fc.constantFrom(...PRICES),
  lots: fc.bigInt({ min: 1n, max: 3_000n }),
  /** Of what it held, what a sale sells; null: a buy. */
  soldPercent: fc.option(fc.constantFrom(30n, 100n), { nil: null }),
});

function marketOfLots(): { readonly market: RunMarket; readonly unitsPerLot: bigint } {
  const candles = columnsOf(flat(20_000, 1));
  const market = runMarket(0, SPOT, candles, candles.firstOpenMs);
  const { grid, base } = market.terms;
  return { market, unitsPerLot: grid.amountStep / unitOfScale(currencyScale(base)) };
}

test('a position has all whole lots that fees have left, and no more', () => {
  const { market, unitsPerLot } = marketOfLots();
  const { grid } = market.terms;
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 30 }),
      fc.bigInt({ min: 1n, max: 200n }),
      (trades, feePerTenThousand) => {
        const run = {
          positions: positionBook(1),
          log: runLog({ kind: 'live', keepsLog: true }),
        };
        let [baseUnits, quoteUnits] = [0n, 0n];
        for (const { ticks, lots: wanted, soldPercent } of trades) {
          const held = netLots(run.positions, market);
          const lots = soldPercent === null ? wanted : (held * soldPercent) / 100n;
          if (lots === 0n) continue;
          const side: OrderSide = soldPercent === null ? 'buy' : 'sell';
          const of = (size: bigint): Units =>
            valueOf(grid, ticks as Ticks, size as Lots, side === 'buy' ? 'ceil' : 'floor');
          const feeBase = side === 'buy' ? (lots * unitsPerLot * feePerTenThousand) / 10_000n : 0n;
          const fill = {
            orderId: 'o1',
            priceTicks: ticks as Ticks,
            lots: lots as Lots,
            valueUnits: of(lots),
            feeUnits: (of(feeBase) / unitsPerLot) as Units,
            insuredUnits: 0n as Units,
            atMs: 0,
            ...(feeBase === 0n ? {} : { baseFeeUnits: feeBase as Units }),
          };
          const named = { positionId: 'a', market, leverage: ONE, marginMode: 'isolated' } as const;
          bookVenueFill(run, fill, { ...named, side, trade: fill });
          const sign = side === 'buy' ? 1n : -1n;
          baseUnits += sign * lots * unitsPerLot - feeBase;
          quoteUnits -= sign * fill.valueUnits;
          assert.equal(netLots(run.positions, market), baseUnits / unitsPerLot);
        }
        const { grossUnits, feeUnits } = tallyOf(run.positions, market);
        const [position] = run.positions.open;
        const lots = position?.exact.lots ?? 0n;
        const worth = (size: bigint): bigint =>
          valueOf(grid, 33_333n as Ticks, size as Lots, 'floor');
        const open = position === undefined ? 0n : worth(lots) - position.exact.costUnits;
        const booked = grossUnits - feeUnits + open;
        const truth = quoteUnits + worth(baseUnits) / unitsPerLot;
        const gap = booked > truth ? booked - truth : truth - booked;
        // Less than a lot of dust, and a unit for each rounding.
        assert.ok(gap <= worth(1n) + 4n * BigInt(trades.length), `${booked} is not ${truth}`);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

// Between the guard's prices nothing is ever liquidated, on any contract, at any leverage.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { leverageTiers } from '#domain/margin/leverage-tier.ts';
import { liquidationDue } from '#domain/margin/liquidation-price.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { increasePosition, initialMarginUnits, newPosition } from '#domain/position/position.ts';
import { columnsOf, INVERSE, VANILLA } from '#backtesting/feed.fixture.ts';
import { marginGuard } from '#engine/venue-feed/margin-guard.ts';
import { runMarket } from '#engine/run/run-market.ts';

const tiers = leverageTiers(
  [
    ['0', '0.004'],
    ['50000000000', '0.01'],
    ['900000000000', '0.1'],
  ].map(([floor, rate]) => ({
    floorUnits: BigInt(floor ?? '0') as Units,
    maintenanceRate: decimal(rate ?? '0'),
    highestLeverage: decimal('100'),
  })),
);
assert.ok(tiers.ok);
const TIERS = tiers.value;

const candles = columnsOf([[1, 1, 1, 1]]);
const MARKETS = [VANILLA, INVERSE].map((market) =>
  runMarket(0, market, candles, candles.firstOpenMs),
);

test('a candle inside the guard liquidates nothing', () => {
  let judged = 0;
  fc.assert(
    fc.property(
      fc.record({
        at: fc.constantFrom(0, 1),
        direction: fc.constantFrom('long', 'short'),
        entry: fc.integer({ min: 50, max: 100_000 }),
        lots: fc.integer({ min: 1, max: 100_000 }),
        leverage: fc.integer({ min: 1, max: 100 }),
        now: fc.integer({ min: 500, max: 1_800 }),
        price: fc.integer({ min: 100, max: 4_000 }),
      }),
      ({ at, direction, entry, lots, leverage, now, price }) => {
        const market = MARKETS[at];
        assert.ok(market !== undefined);
        const { grid } = market.terms;
        const size = BigInt(lots) as Lots;
        const priceTicks = BigInt(entry) as Ticks;
        const valueUnits = valueOf(grid, priceTicks, size, 'ceil');
        const level = decimal(String(leverage));
        const opening = {
          positionId: 'p',
          marketTag: 'm',
          direction,
          marginMode: 'isolated' as const,
          leverage: level,
        };
        const trade = { priceTicks, lots: size, valueUnits, feeUnits: 0n as Units, atMs: 0 };
        const margin = initialMarginUnits(valueUnits, level);
        const position = increasePosition(grid, newPosition(opening, 0), trade, margin);
        const close = Math.max(1, Math.round((entry * now) / 1_000));
        const guarded = { direction, lots: Number(size), costUnits: Number(position.costUnits) };
        const guard = marginGuard(market, TIERS, guarded, Number(margin), close);
        const worst = Math.max(1, Math.round((entry * price) / 1_000));
        if (worst <= guard.low || worst >= guard.high) return;
        judged += 1;
        assert.equal(liquidationDue(grid, position, TIERS, BigInt(worst) as Ticks), false);
      },
    ),
    { numRuns: 1_000 },
  );
  assert.ok(judged > 200, 'most prices are inside');
});

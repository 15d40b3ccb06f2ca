// Margin calls, with the example of the Pine Script manual.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, unitsFromDecimal } from '#lib/decimal.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { marginCallLots } from '#domain/margin/margin-call.ts';
import { increasePosition, newPosition } from '#domain/position/position.ts';
import type { Position } from '#domain/position/position.ts';

const units = (amount: string): Units =>
  unitsFromDecimal(decimal(amount), currencyScale('USDT'), 'floor') as Units;

/** Prices in hundredths; amounts in the step. */
function held(amountStep: string, direction: Position['direction'], lots: bigint, ticks: bigint) {
  const grid = marketGrid(futuresMarket('vanilla', '1', { priceStep: '0.01', amountStep }));
  const empty = newPosition(
    {
      positionId: 'p',
      marketTag: 'm1',
      direction,
      marginMode: 'cross',
      leverage: decimal('4'),
    },
    0,
  );
  const valueUnits = ((ticks * lots * grid.factorNumerator) / grid.factorDenominator) as Units;
  const trade = {
    lots: lots as Lots,
    priceTicks: ticks as Ticks,
    valueUnits,
    feeUnits: 0n as Units,
    atMs: 0,
  };
  return { grid, position: increasePosition(grid, empty, trade, 0n as Units) };
}

const demand = (wallet: string, percent: string, isInContracts = false) => ({
  walletUnits: units(wallet),
  marginPercent: decimal(percent),
  isInContracts,
});

test("the manual's example: of 682,438 shares at 4.43 and 25 %, 111,052 are closed at 3.90", () => {
  const { grid, position } = held('1', 'long', 682_438n, 443n);
  const requested = demand('1000000', '25');
  assert.equal(marginCallLots(grid, position, 390n as Ticks, requested), 111_052n);
  assert.equal(marginCallLots(grid, position, 396n as Ticks, requested), 0n);
});

test('a short is called when the price rises, and never for more than it holds', () => {
  const { grid, position } = held('1', 'short', 1_000n, 1_000n);
  // Equity 10,000 - 500 = 9,500 of 10,500: a loss of 1,000 is covered by 95, and 380 are closed.
  assert.equal(marginCallLots(grid, position, 1_050n as Ticks, demand('10000', '100')), 380n);
  assert.equal(marginCallLots(grid, position, 1_500n as Ticks, demand('10000', '100')), 1_000n);
});

test('in parts of a contract within a candle, in whole contracts at its open and close', () => {
  const { grid, position } = held('0.001', 'short', 10_000n, 100_000n);
  // Ten contracts at 1,000; at 1,050 they lack 1,000, which is 0.952 contracts.
  const requested = (isInContracts: boolean) =>
    marginCallLots(grid, position, 105_000n as Ticks, demand('10000', '100', isInContracts));
  assert.equal(requested(false), 3_808n);
  assert.equal(requested(true), 1_000n);
});

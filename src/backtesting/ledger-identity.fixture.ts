// Invariants of any backtest's money, to the last unit.

import assert from 'node:assert/strict';
import { balancesIn, walletUnits } from '#domain/ledger/ledger.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { baseUnitsOf } from '#domain/position/trading-terms.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { stateOf } from '#engine/venue-feed/backtest-venue.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import { netLots, positionsOn, tallyOf } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';

/** Asserts that entries sum to zero, and that the wallet changed by what was realised and held. */
export function assertMoneyAddsUp({ run, venue }: Feed, input: BacktestInput): void {
  const { ledger } = stateOf(venue);
  for (const { currency } of ledger.books) {
    const balances = Object.values(balancesIn(ledger, currency));
    assert.equal(
      balances.reduce((sum: bigint, units) => sum + units, 0n),
      0n,
      currency,
    );
    const start = input.wallet.find((entry) => entry.currency === currency)?.amount;
    const startUnits = start === undefined ? 0n : unitsOf(currency, start, 'floor');
    const change = walletUnits(ledger, currency) - startUnits;
    assert.equal(change, expectedChange(run, venue, currency), `the wallet's ${currency}`);
  }
  for (const market of run.markets) assertSameHoldings(run, venue, market);
}

/** What the bot's positions say that the wallet must have gained. */
function expectedChange(run: Run, venue: Feed['venue'], currency: string): bigint {
  let change = 0n;
  for (const market of run.markets) {
    const { grid } = market.terms;
    if (market.market.contract === null && market.market.base === currency)
      change += baseUnitsOf(market.terms, netLots(run.positions, market) as never, 'floor');
    if (grid.settlementCurrency !== currency) continue;
    const sign = market.isLinear ? 1n : -1n;
    change += realizedUnits(tallyOf(run.positions, market));
    change -= sign * signedCost(positionsOn(run.positions, market).map(({ exact }) => exact));
    const held = positionOn(stateOf(venue).positions, market.market.marketTag);
    if (held !== null) change += sign * signedCost([held]);
  }
  return change;
}

type PositionCost = { readonly direction: 'long' | 'short'; readonly costUnits: bigint };

function signedCost(positions: readonly PositionCost[]): bigint {
  return positions.reduce(
    (sum, { direction, costUnits }) => sum + (direction === 'long' ? costUnits : -costUnits),
    0n,
  );
}

/** On contracts the venue holds exactly what the bot's positions come to. */
function assertSameHoldings(run: Run, venue: Feed['venue'], market: RunMarket): void {
  if (market.market.contract === null) return;
  const held = positionOn(stateOf(venue).positions, market.market.marketTag);
  const lots = held === null ? 0n : held.direction === 'long' ? held.lots : -held.lots;
  assert.equal(lots, netLots(run.positions, market));
}

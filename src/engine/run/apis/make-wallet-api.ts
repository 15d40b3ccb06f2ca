// The API of the wallet over a run: the account as its venue has it.

import type { Position } from '#domain/position/position.ts';
import { averagePrice, roiPercent, unrealizedUnits } from '#domain/position/position-figures.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { VenuePositionView, WalletApi } from '#engine/run-api/wallet-api.ts';
import { wholeEquity } from '#engine/run/positions/equity-curve.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { amountFloat, closeTicks, floatOf, moneyFloat } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, tradeMarket } from '#engine/run/run.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';

/**
 * Wallet API of a run, in whole currency units as floats; null for a position that the venue does
 * not have.
 */
export function makeWalletApi(run: Run): WalletApi {
  const { venue } = run.setup;
  return {
    balance(currency) {
      const { available, reserved, margin } = venue.balances(currency);
      const one = 10 ** currencyScale(currency);
      return {
        available: Number(available) / one,
        locked: Number(reserved + margin) / one,
        total: Number(available + reserved + margin) / one,
      };
    },
    position(marketTag, direction) {
      const market = findMarket(run, marketTag);
      const position = market === null ? null : venue.position(market.market.marketTag);
      if (market === null || position === null) return null;
      if (direction !== null && position.direction !== direction) return null;
      return viewVenuePosition(run, market, position);
    },
    equity: () =>
      wholeEquity(run.equity, run.positions, run.markets, run.stage.row) /
      tradeMarket(run).unitsPerOne,
    maxAmount(action, marketTag, price) {
      const market = findMarket(run, marketTag);
      if (market === null || !(price > 0)) return 0;
      const amount =
        action === 'enter_long' || action === 'enter_short'
          ? enterable(run, market, action, price)
          : exitable(run, market, action === 'exit_long' ? 'long' : 'short');
      const steps = roundToSteps(market.amount, amount, 'floor');
      return Number.isNaN(steps) || steps < 0 ? 0 : fromSteps(market.amount, steps);
    },
  };
}

function viewVenuePosition(run: Run, market: RunMarket, position: Position): VenuePositionView {
  const { grid } = market.terms;
  const mark = BigInt(closeTicks(market, run.stage.row)) as Ticks;
  const unrealized = unrealizedUnits(grid, position, mark);
  return {
    marketTag: market.market.marketTag,
    direction: position.direction,
    amount: amountFloat(market, position.lots),
    enterPrice: floatOf(averagePrice(grid, position)),
    profit: moneyFloat(market, unrealized),
    roi: floatOf(roiPercent(position, unrealized)),
  };
}

/** What the free money pays for with its fee; on spot a short sells what is held. */
function enterable(
  run: Run,
  market: RunMarket,
  action: 'enter_long' | 'enter_short',
  price: number,
): number {
  const { venue } = run.setup;
  const { terms } = market;
  const isSpot = market.market.contract === null;
  if (isSpot && action === 'enter_short') return freeFloat(venue.balances(terms.base), terms.base);
  const currency = terms.grid.settlementCurrency;
  const free = freeFloat(venue.balances(currency), currency);
  const leverage = isSpot ? 1 : floatOf(run.settings.leverage);
  const worst = Math.max(floatOf(terms.makerFeePercent), floatOf(terms.takerFeePercent), 0) / 100;
  const valueOfOne = market.isLinear ? market.contractValue * price : market.contractValue / price;
  return free / (valueOfOne * (1 / leverage + worst));
}

/** What is open in this direction, less what open exit orders will take. */
function exitable(run: Run, market: RunMarket, direction: 'long' | 'short'): number {
  let lots = 0n;
  for (const position of run.positions.open)
    if (position.market === market && position.exact.direction === direction)
      lots += position.exact.lots;
  for (const order of run.orders.open) {
    const isExit = !order.isEnter && order.side === (direction === 'long' ? 'sell' : 'buy');
    if (order.market === market && isExit) lots -= order.lots - order.filledLots;
  }
  return lots > 0n ? amountFloat(market, lots) : 0;
}

function freeFloat({ available }: { readonly available: bigint }, currency: string): number {
  return Number(available) / 10 ** currencyScale(currency);
}

// Positions and orders of a run as rows of its report: exact decimals.

import { decimalFromUnits, divideRounded, unitsFromDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimalQuotient, smallFrom } from '#lib/small-integer.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { RetainedPosition } from '#domain/position/position.ts';
import { realizedUnits, roiPercent } from '#domain/position/position-figures.ts';
import type { BacktestOrder, BacktestPosition } from '#backtesting/backtest.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';
import { averageEntry, averageExit } from '#engine/run/positions/tracked-position.ts';

const RATIO_PLACES = 8;
/** A percentage is a share whose point stands so many places further. */
const PERCENT_PLACES = 2;

/** Row of a position; the amount of a closed one is the most that it held. */
export function reportPosition(position: TrackedPosition): BacktestPosition {
  const { exact, market, closedAtMs } = position;
  const { grid, marketTag } = market.terms;
  const currency = grid.settlementCurrency;
  const isClosed = closedAtMs !== null;
  const { leftReason } = position;
  return {
    positionId: position.reportId,
    direction: exact.direction,
    marketTag,
    isClosed,
    openedAtMs: exact.openedAtMs,
    closedAtMs,
    amount: amountOf(grid, isClosed ? position.mostLots : exact.lots),
    averagePrice: averageEntry(position),
    exitPrice: averageExit(position),
    realizedProfit: valueOfUnits(currency, realizedUnits(exact)),
    fees: valueOfUnits(currency, exact.feeUnits),
    margin: valueOfUnits(currency, exact.usedMarginUnits),
    roiPercent: roiOf(exact),
    profitCurrency: currency,
    ...(leftReason === null || isClosed ? {} : { leftReason }),
  };
}

function averageOf({ market, filledLots, filledWeight }: TrackedOrder): Decimal {
  if (filledLots === 0n) return ZERO;
  const { priceStep } = market.terms.grid;
  return divideRounded(filledWeight * priceStep, filledLots, 'half_even') as Decimal;
}

/** To as many places as anyone reads. */
function roiOf(position: RetainedPosition): Decimal {
  const used = smallFrom(position.usedMarginUnits);
  if (used > 0) {
    const profit = smallFrom(realizedUnits(position));
    const units = decimalQuotient(profit, used, RATIO_PLACES + PERCENT_PLACES);
    if (!Number.isNaN(units)) return decimalFromUnits(BigInt(units), RATIO_PLACES);
  }
  const units = unitsFromDecimal(roiPercent(position), RATIO_PLACES, 'half_even');
  return decimalFromUnits(units, RATIO_PLACES);
}

/** Row of an order; the price of a market order is zero. */
export function reportOrder(order: TrackedOrder): BacktestOrder {
  const { market, limitTicks, triggerTicks, lots, filledLots, filledWeight } = order;
  const { grid, marketTag } = market.terms;
  const price = limitTicks === null ? ZERO : priceOf(grid, limitTicks);
  const amount = amountOf(grid, lots);
  // Most orders fill whole and at their limit: what is known is neither reckoned nor retained
  // twice.
  const isAtLimit = limitTicks !== null && filledWeight === limitTicks * filledLots;
  return {
    orderId: order.orderId,
    positionId: order.reportPositionId,
    marketTag,
    side: order.side,
    type: order.type,
    price,
    triggerPrice: triggerTicks === null ? null : priceOf(grid, triggerTicks),
    amount,
    filledAmount: filledLots === lots ? amount : amountOf(grid, filledLots),
    averagePrice: filledLots > 0n && isAtLimit ? price : averageOf(order),
    fees: valueOfUnits(grid.settlementCurrency, order.feeUnits),
    state: order.state,
    openedAtMs: order.openedAtMs,
    endedAtMs: order.endedAtMs,
    note: order.note,
    message: order.message,
    ...(order.wholeAmount === undefined ? {} : { wholeAmount: order.wholeAmount }),
    ...(order.isTurn === true ? { isTurn: true } : {}),
  };
}

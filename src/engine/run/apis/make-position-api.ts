// The API of positions over a run, and the positions that a script books without orders.

import { assert } from '#lib/assert.ts';
import { decimalFromInteger } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { entrySide, exitSide } from '#domain/position/position.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';
import type { BotPosition, PositionApi } from '#engine/run-api/position-api.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import {
  bookFill,
  closedCount,
  findOpenPosition,
  seenClosed,
} from '#engine/run/positions/position-book.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { amountFloat, floatOf } from '#engine/run/run-market.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, nowMs, requestAttention, tradeMarket } from '#engine/run/run.ts';
import { roundToSteps } from '#engine/run/step-scale.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';
import { viewPosition } from '#engine/run/positions/tracked-position.ts';

const NO_POSITIONS: readonly BotPosition[] = [];

/**
 * Position API of a run; null for a position that is not open, unless a call includes closed ones.
 */
export function makePositionApi(run: Run): PositionApi {
  const { positions } = run;
  return {
    find(positionId) {
      const position = findOpen(run, positionId);
      return position === null ? null : viewPosition(position);
    },
    held(positionId) {
      const position = findOpen(run, positionId);
      if (position === null) return null;
      const { market, exact } = position;
      return { direction: exact.direction, amount: amountFloat(market, exact.lots) };
    },
    leftReason: (positionId) => findOpen(run, positionId)?.leftReason ?? null,
    findWithClosed(positionId) {
      const position = findOpen(run, positionId) ?? findClosed(run, positionId);
      return position === null ? null : viewPosition(position);
    },
    openPositions: () =>
      positions.open.length === 0 ? NO_POSITIONS : positions.open.map(viewPosition),
    closed(positionId, direction, most) {
      const requested = seenClosed(
        positions,
        (position) =>
          (positionId === null || position.positionId === positionId) &&
          (direction === null || position.exact.direction === direction),
        most,
      );
      return requested.map(viewPosition);
    },
    closedCount: () => closedCount(positions),
    profitAt: (position, price) => profitAt(run, position, price),
    roiAt(position, price) {
      if (position.margin === 0) return 0;
      return (profitAt(run, position, price) / position.margin) * 100;
    },
    create: (wish) => createPosition(run, wish),
    adjust(positionId, price, amount) {
      const position = findOpen(run, positionId);
      if (position === null) return refuse(run, 'there is no position to change');
      const { direction } = position.exact;
      const side = amount < 0 ? exitSide(direction) : entrySide(direction);
      return bookByHand(run, position, side, price, Math.abs(amount));
    },
    close(positionId, price) {
      const position = findOpen(run, positionId);
      if (position === null) return refuse(run, 'there is no position to close');
      const { market, exact } = position;
      return book(run, market, position.positionId, exitSide(exact.direction), {
        ticks: roundToSteps(market.price, price, 'half_even'),
        lots: Number(exact.lots),
        leverage: exact.leverage,
      });
    },
  };
}

/** The position of the id; for null the trade market's own, or else the oldest on that market. */
function findOpen(run: Run, positionId: string | null): TrackedPosition | null {
  const { open } = run.positions;
  if (open.length === 0) return null;
  const market = tradeMarket(run);
  const found = findOpenPosition(run.positions, positionId ?? market.market.marketTag);
  if (found !== null || positionId !== null) return found;
  return open.find((position) => position.market === market) ?? null;
}

function findClosed(run: Run, positionId: string | null): TrackedPosition | null {
  const market = tradeMarket(run);
  const isRequested = (position: TrackedPosition): boolean =>
    positionId === null ? position.market === market : position.positionId === positionId;
  return seenClosed(run.positions, isRequested, 1)[0] ?? null;
}

/** Floats: what a script compares and shows, not what is booked. */
function profitAt(run: Run, position: BotPosition, price: number): number {
  const { amount, enterPrice, realizedProfit } = position;
  if (amount === 0) return realizedProfit;
  const market = findMarket(run, position.marketTag);
  assert(market !== null, 'a position is on a market of its run');
  const value = (at: number): number =>
    market.isLinear ? amount * market.contractValue * at : (amount * market.contractValue) / at;
  const gainsWithValue = market.isLinear === (position.direction === 'long');
  const worth = value(price);
  const gross = gainsWithValue ? worth - value(enterPrice) : value(enterPrice) - worth;
  return realizedProfit + gross - (worth * floatOf(market.terms.takerFeePercent)) / 100;
}

function createPosition(run: Run, wish: Parameters<PositionApi['create']>[0]): string {
  const market = findMarket(run, wish.marketTag);
  if (market === null) {
    refuse(run, `market "${wish.marketTag}" is not part of this run`);
    return '';
  }
  const positionId = wish.positionId ?? `v${run.positions.openedCount + 1}`;
  if (findOpenPosition(run.positions, positionId) !== null) {
    refuse(run, `position "${positionId}" is open`);
    return '';
  }
  const whole = wish.leverage === null ? null : Math.max(1, Math.round(wish.leverage));
  const isBooked = book(run, market, positionId, entrySide(wish.direction), {
    ticks: roundToSteps(market.price, wish.price, 'half_even'),
    lots: roundToSteps(market.amount, wish.amount, 'floor'),
    leverage: whole === null ? leverageOn(run, market) : decimalFromInteger(whole),
  });
  return isBooked ? positionId : '';
}

function bookByHand(
  run: Run,
  { positionId, market, exact }: TrackedPosition,
  side: OrderSide,
  price: number,
  amount: number,
): void {
  const requested = roundToSteps(market.amount, amount, 'floor');
  const isExit = side === exitSide(exact.direction);
  book(run, market, positionId, side, {
    ticks: roundToSteps(market.price, price, 'half_even'),
    lots: isExit ? Math.min(requested, Number(exact.lots)) : requested,
    leverage: exact.leverage,
  });
}

/** A fill that no venue made and that costs no fee. */
function book(
  run: Run,
  market: RunMarket,
  positionId: string,
  side: OrderSide,
  wish: { readonly ticks: number; readonly lots: number; readonly leverage: Decimal },
): boolean {
  if (!(wish.ticks > 0) || !(wish.lots > 0)) {
    refuse(run, 'a position is booked with a price and an amount above zero');
    return false;
  }
  markEquity(run.equity, run.positions, run.markets, run.stage.row + 1);
  const { grid } = market.terms;
  const priceTicks = BigInt(wish.ticks) as Ticks;
  const lots = BigInt(wish.lots) as Lots;
  const valueUnits = valueOf(grid, priceTicks, lots, valueRounding(grid.shape, side));
  const trade = { priceTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs: nowMs(run) };
  const { leverage } = wish;
  const { marginMode } = run.settings;
  bookFill(run.positions, { positionId, market, side, trade, leverage, marginMode });
  requestAttention(run);
  return true;
}

function refuse(run: Run, message: string): void {
  writeLine(run.log, nowMs(run), 'error', message);
}

// A position of the bot: the domain's exact record of it, how it was left, and how a script sees
// it.

import type { Decimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import type { RetainedPosition } from '#domain/position/position.ts';
import { priceOfWeight, ticksOfWeight } from '#domain/position/position.ts';
import {
  averageOfOnePrice,
  averagePrice,
  realizedUnits,
} from '#domain/position/position-figures.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { amountFloat, floatOf, moneyFloat, priceFloat } from '#engine/run/run-market.ts';
import { fromSteps } from '#engine/run/step-scale.ts';

export type TrackedPosition = {
  /** What scripts call it; several may have had the name one after another. */
  readonly positionId: string;
  /** Unique in the run. */
  readonly reportId: string;
  readonly market: RunMarket;
  readonly exact: RetainedPosition;
  exitedLots: Lots;
  exitWeight: bigint;
  /** The one price at which all of it entered; null before, and where there were several. */
  entryTicks: Ticks | null;
  /** The same of what left. */
  exitTicks: Ticks | null;
  mostLots: Lots;
  /**
   * Why what is left of it cannot be sold or bought back, since an exit was refused or ended with
   * too little left; null: nobody said so, or it was added to since.
   */
  leftReason: string | null;
  closedAtMs: number | null;
  /** How many of the run had closed before it; below zero while it is open. */
  closedPlace: number;
  /** How a script sees it; null when that has changed since. */
  view: BotPosition | null;
};

/** The position as a script sees it; the same object until something changes. */
export function viewPosition(position: TrackedPosition): BotPosition {
  return (position.view ??= makeView(position));
}

/** The one price of all trades so far, of which the newest was at `ticks`; null if none is. */
export function onePrice(known: Ticks | null, ticks: Ticks, isFirst: boolean): Ticks | null {
  return (isFirst || known === ticks) && ticks > 0n ? ticks : null;
}

/**
 * Average entry price of what is open, or of all that was. Most positions enter at one price, for
 * which nothing has to be divided.
 */
export function averageEntry({ exact, market, entryTicks }: TrackedPosition): Decimal {
  const { grid } = market.terms;
  const isOne = market.isLinear && entryTicks !== null;
  return isOne ? averageOfOnePrice(grid, entryTicks) : averagePrice(grid, exact);
}

/** Average price of what left; null before. */
export function averageExit(position: TrackedPosition): Decimal | null {
  const { market, exitTicks, exitWeight, exitedLots } = position;
  const { grid } = market.terms;
  const isOne = market.isLinear && exitTicks !== null;
  return isOne ? priceOf(grid, exitTicks) : priceOfWeight(grid, exitWeight, exitedLots);
}

/** Average of what left, as a float; zero before. */
function exitPriceOf({ market, exitTicks, exitWeight, exitedLots }: TrackedPosition): number {
  if (exitedLots === 0n) return 0;
  if (!market.isLinear) {
    const price = priceOfWeight(market.terms.grid, exitWeight, exitedLots);
    return price === null ? 0 : floatOf(price);
  }
  if (exitTicks !== null) return priceFloat(market, exitTicks);
  return fromSteps(market.price, ticksOfWeight(exitWeight) / Number(exitedLots));
}

/** Average entry price of what is open, or of all that was; exact for one fill. */
function enterPriceOf({ exact, market, entryTicks }: TrackedPosition): number {
  if (!market.isLinear) return floatOf(averagePrice(market.terms.grid, exact));
  if (entryTicks !== null) return priceFloat(market, entryTicks);
  const [weight, lots] =
    exact.lots > 0n ? [exact.entryWeight, exact.lots] : [exact.enteredWeight, exact.enteredLots];
  return lots === 0n ? 0 : fromSteps(market.price, ticksOfWeight(weight) / Number(lots));
}

function makeView(position: TrackedPosition): BotPosition {
  const { exact, market } = position;
  const isOpen = position.closedAtMs === null;
  return {
    positionId: position.positionId,
    marketTag: market.market.marketTag,
    direction: exact.direction,
    amount: isOpen ? amountFloat(market, exact.lots) : 0,
    amountMax: amountFloat(market, position.mostLots),
    enterPrice: enterPriceOf(position),
    exitPrice: exitPriceOf(position),
    leverage: floatOf(exact.leverage),
    margin: moneyFloat(market, exact.usedMarginUnits),
    realizedProfit: moneyFloat(market, realizedUnits(exact)),
    fees: moneyFloat(market, exact.feeUnits),
    openedAtMs: exact.openedAtMs,
    updatedAtMs: exact.updatedAtMs,
    closedAtMs: position.closedAtMs,
  };
}

// Placing an order at the simulated venue: hold the money, match what is marketable at this
// instant, let the rest rest. Whether steps and limits are retained is checked before, by
// order-check.ts.

import { decimal, divideRounded } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import { highestLeverageAt } from '#domain/margin/leverage-tier.ts';
import type { PriceRange } from '#domain/matching/offered-price.ts';
import type { BestTicks } from '#domain/matching/match-arrival.ts';
import { matchArrival } from '#domain/matching/match-arrival.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { HoldOutcome } from '#domain/position/order-hold.ts';
import { holdContract, holdSpot, openingLots, worstTicks } from '#domain/position/order-hold.ts';
import type { OrderCharges, TradingTerms } from '#domain/position/trading-terms.ts';
import { lockTransfers, ownLock } from '#domain/venue/group-lock.ts';
import { isSameExit, positionOn, settleExecution } from '#domain/venue/settle-execution.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import {
  book,
  closeDraft,
  endOrder,
  findOrder,
  noteUse,
  openDraft,
  replaceOrder,
  takeSequence,
} from '#domain/venue/venue-draft.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type {
  LeverageSetting,
  VenueMarket,
  VenueState,
  WorkingOrder,
} from '#domain/venue/venue-state.ts';
import { usedLotsOf } from '#domain/venue/venue-state.ts';

/** An order as it is requested; the venue numbers it. */
export type NewOrder = Omit<RestingOrder, 'sequence' | 'isTriggered' | 'liveFromMs'>;

/** Those of a position that is opened, unless the order only reduces. */
export type PlaceSetting = LeverageSetting & {
  readonly isReduceOnly: boolean;
  /** Lots of the order that it is a part of, which is charged once; left out: it is a whole one. */
  readonly wholeLots?: Lots;
};

/** The market at the moment of arrival, as far as it can be known then (see match-arrival.ts). */
export type VenueInstant = {
  readonly atMs: number;
  /** From when on the order rests, if it does; at least `atMs`. */
  readonly liveFromMs: number;
  readonly priceTicks: Ticks;
  /** What an order would take at, where it is known; null or left out: a spread is assumed. */
  readonly best?: BestTicks | null;
  readonly minuteOpenMs: number;
  /**
   * What an order takes from: the volume of the minute before, because nobody knows yet what the
   * minute will have; at the close of a minute its own.
   */
  readonly volumeLots: Lots;
  /** Of a minute that is over by then; null: it has only begun. */
  readonly range: PriceRange | null;
  /**
   * Of an order that only reduces: what there is to reduce now. No more fills at this instant, and
   * nothing is held for more; null or left out: all of it.
   */
  readonly mostLots?: Lots | null;
};

export type PlaceRejection =
  | {
      readonly code: 'insufficient_funds';
      readonly currency: string;
      readonly missingUnits: Units;
    }
  /** The position would be too large for its leverage. */
  | { readonly code: 'leverage_too_high'; readonly highestLeverage: Decimal };

/** How much worse than now a market order may fill and still be paid from what it holds. */
export const MARKET_HOLD_PERCENT = decimal('1');

/** Places the order; `setting` is ignored on spot. */
export function placeOrder(
  state: VenueState,
  market: VenueMarket,
  order: NewOrder,
  setting: PlaceSetting,
  instant: VenueInstant,
): Result<VenueStep, PlaceRejection> {
  const refusal = leverageRefusal(state, market, order, setting, instant);
  if (refusal !== null) return rejected(refusal);
  const draft = openDraft(state);
  const { hold } = holdFor(state, market, order, setting, instant);
  const { marketTag } = market.terms;
  const lock = ownLock(state.orders, { marketTag, resting: order, hold });
  const transfers = lockTransfers(hold.reference, hold.currency, 0n, lock);
  const held = book(draft, transfers, instant.atMs);
  if (!held.ok) return held;
  const resting: RestingOrder = {
    ...order,
    sequence: takeSequence(draft),
    isTriggered: false,
    liveFromMs: instant.atMs,
  };
  const working: WorkingOrder = {
    marketTag,
    lots: order.remainingLots,
    resting,
    hold,
    isReduceOnly: setting.isReduceOnly,
    placedAtMs: instant.atMs,
    updatedAtMs: instant.atMs,
  };
  if (order.openLots !== null) tellOpen(draft, order);
  draft.orders = [...draft.orders, working];
  arrive(draft, market, working, instant);
  return accepted(closeDraft(draft));
}

/** What an exit says of its position is newer than what those before it said. */
function tellOpen(draft: VenueDraft, placed: NewOrder): void {
  const { positionGroup, openLots } = placed;
  if (positionGroup === null) return;
  draft.orders = draft.orders.map((other) =>
    isSameExit(other.resting, placed)
      ? { ...other, resting: { ...other.resting, openLots } }
      : other,
  );
}

function arrive(
  draft: VenueDraft,
  market: VenueMarket,
  working: WorkingOrder,
  instant: VenueInstant,
): void {
  const { minuteOpenMs, volumeLots, range, priceTicks, atMs, liveFromMs } = instant;
  const { mostLots = null, best = null } = instant;
  const { marketTag, resting } = working;
  const usedLots = usedLotsOf(draft, marketTag, minuteOpenMs);
  const context = { volumeLots, usedLots, range, mostLots, best };
  const outcome = matchArrival(market.rules, resting, priceTicks, context);
  if (outcome.kind === 'cancelled') {
    endOrder(draft, working, 'cancelled', outcome.reason, atMs);
    return;
  }
  if (outcome.execution !== null) {
    settleExecution(draft, market, outcome.execution);
    noteUse(draft, marketTag, minuteOpenMs, (usedLots + outcome.execution.lots) as Lots);
  }
  if (outcome.kind === 'filled') return;
  // It only rests, as it was put on the book: the lists of all orders need not be made anew.
  const isSame = outcome.order === resting && resting.liveFromMs === liveFromMs;
  if (outcome.execution === null && isSame) return;
  const isWorking = draft.orders.some((item) => item.resting.orderId === resting.orderId);
  if (!isWorking) return;
  const after = findOrder(draft, resting.orderId);
  replaceOrder(draft, {
    ...after,
    resting: { ...outcome.order, liveFromMs, openLots: after.resting.openLots },
  });
}

function holdFor(
  state: VenueState,
  market: VenueMarket,
  order: NewOrder,
  setting: PlaceSetting,
  instant: VenueInstant,
): HoldOutcome {
  const { terms } = market;
  const reference = order.trail === null ? order.triggerTicks : null;
  const heldTicks =
    order.limitTicks ??
    worstTicks(terms.grid, reference ?? instant.priceTicks, MARKET_HOLD_PERCENT);
  const lots = order.remainingLots;
  const charges = sharedCharges(terms, lots, setting);
  const request = { reference: order.orderId, side: order.side, heldTicks, lots, charges };
  const most = instant.mostLots ?? lots;
  if (market.tiers === null) return holdSpot(terms, request, lesser(most, lots));
  const position = positionOn(state.positions, terms.marketTag);
  const { leverage, marginMode } = position ?? setting;
  const opening = lesser(openingLots(position, order.side, lots), most);
  return holdContract(terms, { ...request, openingLots: opening, leverage, marginMode });
}

/** Of a part its share of what the whole order is charged; null: the market's own charges. */
function sharedCharges(
  { charges }: TradingTerms,
  lots: Lots,
  { wholeLots }: PlaceSetting,
): OrderCharges | null {
  if (charges === undefined || wholeLots === undefined || wholeLots < lots) return null;
  return { ...charges, perOrder: divideRounded(charges.perOrder * lots, wholeLots, 'half_even') };
}

function leverageRefusal(
  state: VenueState,
  market: VenueMarket,
  order: NewOrder,
  setting: LeverageSetting,
  instant: VenueInstant,
): PlaceRejection | null {
  if (market.tiers === null || !market.rules.appliesMargin) return null;
  const position = positionOn(state.positions, market.terms.marketTag);
  const { remainingLots } = order;
  const opened = lesser(
    openingLots(position, order.side, remainingLots),
    instant.mostLots ?? remainingLots,
  );
  if (opened === 0n) return null;
  const isIncrease = opened === remainingLots;
  const lots = (opened + (isIncrease ? (position?.lots ?? 0n) : 0n)) as Lots;
  const ticks = order.limitTicks ?? instant.priceTicks;
  const value = valueOf(market.terms.grid, ticks, lots, 'ceil');
  const highestLeverage = highestLeverageAt(market.tiers, value);
  const { leverage } = position ?? setting;
  return leverage > highestLeverage ? { code: 'leverage_too_high', highestLeverage } : null;
}

function lesser(left: Lots, right: Lots): Lots {
  return left < right ? left : right;
}

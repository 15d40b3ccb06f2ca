// Hold of a working order: what it has locked, and what it has traded so far. One hold per order:
// made when the order is placed, carried through its fills, released at its end. Enough is held for
// the worst fee at the held price.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { FeeWeight } from '#domain/money/fee.ts';
import { WEIGHT_PER_UNIT } from '#domain/money/fee.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import { chargesOf, feeGrowth, weightAfter } from '#domain/position/fee-growth.ts';
import type { MarginMode, Position } from '#domain/position/position.ts';
import { entrySide, initialMarginUnits } from '#domain/position/position.ts';
import { heldPrice, requiredSpotUnits } from '#domain/position/settle-spot.ts';
import { ratesFor, spotSums } from '#domain/position/spot-rates.ts';
import type { TradedValue } from '#domain/position/traded-value.ts';
import { NOTHING_TRADED, tradedUnits, withTrade } from '#domain/position/traded-value.ts';
import type { OrderCharges, TradingTerms } from '#domain/position/trading-terms.ts';
import { valueRounding, worstFeePercent } from '#domain/position/trading-terms.ts';

export type OrderHold = {
  /** The order. */
  readonly reference: string;
  readonly kind: 'spot' | 'contract';
  readonly side: OrderSide;
  /** Base on a spot sale, the settlement currency otherwise. */
  readonly currency: string;
  readonly heldUnits: Units;
  /** The price that the held units suffice for. */
  readonly heldTicks: Ticks;
  /** Not filled yet. */
  readonly lots: Lots;
  /**
   * Of those, what is expected to increase a position; on spot all of them, but for an order whose
   * entry has not filled.
   */
  readonly openingLots: Lots;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly filledLots: Lots;
  /** Sums over the fills so far. */
  readonly traded: TradedValue;
  readonly openedUnits: Units;
  readonly feeWeight: FeeWeight;
  /** In place of what its market charges an order; left out: that. */
  readonly charges?: OrderCharges;
};

/** `heldTicks`: the limit price, or `worstTicks` of a reference price on market orders. */
export type HoldRequest = {
  readonly reference: string;
  readonly side: OrderSide;
  readonly heldTicks: Ticks;
  readonly lots: Lots;
  /** Null or left out: those of the market. */
  readonly charges?: OrderCharges | null;
};

export type ContractHoldRequest = HoldRequest & {
  /** See `openingLots`; zero for orders that only reduce. */
  readonly openingLots: Lots;
  /** Those of the position that the order increases, when there is one. */
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
};

export type HoldOutcome = { readonly hold: OrderHold; readonly transfers: readonly Transfer[] };

/**
 * Locks quote value and fee for a buy, base for a sale, of `heldLots` of the order's. The ledger
 * refuses the transfers when it is not there.
 */
export function holdSpot(
  terms: TradingTerms,
  request: HoldRequest,
  heldLots: Lots = request.lots,
): HoldOutcome {
  return holdOf(terms, request, {
    kind: 'spot',
    currency: request.side === 'buy' ? terms.grid.settlementCurrency : terms.base,
    openingLots: heldLots,
    leverage: ONE,
    marginMode: 'isolated',
  });
}

/**
 * Locks initial margin and fee for the lots that increase a position; nothing for those that
 * reduce one.
 */
export function holdContract(terms: TradingTerms, request: ContractHoldRequest): HoldOutcome {
  const { openingLots, leverage, marginMode } = request;
  assert(openingLots >= 0n && openingLots <= request.lots, 'opening lots are part of the order');
  return holdOf(terms, request, {
    kind: 'contract',
    currency: terms.grid.settlementCurrency,
    openingLots,
    leverage,
    marginMode,
  });
}

/** How many of an order's lots would increase a position rather than reduce the open one. */
export function openingLots(position: Position | null, side: OrderSide, lots: Lots): Lots {
  if (position === null || side === entrySide(position.direction)) return lots;
  return (lots > position.lots ? lots - position.lots : 0n) as Lots;
}

/**
 * The reference price moved by `percent` to where a trade is worth more: up on linear, down on
 * inverse.
 */
export function worstTicks(grid: MarketGrid, referenceTicks: Ticks, percent: Decimal): Ticks {
  if (grid.shape === 'linear') {
    const part = { numerator: HUNDRED + percent, denominator: HUNDRED };
    return heldPrice<bigint>(BIG_INTEGERS, referenceTicks, part) as Ticks;
  }
  const down = divideRounded(referenceTicks * (HUNDRED - percent), HUNDRED, 'floor');
  return (down > 0n ? down : 1n) as Ticks;
}

/** Frees all that the order still holds: it was cancelled, rejected or expired. */
export function releaseHold(hold: OrderHold): HoldOutcome {
  const ended = { ...hold, lots: 0n as Lots, openingLots: 0n as Lots, heldUnits: NO_UNITS };
  return { hold: ended, transfers: reservation(hold, 'release', hold.heldUnits) };
}

/** Frees what the order no longer needs when only so many of its lots are left to fill. */
export function reduceHold(terms: TradingTerms, hold: OrderHold, lots: Lots): HoldOutcome {
  const openingLots = hold.openingLots < lots ? hold.openingLots : lots;
  const smaller = { ...hold, ...sharedAfter(hold, lots), lots, openingLots };
  const needed = requiredUnits(terms, smaller);
  const heldUnits = needed < hold.heldUnits ? needed : hold.heldUnits;
  const freed = (hold.heldUnits - heldUnits) as Units;
  return { hold: { ...smaller, heldUnits }, transfers: reservation(hold, 'release', freed) };
}

/** What is charged of a part of an order, by its size, until something of it has traded. */
function sharedAfter(
  { charges, lots: before, traded }: OrderHold,
  lots: Lots,
): Pick<OrderHold, 'charges'> {
  if (charges === undefined || traded.numerator !== 0n) return {};
  const perOrder = divideRounded(charges.perOrder * lots, before, 'half_even');
  return { charges: { ...charges, perOrder } };
}

/**
 * What the order needs for its open lots at the held price, on top of what it has paid for
 * already.
 */
export function requiredUnits(terms: TradingTerms, hold: OrderHold): Units {
  if (hold.openingLots === 0n) return NO_UNITS;
  if (hold.kind === 'spot')
    return requiredSpotUnits<bigint>(BIG_INTEGERS, ratesFor(terms, hold), spotSums(hold)) as Units;
  const { grid } = terms;
  const end = withTrade(grid, hold.traded, hold.heldTicks, hold.openingLots);
  const paid = tradedUnits(grid, hold.traded, valueRounding(grid.shape, hold.side));
  const value = (tradedUnits(grid, end, 'ceil') - paid) as Units;
  const isFirst = hold.traded.numerator === 0n;
  const charges = hold.charges ?? terms.charges ?? null;
  const charged = chargesOf<bigint>(BIG_INTEGERS, charges, hold.openingLots, isFirst);
  const weight = weightAfter<bigint>(
    BIG_INTEGERS,
    hold.feeWeight,
    value,
    worstFeePercent(terms),
    charged,
  );
  const fee = feeGrowth<bigint>(BIG_INTEGERS, WEIGHT_PER_UNIT, hold.feeWeight, weight);
  const stake =
    initialMarginUnits((hold.openedUnits + value) as Units, hold.leverage) -
    initialMarginUnits(hold.openedUnits, hold.leverage);
  return (stake + fee) as Units;
}

type HoldKind = Pick<OrderHold, 'kind' | 'currency' | 'openingLots' | 'leverage' | 'marginMode'>;

// Field by field, because a backtest makes one for each order.
function holdOf(
  terms: TradingTerms,
  { reference, side, heldTicks, lots, charges }: HoldRequest,
  { kind, currency, openingLots, leverage, marginMode }: HoldKind,
): HoldOutcome {
  assert(lots > 0n, 'an order has lots');
  const plain: OrderHold = {
    reference,
    kind,
    side,
    currency,
    heldUnits: NO_UNITS,
    heldTicks,
    lots,
    openingLots,
    leverage,
    marginMode,
    filledLots: 0n as Lots,
    traded: NOTHING_TRADED,
    openedUnits: NO_UNITS,
    feeWeight: 0n,
  };
  const empty = charges === undefined || charges === null ? plain : { ...plain, charges };
  const heldUnits = requiredUnits(terms, empty);
  return { hold: { ...empty, heldUnits }, transfers: reservation(empty, 'reserve', heldUnits) };
}

function reservation(hold: OrderHold, kind: 'reserve' | 'release', units: Units): Transfer[] {
  if (units === 0n) return [];
  const { currency, reference } = hold;
  return kind === 'reserve'
    ? [{ debit: 'available', credit: 'reserved', currency, units, kind, reference }]
    : [{ debit: 'reserved', credit: 'available', currency, units, kind, reference }];
}

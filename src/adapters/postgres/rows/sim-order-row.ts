// Orders, fills and bookings of the simulated exchange as rows of its tables, and back.

import { formatDecimal } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Booking } from '#domain/venue/venue-effects.ts';
import type { WorkingOrder } from '#domain/venue/venue-state.ts';
import type { SimFill, SimMarginEvent, SimOrder } from '#adapters/sim/sim-account.ts';
import type { SimRow } from '#adapters/sim/sim-cell.ts';
import {
  decimalFromNumeric,
  withMarkedIntegers,
  withReadIntegers,
} from '#adapters/sim/sim-cell.ts';
import type { OrderUpdate, SimCommit } from '#adapters/sim/sim-commit.ts';
import type { PlacedMarginEvent } from '#adapters/sim/sim-store.ts';

/** Row of an order; `working` is null once it has ended. */
export function orderToRow(
  accountId: string,
  order: SimOrder,
  working: WorkingOrder | null,
): SimRow {
  return {
    account_id: accountId,
    client_order_id: order.clientOrderId,
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    limit_ticks: order.limitTicks === null ? null : `${order.limitTicks}`,
    lots: `${order.lots}`,
    terms: termsToRow(order.terms),
    placed_at_ms: order.placedAtMs,
    ...updateToRow({ ...order, working }),
  };
}

/** Columns of an order that change. */
export function updateToRow(update: OrderUpdate): SimRow {
  return {
    venue_order_id: update.venueOrderId,
    filled_lots: `${update.filledLots}`,
    average_fill_price: formatDecimal(update.averageFillPrice),
    state: update.state,
    reason: update.reason,
    updated_at_ms: update.updatedAtMs,
    working: update.working === null ? null : (withMarkedIntegers(update.working) as object),
  };
}

/** What an order is read by; without its working part, which is large. */
export const ORDER_COLUMNS = [
  'venue_order_id',
  'client_order_id',
  'market_tag',
  'side',
  'type',
  'limit_ticks',
  'lots',
  'filled_lots',
  'average_fill_price',
  'state',
  'reason',
  'placed_at_ms',
  'o.updated_at_ms',
  'terms',
] as const;

/** As read: bigint columns are numbers, numeric ones text. */
export type OrderRow = {
  readonly venue_order_id: string;
  readonly client_order_id: string;
  readonly market_tag: string;
  readonly side: SimOrder['side'];
  readonly type: SimOrder['type'];
  readonly limit_ticks: string | null;
  readonly lots: string;
  readonly filled_lots: string;
  readonly average_fill_price: string;
  readonly state: SimOrder['state'];
  readonly reason: string | null;
  readonly placed_at_ms: number;
  readonly updated_at_ms: number;
  readonly terms: object | null;
};

/** Order of a row. */
export function orderFromRow(row: OrderRow): SimOrder {
  return {
    venueOrderId: row.venue_order_id,
    clientOrderId: row.client_order_id,
    marketTag: row.market_tag,
    side: row.side,
    type: row.type,
    limitTicks: row.limit_ticks === null ? null : (BigInt(row.limit_ticks) as Ticks),
    lots: BigInt(row.lots) as SimOrder['lots'],
    filledLots: BigInt(row.filled_lots) as SimOrder['lots'],
    averageFillPrice: decimalFromNumeric(row.average_fill_price),
    state: row.state,
    reason: row.reason,
    placedAtMs: row.placed_at_ms,
    updatedAtMs: row.updated_at_ms,
    terms: row.terms === null ? PLAIN_TERMS : termsFromRow(row.terms),
  };
}

/** Only what differs from plain orders; null on those. */
function termsToRow(terms: OrderTerms): object | null {
  if (terms === PLAIN_TERMS) return null;
  const own = Object.entries(terms).filter(
    ([name, value]) => value !== PLAIN_TERMS[name as keyof OrderTerms],
  );
  return own.length === 0 ? null : (withMarkedIntegers(Object.fromEntries(own)) as object);
}

/** A term that is not there is as on plain orders; `heldBy` was once stored as `keeper`. */
function termsFromRow(stored: object): OrderTerms {
  const { keeper, ...terms } = withReadIntegers(stored) as Partial<OrderTerms> & {
    readonly keeper?: OrderTerms['heldBy'];
  };
  return { ...PLAIN_TERMS, ...(keeper === undefined ? {} : { heldBy: keeper }), ...terms };
}

/**
 * The part of an order that works. What was stored before there was such does not know what was
 * open of its position, has a trail that is active, and is in no group.
 */
export function workingFromRow(row: unknown): WorkingOrder {
  const working = withReadIntegers(row) as WorkingOrder;
  const { trail, openLots, oca } = working.resting;
  const active =
    trail === null ? null : { ...trail, activationTicks: trail.activationTicks ?? null };
  const resting = {
    ...working.resting,
    openLots: openLots ?? null,
    oca: oca ?? null,
    trail: active,
  };
  return { ...working, resting };
}

/** Row of a fill; integers as text. */
export function fillToRow(fill: SimCommit['fills'][number]): SimRow {
  return {
    sequence: fill.sequence,
    venue_order_id: fill.venueOrderId,
    market_tag: fill.marketTag,
    side: fill.side,
    price_ticks: `${fill.priceTicks}`,
    lots: `${fill.lots}`,
    fee_units: `${fill.feeUnits}`,
    fee_currency: fill.feeCurrency,
    is_maker: fill.isMaker,
    filled_at_ms: fill.filledAtMs,
  };
}

export type FillRow = {
  readonly sequence: number;
  readonly venue_order_id: string;
  readonly client_order_id: string;
  readonly market_tag: string;
  readonly side: SimFill['side'];
  readonly price_ticks: string;
  readonly lots: string;
  readonly fee_units: string;
  readonly fee_currency: string | null;
  readonly is_maker: boolean;
  readonly filled_at_ms: number;
};

/** Fill of a row. */
export function fillFromRow(row: FillRow): SimFill {
  return {
    sequence: row.sequence,
    venueOrderId: row.venue_order_id,
    clientOrderId: row.client_order_id,
    marketTag: row.market_tag,
    side: row.side,
    priceTicks: BigInt(row.price_ticks) as SimFill['priceTicks'],
    lots: BigInt(row.lots) as SimFill['lots'],
    feeUnits: BigInt(row.fee_units) as Units,
    feeCurrency: row.fee_currency,
    isMaker: row.is_maker,
    filledAtMs: row.filled_at_ms,
  };
}

/** Row of a booking; units as text. */
export function bookingToRow({ units, atMs, ...rest }: Booking): SimRow {
  return { ...rest, units: `${units}`, at_ms: atMs };
}

export type BookingRow = Omit<Booking, 'units' | 'atMs'> & {
  readonly units: string;
  readonly at_ms: number;
};

/** Booking of a row. */
export function bookingFromRow({ units, at_ms: atMs, ...rest }: BookingRow): Booking {
  return { ...rest, units: BigInt(units) as Units, atMs };
}

/** JSON of a margin event, with its integers marked as such. */
export function marginEventToRow(event: SimMarginEvent): object {
  return withMarkedIntegers(event) as object;
}

export type MarginEventRow = {
  readonly sequence: number;
  readonly index: number;
  readonly event: object;
};

/** Margin event of a row, with its place in the account's history. */
export function marginEventFromRow({ sequence, index, event }: MarginEventRow): PlacedMarginEvent {
  return { place: { sequence, index }, event: withReadIntegers(event) as SimMarginEvent };
}

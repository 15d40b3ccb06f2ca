// The single-order fast path: a venue with at most one working order, on one spot market, as
// managed trading uses it. It is the same account as a VenueState, in small integers that are
// changed in place, so that an order costs a tenth of what it costs there. What does not fit (a
// second order, another type, a number that is not small) is left to the exact venue, which
// continues from stateOfFastSpot. It numbers its orders only: it keeps no trades and bookings.

import { ONE } from '#lib/decimal.ts';
import { SMALL_INTEGERS } from '#lib/integers.ts';
import { smallFrom } from '#lib/small-integer.ts';
import type { Ledger, LedgerBalances, LedgerBook } from '#domain/ledger/ledger.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { FastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { SpotSettlement } from '#domain/position/settle-spot.ts';
import { emptySettlement } from '#domain/position/settle-spot.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import type { VenueState, WorkingOrder } from '#domain/venue/venue-state.ts';

/** The balances of a currency that spot trading changes. */
export type CurrencyBook = {
  available: number;
  reserved: number;
  venue: number;
  fees: number;
  /** Whether the ledger has a book of it: from the first transfer on. */
  isRetained: boolean;
};

/** See OrderHold for what the sums mean. */
export type SingleOrder = {
  readonly request: NewOrder;
  readonly isBuy: boolean;
  readonly lots: number;
  readonly heldTicks: number;
  readonly limitTicks: number;
  readonly expiresAtMs: number;
  readonly sequence: number;
  readonly placedAtMs: number;
  heldUnits: number;
  remainingLots: number;
  filledLots: number;
  /** Sum of ticks times lots. */
  traded: number;
  openedUnits: number;
  feeWeight: number;
  updatedAtMs: number;
};

export type FastSpotVenue = {
  terms: FastSpotTerms;
  /** The ledger that the books were taken from. */
  readonly ledger: Ledger;
  readonly quote: CurrencyBook;
  readonly base: CurrencyBook;
  order: SingleOrder | null;
  /** Of the newest fill: refilled, because new objects would cost more than the arithmetic. */
  readonly settled: SpotSettlement<number>;
  /** Above the numbers of all orders so far; see VenueState. */
  nextSequence: number;
  /** The minute of which lots were taken on arrival. */
  usedOpenMs: number;
  usedLots: number;
};

/** Null when something works or is held, or when a balance is not small. */
export function openFastSpot(state: VenueState, terms: FastSpotTerms): FastSpotVenue | null {
  const { ledger, orders, positions, minuteUse, nextSequence } = state;
  const { grid, base, marketTag } = terms.market.terms;
  if (orders.length > 0 || positions.length > 0 || grid.settlementCurrency === base) return null;
  const [use] = minuteUse;
  if (minuteUse.length > 1 || (use !== undefined && use.marketTag !== marketTag)) return null;
  const venue = {
    terms,
    ledger,
    quote: bookOf(ledger, grid.settlementCurrency),
    base: bookOf(ledger, base),
    order: null,
    settled: emptySettlement(SMALL_INTEGERS),
    nextSequence,
    usedOpenMs: use?.openTimeMs ?? -1,
    usedLots: use === undefined ? 0 : smallFrom(use.usedLots),
  };
  const sum = sumOf(venue.quote) + sumOf(venue.base) + venue.usedLots;
  return Number.isNaN(sum) ? null : venue;
}

/** More than any order holds, and half of what is small. */
const ENDLESS = 2 ** 51;

/**
 * A venue that has enough of everything, of which only the fills count: that an account can pay for
 * them is known by whoever asks.
 */
export function openEndlessVenue(ledger: Ledger, terms: FastSpotTerms): FastSpotVenue {
  const book = (): CurrencyBook => {
    return { available: ENDLESS, reserved: 0, venue: 0, fees: 0, isRetained: true };
  };
  return {
    terms,
    ledger,
    quote: book(),
    base: book(),
    order: null,
    settled: emptySettlement(SMALL_INTEGERS),
    nextSequence: 1,
    usedOpenMs: -1,
    usedLots: 0,
  };
}

/** The same account as the exact venue knows it. */
export function stateOfFastSpot(venue: FastSpotVenue): VenueState {
  const { terms, usedLots, usedOpenMs, order } = venue;
  const { marketTag } = terms.market.terms;
  const use = { marketTag, openTimeMs: usedOpenMs, usedLots: BigInt(usedLots) as Lots };
  return {
    ledger: ledgerOfFastSpot(venue),
    orders: order === null ? [] : [workingOrder(terms, order)],
    positions: [],
    minuteUse: usedLots === 0 ? [] : [use],
    nextSequence: venue.nextSequence,
  };
}

/** The account's money. */
export function ledgerOfFastSpot({ ledger, terms, quote, base }: FastSpotVenue): Ledger {
  const { grid, base: baseCurrency } = terms.market.terms;
  const quoted = withBook(ledger.books, grid.settlementCurrency, quote);
  return { owner: ledger.owner, books: withBook(quoted, baseCurrency, base) };
}

function bookOf(ledger: Ledger, of: string): CurrencyBook {
  const { available, reserved, venue, fees } = balancesIn(ledger, of);
  return {
    isRetained: ledger.books.some(({ currency }) => currency === of),
    available: smallFrom(available),
    reserved: smallFrom(reserved),
    venue: smallFrom(venue),
    fees: smallFrom(fees),
  };
}

function sumOf({ available, reserved, venue, fees }: CurrencyBook): number {
  return available + reserved + venue + fees;
}

function withBook(
  books: readonly LedgerBook[],
  currency: string,
  { available, reserved, venue, fees, isRetained }: CurrencyBook,
): readonly LedgerBook[] {
  if (!isRetained) return books;
  const balances: LedgerBalances = {
    ...balancesIn({ owner: '', books }, currency),
    available: BigInt(available) as Units,
    reserved: BigInt(reserved) as Units,
    venue: BigInt(venue) as Units,
    fees: BigInt(fees) as Units,
  };
  const others = books.filter((book) => book.currency !== currency);
  return [...others, { currency, balances }].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function workingOrder({ market, feeWeightPart }: FastSpotTerms, order: SingleOrder): WorkingOrder {
  const { request, isBuy, placedAtMs, updatedAtMs } = order;
  const { marketTag, grid, base } = market.terms;
  const remainingLots = BigInt(order.remainingLots) as Lots;
  const lots = BigInt(order.lots) as Lots;
  return {
    marketTag,
    lots,
    resting: {
      ...request,
      remainingLots,
      sequence: order.sequence,
      isTriggered: false,
      liveFromMs: placedAtMs,
    },
    hold: {
      reference: request.orderId,
      kind: 'spot',
      side: request.side,
      currency: isBuy ? grid.settlementCurrency : base,
      heldUnits: BigInt(order.heldUnits) as Units,
      heldTicks: BigInt(order.heldTicks) as Ticks,
      lots: remainingLots,
      openingLots: remainingLots,
      leverage: ONE,
      marginMode: 'isolated',
      filledLots: (lots - remainingLots) as Lots,
      traded: { numerator: BigInt(order.traded), denominator: 1n },
      openedUnits: BigInt(order.openedUnits) as Units,
      feeWeight: BigInt(order.feeWeight) * feeWeightPart,
    },
    isReduceOnly: false,
    placedAtMs,
    updatedAtMs,
  };
}

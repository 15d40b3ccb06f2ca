// The simulated exchange's records in the shapes of the exchange port.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { LedgerBook } from '#domain/ledger/ledger.ts';
import { liquidationTicks } from '#domain/margin/liquidation-price.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import { NO_UNITS, valueOfUnits } from '#venue-port/money/currency.ts';
import type { Units } from '#venue-port/money/currency.ts';
import {
  averagePrice,
  realizedUnits,
  roiPercent,
  unrealizedUnits,
} from '#domain/position/position-figures.ts';
import type { OpenPosition } from '#domain/venue/venue-state.ts';
import type {
  Balance,
  CredentialReport,
  VenueFill,
  VenueMarginEvent,
  VenueOrder,
  VenuePosition,
} from '#venue-port/exchange/exchange.ts';
import type { MarginEventPlace, SimFill, SimOrder } from '#adapters/sim/sim-account.ts';
import type { PlacedMarginEvent } from '#adapters/sim/sim-store.ts';
import type { MarketOf } from '#adapters/sim/sim-markets.ts';
import { listedMarket } from '#adapters/sim/sim-markets.ts';
import { plainTag } from '#adapters/sim/stepped-tag.ts';

/** The last price of a market, in its steps. */
export type MarkOf = (marketTag: string) => Ticks;

/** What is known of an account that has a wallet here and no key. */
export function walletReport(accountId: string, marketType: MarketType): CredentialReport {
  return {
    accountUid: accountId,
    canTrade: true,
    canWithdraw: false,
    isAddressBound: true,
    expiresAtMs: null,
    permissions: ['trade'],
    positionMode: marketType === 'spot' ? null : 'one_way',
    marginMode: null,
  };
}

/** Order in decimals, under the market's plain tag. */
export function venueOrderOf(marketOf: MarketOf, order: SimOrder): VenueOrder {
  const { grid } = listedMarket(marketOf, order.marketTag);
  const { venueOrderId, clientOrderId, marketTag, side, type, averageFillPrice } = order;
  const { terms, state, reason, placedAtMs, updatedAtMs } = order;
  return {
    venueOrderId,
    clientOrderId,
    marketTag: plainTag(marketTag),
    side,
    type,
    price: order.limitTicks === null ? ZERO : priceOf(grid, order.limitTicks),
    amount: amountOf(grid, order.lots),
    terms,
    filledAmount: amountOf(grid, order.filledLots),
    averageFillPrice,
    state,
    reason,
    placedAtMs,
    updatedAtMs,
  };
}

/** Fill in decimals; a fee without a currency is in that of settlement. */
export function venueFillOf(marketOf: MarketOf, fill: SimFill): VenueFill {
  const { grid } = listedMarket(marketOf, fill.marketTag);
  const { venueOrderId, clientOrderId, marketTag, side, isMaker, filledAtMs } = fill;
  const feeCurrency = fill.feeCurrency ?? grid.settlementCurrency;
  return {
    fillId: `${venueOrderId}-${fill.sequence}`,
    venueOrderId,
    clientOrderId,
    marketTag: plainTag(marketTag),
    side,
    price: priceOf(grid, fill.priceTicks),
    amount: amountOf(grid, fill.lots),
    fee: valueOfUnits(feeCurrency, fill.feeUnits),
    feeCurrency,
    isMaker,
    filledAtMs,
  };
}

/** Funding or liquidation in decimals of the settlement currency. */
export function venueMarginEventOf(
  marketOf: MarketOf,
  { place, event }: PlacedMarginEvent,
): VenueMarginEvent {
  const { grid } = listedMarket(marketOf, event.marketTag);
  const { marketTag, direction, atMs } = event;
  const currency = grid.settlementCurrency;
  const value = (units: Units): Decimal => valueOfUnits(currency, units);
  const eventId = marginCursorOf(place);
  const amount = amountOf(grid, event.lots);
  const shared = { eventId, marketTag: plainTag(marketTag), direction, amount, currency, atMs };
  if (event.kind === 'funding') return { kind: 'funding', ...shared, paid: value(event.paidUnits) };
  return {
    kind: 'liquidation',
    ...shared,
    price: priceOf(grid, event.priceTicks),
    fee: value(event.feeUnits),
    insured: value(event.insuredUnits),
  };
}

/** A place as text, and back. */
export function marginCursorOf({ sequence, index }: MarginEventPlace): string {
  return `${sequence}.${index}`;
}

/** Place behind which a list goes on; the beginning for a null cursor. */
export function marginPlaceOf(cursor: string | null): MarginEventPlace {
  const [sequence = 0, index = 0] = (cursor ?? '').split('.').map(Number);
  return { sequence, index };
}

/** Currencies that the account has something of. On spot nothing is used as margin. */
export function spotBalances(books: readonly LedgerBook[]): Balance[] {
  return balances(books, () => null);
}

/** `unrealizedProfit` is that of the open positions in the currency, at the last prices. */
export function futuresBalances(
  books: readonly LedgerBook[],
  positions: readonly OpenPosition[],
  markOf: MarkOf,
  marketOf: MarketOf,
): Balance[] {
  return balances(books, ({ currency }) => {
    let units = NO_UNITS;
    for (const position of positions)
      if (position.currency === currency) {
        const { grid } = listedMarket(marketOf, position.marketTag);
        units = (units + unrealizedUnits(grid, position, markOf(position.marketTag))) as Units;
      }
    return units;
  });
}

function balances(
  books: readonly LedgerBook[],
  unrealizedOf: (book: LedgerBook) => Units | null,
): Balance[] {
  return books.flatMap((book) => {
    const { available, reserved, margin } = book.balances;
    const total = available + reserved + margin;
    if (total === 0n) return [];
    const value = (units: bigint): Decimal => valueOfUnits(book.currency, units as Units);
    const unrealized = unrealizedOf(book);
    return [
      {
        currency: book.currency,
        available: value(available),
        locked: value(reserved + margin),
        total: value(total),
        marginUsed: unrealized === null ? null : value(margin),
        unrealizedProfit: unrealized === null ? null : value(unrealized),
      },
    ];
  });
}

/** Position in decimals at a mark price; the liquidation price is null where margin is shared. */
export function venuePositionOf(
  marketOf: MarketOf,
  position: OpenPosition,
  markTicks: Ticks,
): VenuePosition {
  const { grid, venue } = listedMarket(marketOf, position.marketTag);
  const { positionId, marketTag, direction, leverage, marginMode, currency } = position;
  const value = (units: Units): Decimal => valueOfUnits(currency, units);
  const unrealized = unrealizedUnits(grid, position, markTicks);
  const liquidation =
    venue.tiers === null || marginMode === 'cross'
      ? null
      : liquidationTicks(grid, position, venue.tiers);
  return {
    positionId,
    marketTag: plainTag(marketTag),
    direction,
    amount: amountOf(grid, position.lots),
    averagePrice: averagePrice(grid, position),
    markPrice: priceOf(grid, markTicks),
    leverage,
    marginMode,
    margin: value(position.marginUnits),
    marginCurrency: currency,
    liquidationPrice: liquidation === null ? null : priceOf(grid, liquidation),
    unrealizedProfit: value(unrealized),
    realizedProfit: value(realizedUnits(position)),
    fees: value(position.feeUnits),
    roiPercent: roiPercent(position, unrealized),
    openedAtMs: position.openedAtMs,
    updatedAtMs: position.updatedAtMs,
  };
}

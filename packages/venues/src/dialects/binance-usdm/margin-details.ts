// Details that the lists of payments and of forced orders of Binance USD-M futures leave out: the
// position that funding was for, by the rate and the price of that instant, and the fee of a
// liquidation.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, divideRounded, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { MarginRow } from '#venues/dialects/binance-usdm/read-margin-row.ts';
import { usdmMarketTag } from '#venues/dialects/binance-usdm/read-market.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import {
  BOOKED_MS_MAX,
  EARLY_MS_MAX,
  rateOfPayment,
} from '#venues/dialects/reply/funding-rate-at.ts';
import { readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

type FundingRate = { readonly atMs: number; readonly rate: Decimal; readonly markPrice: Decimal };
type Fee = { readonly paid: Decimal; readonly currency: string };

export type MarginDetails = {
  /** By symbol. */
  readonly rates: ReadonlyMap<string, readonly FundingRate[]>;
  /** By the id of the row. */
  readonly fees: ReadonlyMap<string, Fee>;
};

export const NO_DETAILS: MarginDetails = { rates: new Map(), fees: new Map() };

export type DetailQuery = {
  readonly call: VenueCall;
  readonly read: (body: unknown, details: MarginDetails) => MarginDetails;
};

const PER_CALL_MAX = 1_000;

type FundingRow = Extract<MarginRow, { kind: 'funding' }>;
type LiquidationRow = Extract<MarginRow, { kind: 'liquidation' }>;

/**
 * Queries of the details that these rows need: one for the rates of each symbol, one for each
 * liquidation.
 */
export function detailQueries(rows: readonly MarginRow[]): readonly DetailQuery[] {
  const payments = Map.groupBy(
    rows.filter((row) => row.kind === 'funding'),
    ({ symbol }) => symbol,
  );
  return [
    ...[...payments].map(([symbol, ofSymbol]) => ratesQuery(symbol, ofSymbol)),
    ...rows.filter((row) => row.kind === 'liquidation').map(feeQuery),
  ];
}

function ratesQuery(symbol: string, rows: readonly FundingRow[]): DetailQuery {
  const instants = rows.map(({ atMs }) => atMs);
  return {
    call: usdmRequest('fundingRates', {
      symbol,
      startTime: Math.min(...instants) - BOOKED_MS_MAX,
      endTime: Math.max(...instants) + EARLY_MS_MAX,
      limit: PER_CALL_MAX,
    }),
    read: (body, details) => {
      const rows = replyList(body, 'The list of rates');
      const { items } = readRows(
        rows,
        () => symbol,
        (value) => readRate(value, symbol),
      );
      return { ...details, rates: new Map([...details.rates, [symbol, items]]) };
    },
  };
}

function readRate(value: unknown, symbol: string): FundingRate {
  const fields = replyFields(value, 'The rate');
  if (fields['symbol'] !== symbol) throw new UnreadableReply('The rate is of another market.');
  return {
    atMs: integerField(fields, 'fundingTime'),
    rate: decimalField(fields, 'fundingRate'),
    markPrice: decimalField(fields, 'markPrice'),
  };
}

function feeQuery({ id, symbol, orderId }: LiquidationRow): DetailQuery {
  return {
    call: usdmRequest('fills', { symbol, orderId, limit: PER_CALL_MAX }),
    read: (body, details) => {
      const trades = replyList(body, 'The list of trades').map((value) =>
        replyFields(value, 'The trade'),
      );
      const [first] = trades;
      if (first === undefined) return details;
      const paid = trades.reduce((sum, trade) => sum + decimalField(trade, 'commission'), 0n);
      const fee = { paid: paid as Decimal, currency: textField(first, 'commissionAsset') };
      return { ...details, fees: new Map([...details.fees, [id, fee]]) };
    },
  };
}

/**
 * Event of a row and its details. Throws `UnreadableReply` where the currency of a fee is unknown.
 */
export function marginEventOf(
  row: MarginRow,
  details: MarginDetails,
  { findMarket }: AccountContext,
): VenueMarginEvent {
  const listed = findMarket('futures', row.symbol);
  const shared = {
    eventId: row.id,
    marketTag: listed?.market.marketTag ?? usdmMarketTag(row.symbol),
    atMs: row.atMs,
  };
  if (row.kind === 'funding') {
    const { paid, currency } = row;
    return { ...shared, kind: 'funding', paid, currency, ...positionOf(row, details, listed) };
  }
  const { amount, price, side } = row;
  const fee = details.fees.get(row.id);
  const currency = fee?.currency ?? listed?.market.contract?.marginCurrency;
  if (currency === undefined) throw new UnreadableReply('The currency of the fee is not known.');
  return {
    ...shared,
    kind: 'liquidation',
    direction: side === 'sell' ? 'long' : 'short',
    amount,
    price,
    currency,
    fee: fee?.paid ?? ZERO,
    insured: ZERO,
  };
}

/** Long positions pay where the rate is above zero, for their value at the mark price. */
function positionOf(
  { symbol, atMs, paid }: FundingRow,
  { rates }: MarginDetails,
  listed: ListedMarket | null,
): Pick<VenueMarginEvent, 'direction' | 'amount'> {
  const rate = rateOfPayment(rates.get(symbol) ?? [], atMs);
  const perUnit = rate === null ? ZERO : multiplyDecimal(rate.rate, rate.markPrice, 'half_even');
  if (perUnit === 0n) throw new UnreadableReply('The rate of a payment is not listed.');
  const amount = divideDecimal(absolute(paid), absolute(perUnit), 'half_even');
  return {
    direction: paid > 0n === perUnit > 0n ? 'long' : 'short',
    amount: wholeSteps(amount, listed?.market.amountStep ?? ZERO),
  };
}

/** Payments are rounded to their eighth decimal, positions are whole steps. */
function wholeSteps(amount: Decimal, step: Decimal): Decimal {
  return step <= 0n ? amount : ((divideRounded(amount, step, 'half_even') * step) as Decimal);
}

function absolute(value: Decimal): Decimal {
  return (value < 0n ? -value : value) as Decimal;
}

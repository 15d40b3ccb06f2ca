// Funding, liquidations and what is closed for another's loss at OKX: bills of the account. Those
// of funding do not say whether the position was long or short, which follows from the rate of that
// instant.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import { billSequence } from '#venues/dialects/okx/read-fill.ts';
import type { AccountContext, CursorPage, Query } from '#venues/dialect.ts';
import type { Bill, BillList } from '#venues/dialects/okx/bill-list.ts';
import { billsAfter } from '#venues/dialects/okx/bill-list.ts';
import { readFundingRates } from '#venues/dialects/okx/read-market.ts';
import { tagOf } from '#venues/dialects/okx/read-order.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import {
  BOOKED_MS_MAX,
  EARLY_MS_MAX,
  rateOfPayment,
} from '#venues/dialects/reply/funding-rate-at.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { readDetailed } from '#venues/dialects/reply/read-detailed.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  integerField,
  codeIn,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const RATES_PER_CALL_MAX = 400;

/** Of funding, of liquidations, and of what is closed to make good another's loss. */
const FUNDING = '8';
const LIQUIDATION = '5';
const DELEVERAGING = '9';
const TYPES = [FUNDING, LIQUIDATION, DELEVERAGING];
/** Which position was closed: in part (100 to 103), as a whole, or for another's loss (125 on). */
const CLOSED: { readonly [subType: string]: VenueMarginEvent['direction'] } = {
  '100': 'long',
  '101': 'short',
  '102': 'short',
  '103': 'long',
  '104': 'long',
  '105': 'short',
  '106': 'short',
  '107': 'long',
  '125': 'long',
  '126': 'short',
  '127': 'short',
  '128': 'long',
};

type MarginRow = {
  readonly symbol: string;
  readonly atMs: number;
  /** Its direction is not known yet where it is of funding. */
  readonly event: VenueMarginEvent;
};

type EventQuery = Query<CursorPage<VenueMarginEvent>>;
type Rates = ReadonlyMap<string, readonly FundingRate[]>;

/** What was booked after the cursor (null: in the last three months at most), at most `limit`. */
export function marginEventsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): EventQuery {
  const list: BillList<MarginRow> = {
    newest: 'bills',
    older: 'olderBills',
    newestMs: 7 * DAY_MS - HOUR_MS,
    windowMs: 30 * DAY_MS,
    filters: TYPES.map((type) => ({ instType: 'SWAP', ctType: 'linear', type })),
    read: (value) => readBill(value, context),
  };
  const bills = billsAfter(list, cursor, limit, context, wantedSinceMs);
  return withDirections(bills, context.nowMs);
}

function readBill(value: unknown, context: AccountContext): Bill<MarginRow | null> {
  const fields = replyFields(value, 'The bill');
  const billId = idField(fields, 'billId');
  const atMs = integerField(fields, 'ts');
  const event = readEvent(fields, context, { eventId: billId, atMs, ...billSequence(fields) });
  const item = event === null ? null : { symbol: textField(fields, 'instId'), atMs, event };
  return { id: billId, atMs, billId, item };
}

function readEvent(
  fields: ReplyFields,
  context: AccountContext,
  named: Pick<VenueMarginEvent, 'eventId' | 'atMs' | 'sequence'>,
): VenueMarginEvent | null {
  const { type, subType } = fields;
  // A venue that does not know the filter would list everything.
  if (!TYPES.some((each) => each === type))
    throw new UnreadableReply('The bill is of another type.');
  const shared = {
    ...named,
    marketTag: tagOf(fields, context),
    amount: decimalField(fields, 'sz'),
    currency: textField(fields, 'ccy'),
  };
  if (type === FUNDING) {
    // Isolated positions pay out of their own margin: the balance of the account stays.
    const paid = -decimalField(fields, 'pnl') as Decimal;
    return paid === 0n ? null : { kind: 'funding', ...shared, direction: 'long', paid };
  }
  const code = codeIn(subType);
  if (typeof code !== 'string' || code === '')
    throw new UnreadableReply('"subType" of the bill is no code.');
  const direction = CLOSED[code];
  if (direction === undefined) return null;
  return {
    kind: 'liquidation',
    ...shared,
    direction,
    price: decimalField(fields, 'px'),
    fee: -optionalDecimal(fields, 'fee') as Decimal,
    insured: ZERO,
  };
}

function withDirections(query: Query<CursorPage<MarginRow>>, nowMs: number): EventQuery {
  return {
    call: query.call,
    read(outcome) {
      const verdict = query.read(outcome);
      if (verdict.kind !== 'done') return verdict;
      const { items: rows, cursor, rest } = verdict.value;
      if (rest !== null)
        return { kind: 'done', value: { items: [], cursor, rest: withDirections(rest, nowMs) } };
      const payments = rows.filter(({ event }) => event.kind === 'funding');
      const ofSymbol = [...Map.groupBy(payments, ({ symbol }) => symbol)];
      return { kind: 'done', value: withRates({ rows, cursor, nowMs }, ofSymbol, new Map()) };
    },
  };
}

type MarginPage = {
  readonly rows: readonly MarginRow[];
  readonly cursor: string | null;
  readonly nowMs: number;
};

/** Asks for the rates of one market after the other. */
function withRates(
  found: MarginPage,
  [payments, ...others]: readonly (readonly [string, readonly MarginRow[]])[],
  rates: Rates,
): CursorPage<VenueMarginEvent> {
  const { rows, cursor, nowMs } = found;
  if (payments === undefined)
    return {
      items: readDetailed(rows, nowMs, byField('symbol'), (row) => directed(row, rates)),
      cursor,
      rest: null,
    };
  const [symbol, ofSymbol] = payments;
  const instants = ofSymbol.map(({ atMs }) => atMs);
  const span = {
    before: Math.min(...instants) - BOOKED_MS_MAX - 1,
    after: Math.max(...instants) + EARLY_MS_MAX + 1,
  };
  const goOn = (listed: readonly FundingRate[]): CursorPage<VenueMarginEvent> =>
    withRates(found, others, new Map([...rates, [symbol, listed]]));
  return { items: [], cursor, rest: ratesQuery(symbol, span, { found: [], cursor, goOn }) };
}

type RatesProgress = {
  readonly found: readonly FundingRate[];
  readonly cursor: string | null;
  readonly goOn: (rates: readonly FundingRate[]) => CursorPage<VenueMarginEvent>;
};

/** Newest first, page by page. */
function ratesQuery(
  symbol: string,
  span: { readonly before: number; readonly after: number },
  progress: RatesProgress,
): EventQuery {
  const call = okxRequest('fundingRates', { instId: symbol, ...span, limit: RATES_PER_CALL_MAX });
  return {
    call,
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const page = readFundingRates(data, symbol);
        const found = [...progress.found, ...page];
        const after = page.length < RATES_PER_CALL_MAX ? undefined : page.at(-1)?.atMs;
        if (after === undefined) return progress.goOn(found);
        const rest = ratesQuery(symbol, { ...span, after }, { ...progress, found });
        return { items: [], cursor: progress.cursor, rest };
      }),
  };
}

/** Long positions pay where the rate is above zero. */
function directed({ symbol, event, atMs }: MarginRow, rates: Rates): VenueMarginEvent {
  if (event.kind !== 'funding') return event;
  const rate = rateOfPayment(rates.get(symbol) ?? [], atMs)?.rate ?? ZERO;
  if (rate === 0n) throw new UnreadableReply('The rate of a payment is not listed.');
  return { ...event, direction: event.paid > 0n === rate > 0n ? 'long' : 'short' };
}

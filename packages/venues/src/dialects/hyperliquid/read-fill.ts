// Fills of Hyperliquid, from its list and from frames of its stream. What the exchange does to
// positions by itself is among them, and no fill of an order.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueFill, VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { isPerpetual, tagOf } from '#venues/dialects/hyperliquid/read-market.ts';
import { nameOf, SIDES } from '#venues/dialects/hyperliquid/read-order.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow, RowPage } from '#venues/dialects/reply/windowed-list.ts';

/** The list has so many at most, and no more than the newest ten thousand of the account. */
export const FILLS_MAX = 2_000;

type Rows<T> = Pick<RowPage<T, never>, 'rows' | 'unreadable'> & {
  readonly count: number;
};

const KEYS = { id: 'oid', name: 'cloid' };

function readFills<T>(
  body: unknown,
  context: AccountContext,
  read: (fields: ReplyFields) => readonly ListedRow<T>[],
): Rows<T> {
  const all = replyList(body, 'The list of fills');
  const marketOf = (row: unknown): MarketTag =>
    tagOf(textField(replyFields(row, 'The fill'), 'coin'), context);
  const { items, unreadable } = readFillRows(all, KEYS, marketOf, (row) =>
    read(replyFields(row, 'The fill')),
  );
  return { count: all.length, rows: items, unreadable };
}

/** Of orders in perpetual markets. */
export function readListedFills(body: unknown, context: AccountContext): Rows<VenueFill> {
  return readFills(body, context, (fields) => {
    if (!isOfOrder(fields)) return [];
    const item = readFill(fields, context);
    return [{ id: item.fillId, atMs: item.filledAtMs, item }];
  });
}

/** What the exchange took over, or closed to make good another's loss. */
export function readLiquidations(body: unknown, context: AccountContext): Rows<VenueMarginEvent> {
  return readFills(body, context, (fields) => {
    if (!isLiquidation(fields) && !isDeleveraging(fields)) return [];
    const item = readLiquidation(fields, context);
    return [{ id: item.eventId, atMs: item.atMs, item }];
  });
}

/** Which the exchange does without an order of the account. */
const DELEVERAGING = 'Auto-Deleveraging';
const OWN_ACTS = new Set<unknown>([DELEVERAGING, 'Net Child Vaults', 'Settlement']);

/** Of fills in other markets nothing is known here. */
export function isOfOrder(fields: ReplyFields): boolean {
  return (
    isPerpetual(textField(fields, 'coin')) && !isLiquidation(fields) && !OWN_ACTS.has(fields['dir'])
  );
}

/**
 * Both sides of a liquidation have its words. An order of the account that was in the book is the
 * other side; whoever was liquidated took from the book.
 */
function isLiquidation(fields: ReplyFields): boolean {
  const { liquidation } = fields;
  if (liquidation === undefined || liquidation === null) return false;
  return isPerpetual(textField(fields, 'coin')) && flagField(fields, 'crossed');
}

function isDeleveraging(fields: ReplyFields): boolean {
  return fields['dir'] === DELEVERAGING && isPerpetual(textField(fields, 'coin'));
}

/** Fill of a row or frame; `crossed` means that it took. */
export function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const fee = decimalField(fields, 'fee');
  const symbol = textField(fields, 'coin');
  const marketTag = tagOf(symbol, context);
  return {
    fillId: idField(fields, 'tid'),
    venueOrderId: countedIdField(fields, 'oid'),
    clientOrderId: nameOf(fields),
    marketTag,
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'px'),
    amount: decimalField(fields, 'sz'),
    fee,
    feeCurrency: feeCurrencyField(fields, 'feeToken', fee, { context, symbol, marketTag }),
    isMaker: !flagField(fields, 'crossed'),
    filledAtMs: integerField(fields, 'time'),
  };
}

function readLiquidation(fields: ReplyFields, context: AccountContext): VenueMarginEvent {
  const fill = readFill(fields, context);
  return {
    kind: 'liquidation',
    eventId: `liquidation-${fill.fillId}`,
    marketTag: fill.marketTag,
    direction: fill.side === 'sell' ? 'long' : 'short',
    amount: fill.amount,
    currency: fill.feeCurrency,
    atMs: fill.filledAtMs,
    price: fill.price,
    fee: fill.fee,
    insured: 0n as Decimal,
  };
}

// Fills of Gate, which only its lists show here: orders come with sums.

import { ZERO } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/gate/read-market.ts';
import { nameOf, SIDES } from '#venues/dialects/gate/read-order.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  decimalInstantField,
  idField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow } from '#venues/dialects/reply/windowed-list.ts';

/** `symbol`: of the market that alone was requested, which rows may leave out; null: of all. */
export function readListedFills(
  body: unknown,
  context: AccountContext,
  symbol: string | null,
): FillRows<ListedRow<VenueFill>> {
  const fieldsOf = (row: unknown): ReplyFields => {
    const fields = replyFields(row, 'The fill');
    return { ...fields, currency_pair: fields['currency_pair'] ?? symbol };
  };
  const marketOf = (row: unknown): MarketTag => tagOf(fieldsOf(row), context);
  const keys = { id: 'order_id', name: 'text' };
  return readFillRows(replyList(body, 'The list of fills'), keys, marketOf, (value) => {
    const item = readFill(fieldsOf(value), context);
    return [{ id: item.fillId, atMs: item.filledAtMs, item }];
  });
}

function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const venueOrderId = idField(fields, 'order_id');
  return {
    // Two orders of one account may have filled one another, in one trade.
    fillId: `${idField(fields, 'id')}_${venueOrderId}`,
    venueOrderId,
    clientOrderId: nameOf(fields),
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'amount'),
    ...feeOf(fields, context),
    isMaker: fields['role'] === 'maker',
    // As `1548000000123.456`.
    filledAtMs: decimalInstantField(fields, 'create_time_ms', 'millisecond'),
  };
}

/**
 * In what was received, or in the venue's token, or in points that are bought before. Where a part
 * was paid in each, what was taken of the trade counts.
 */
function feeOf(
  fields: ReplyFields,
  context: AccountContext,
): Pick<VenueFill, 'fee' | 'feeCurrency'> {
  const fee = optionalDecimal(fields, 'fee');
  const inTokens = optionalDecimal(fields, 'gt_fee');
  const inPoints = optionalDecimal(fields, 'point_fee');
  if (fee !== ZERO) return { fee, feeCurrency: textField(fields, 'fee_currency') };
  if (inTokens !== ZERO) return { fee: inTokens, feeCurrency: 'GT' };
  if (inPoints !== ZERO) return { fee: inPoints, feeCurrency: 'POINT' };
  const place = {
    context,
    symbol: textField(fields, 'currency_pair'),
    marketTag: tagOf(fields, context),
  };
  return { fee, feeCurrency: feeCurrencyField(fields, 'fee_currency', fee, place) };
}

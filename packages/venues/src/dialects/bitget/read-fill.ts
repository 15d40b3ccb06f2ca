// Fills of Bitget, which only its list shows here: orders come with sums.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/bitget/read-market.ts';
import { nameOf, orderIdField, SIDES } from '#venues/dialects/bitget/read-order.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow } from '#venues/dialects/reply/windowed-list.ts';

/** Newest first, each with the id that the list goes on from. */
export function readListedFills(
  data: unknown,
  context: AccountContext,
): FillRows<ListedRow<VenueFill> & { readonly tradeId: string }> {
  const marketOf = (row: unknown): MarketTag =>
    tagOf(textField(replyFields(row, 'The fill'), 'symbol'), context);
  const keys = { id: 'orderId', name: 'clientOid' };
  return readFillRows(replyList(data, 'The list of fills'), keys, marketOf, (value) => {
    const item = readFill(value, context);
    const tradeId = tradeIdOf(value);
    return [{ id: item.fillId, atMs: item.filledAtMs, item, tradeId }];
  });
}

function tradeIdOf(value: unknown): string {
  return countedIdField(replyFields(value, 'The fill'), 'tradeId');
}

function readFill(value: unknown, context: AccountContext): VenueFill {
  const fields = replyFields(value, 'The fill');
  const venueOrderId = orderIdField(fields);
  const detail = replyFields(fields['feeDetail'], 'The fee');
  const fee = feeOf(detail);
  const symbol = textField(fields, 'symbol');
  const marketTag = tagOf(symbol, context);
  return {
    // Two orders of one account may have filled one another, in one trade.
    fillId: `${tradeIdOf(value)}_${venueOrderId}`,
    venueOrderId,
    clientOrderId: nameOf(fields),
    marketTag,
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'priceAvg'),
    amount: decimalField(fields, 'size'),
    fee,
    feeCurrency: feeCurrencyField(detail, 'feeCoin', fee, { context, symbol, marketTag }),
    isMaker: fields['tradeScope'] === 'maker',
    filledAtMs: integerField(fields, 'cTime'),
  };
}

/**
 * What was taken is below zero, and a rebate above it. What was taken in the venue's own token is
 * above it in replies, and below it in the documentation.
 */
function feeOf(detail: ReplyFields): Decimal {
  const taken = decimalField(detail, 'totalFee');
  return detail['deduction'] === 'yes' && taken > 0n ? taken : (-taken as Decimal);
}

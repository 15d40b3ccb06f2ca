// Orders and fills as Gate writes them, in replies, lists and frames.

import { per, plainText } from '#loopback/amount.ts';
import type { EndReason, Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf, marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { pairOf, secondsText } from '#loopback/skins/gate/gate-endpoint.ts';

const FINISHED_AS: Readonly<Record<EndReason, string>> = {
  filled: 'filled',
  by_user: 'cancelled',
  would_take: 'poc',
  unfilled_ioc: 'ioc',
  unfilled_fok: 'fok',
  no_liquidity: 'depth_not_enough',
  insufficient_funds: 'small',
  reduce_only: 'unknown',
  position_closed: 'unknown',
  liquidation: 'liquidate_cancelled',
  by_venue: 'price_protect_cancelled',
};

const LIFETIMES = { gtc: 'gtc', ioc: 'ioc', fok: 'fok', post_only: 'poc' } as const;

/** Order that has not ended. */
export function isOpen({ state }: Pick<ShownOrder, 'state'>): boolean {
  return state === 'open' || state === 'accepted';
}

/** A market purchase is in quote. */
function amounts({ order, filled, filledQuote }: ShownOrder): Record<string, string> {
  const { quoteQuantity, quantity } = order;
  const [amount, left] =
    quoteQuantity === null
      ? [quantity, quantity - filled]
      : [quoteQuantity, quoteQuantity - filledQuote];
  return { amount: plainText(amount), left: plainText(left) };
}

function facts(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const [fee] = [...order.fees];
  const [updatedAtMs] = isOpen(shown) && filled === 0n ? [order.createdAtMs] : [order.updatedAtMs];
  const finished = isOpen(shown) ? 'open' : FINISHED_AS[order.endReason ?? 'by_venue'];
  return {
    id: order.venueOrderId,
    text: order.name === '' ? 'apiv4' : order.name,
    amend_text: '-',
    create_time: secondsText(order.createdAtMs),
    update_time: secondsText(updatedAtMs),
    currency_pair: pairOf(terms),
    type: order.kind,
    account: accountOf(exchange, order.accountId).mode === 'unified' ? 'unified' : 'spot',
    side: order.side,
    ...amounts(shown),
    price: order.price === null ? '0' : plainText(order.price),
    time_in_force: LIFETIMES[order.lifetime],
    filled_total: plainText(filledQuote),
    filled_amount: plainText(filled),
    avg_deal_price: filled === 0n ? '0' : plainText(per(filledQuote, filled)),
    fee: plainText(fee?.[0] === 'GT' ? 0n : (fee?.[1] ?? 0n)),
    fee_currency: order.side === 'buy' ? terms.base : terms.quote,
    point_fee: '0',
    gt_fee: plainText(fee?.[0] === 'GT' ? fee[1] : 0n),
    rebated_fee: '0',
    rebated_fee_currency: order.side === 'buy' ? terms.quote : terms.base,
    stp_id: 0,
    stp_act: '-',
    finish_as: finished,
    create_time_ms: order.createdAtMs,
    update_time_ms: updatedAtMs,
  };
}

/** Order of replies and lists; `fill_price` is the value of what filled. */
export function gateOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const isFilled = shown.state === 'filled';
  return {
    ...facts(exchange, shown),
    status: isOpen(shown) ? 'open' : isFilled ? 'closed' : 'cancelled',
    iceberg: '0',
    fill_price: plainText(shown.filledQuote),
    gt_maker_fee: '0',
    gt_taker_fee: '0',
    gt_discount: false,
  };
}

/** Without a status, and with instants as text. */
export function gateOrderFrame(
  exchange: Exchange,
  shown: ShownOrder,
  isNew: boolean,
): Record<string, unknown> {
  const { create_time_ms, update_time_ms, ...others } = facts(exchange, shown);
  return {
    ...others,
    create_time_ms: String(create_time_ms),
    update_time_ms: String(update_time_ms),
    user: 3_497_082,
    event: isOpen(shown) ? (isNew ? 'put' : 'update') : 'finish',
    biz_info: '-',
  };
}

/** Fill of lists; a fee in the venue's token is in a field of its own. */
export function gateFill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  const isInTokens = fill.feeAsset === 'GT';
  return {
    id: String(1_232_893_232 + fill.id),
    create_time: secondsText(fill.atMs),
    create_time_ms: `${fill.atMs}.456`,
    currency_pair: pairOf(terms),
    order_id: fill.order?.venueOrderId ?? '',
    side: fill.side,
    role: fill.isMaker ? 'maker' : 'taker',
    amount: plainText(fill.quantity),
    price: plainText(fill.price),
    fee: isInTokens ? '0' : plainText(fill.fee),
    fee_currency: isInTokens ? (fill.side === 'buy' ? terms.base : terms.quote) : fill.feeAsset,
    point_fee: '0',
    gt_fee: isInTokens ? plainText(fill.fee) : '0',
    sequence_id: String(fill.id),
    text: textOfOrder(fill.order),
    deal: plainText(fill.quote),
  };
}

function textOfOrder(order: Order | null): string {
  return order === null || order.name === '' ? 'apiv4' : order.name;
}

// Orders and trades as Kraken writes them, in lists and in frames.

import { fixedText, per, plainText, times } from '#loopback/amount.ts';
import type { EndReason, Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { altName, pairId, secondsOf } from '#loopback/skins/kraken/kraken-endpoint.ts';

const REASONS: Partial<Record<EndReason, string>> = {
  by_user: 'User requested',
  by_venue: 'Order canceled by system',
  unfilled_ioc: 'IOC order',
  no_liquidity: 'Out of liquidity',
  insufficient_funds: 'Out of funds',
  would_take: 'Post only order',
};

function statusOf({ state }: ShownOrder): string {
  if (state === 'filled') return 'closed';
  if (state === 'accepted') return 'pending';
  return state === 'open' ? 'open' : 'canceled';
}

/** Orders that wait for a price, by what comes of them. */
export const KRAKEN_WAITING: {
  readonly [ordertype: string]: { readonly kind: 'limit' | 'market'; readonly isStop: boolean };
} = {
  'stop-loss': { kind: 'market', isStop: true },
  'stop-loss-limit': { kind: 'limit', isStop: true },
  'take-profit': { kind: 'market', isStop: false },
  'take-profit-limit': { kind: 'limit', isStop: false },
};

function typeOf({ kind, side, trigger }: Order): string {
  if (trigger === undefined) return kind;
  const isStop = trigger.rises === (side === 'buy');
  const found = Object.entries(KRAKEN_WAITING).find(
    ([, each]) => each.kind === kind && each.isStop === isStop,
  );
  return found?.[0] ?? kind;
}

/** As the description of an order words it. */
function atPriceOf(order: Order): string {
  const limit = order.price === null ? null : plainText(order.price);
  if (order.trigger === undefined) return limit === null ? 'market' : `limit ${limit}`;
  const words = typeOf(order).replace('-limit', '').replace('-', ' ');
  const at = `${words} ${plainText(order.trigger.price)}`;
  return limit === null ? at : `${at} -> limit ${limit}`;
}

/** An order without a name has none here, and one that works has neither a reason nor an end. */
export function krakenOrder(
  exchange: Exchange,
  shown: ShownOrder,
  tradeIds: readonly string[] | null,
): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const status = statusOf(shown);
  const isEnded = status === 'closed' || status === 'canceled';
  const limit = order.price === null ? '0' : plainText(order.price);
  const { trigger } = order;
  const [fee = 0n] = [...order.fees.values()];
  return {
    refid: null,
    userref: null,
    ...(order.name === '' ? {} : { cl_ord_id: order.name }),
    status,
    ...(isEnded
      ? {
          reason: REASONS[order.endReason ?? 'filled'] ?? null,
          closetm: secondsOf(order.updatedAtMs),
        }
      : {}),
    opentm: secondsOf(order.createdAtMs),
    starttm: 0,
    expiretm: 0,
    descr: {
      pair: altName(terms),
      type: order.side,
      ordertype: typeOf(order),
      price: trigger === undefined ? limit : plainText(trigger.price),
      price2: trigger === undefined ? '0' : limit,
      leverage: 'none',
      order: `${order.side} ${fixedText(order.quantity)} ${altName(terms)} @ ${atPriceOf(order)}`,
      close: '',
    },
    vol: fixedText(order.quantity),
    vol_exec: fixedText(filled),
    cost: fixedText(filledQuote),
    fee: fixedText(fee),
    price: fixedText(per(filledQuote, filled)),
    stopprice: '0.00000',
    limitprice: '0.00000',
    misc: '',
    oflags: order.asWritten['oflags'] ?? 'fciq',
    ...(tradeIds === null || tradeIds.length === 0 ? {} : { trades: tradeIds }),
  };
}

/** `TAAAAA-AAAAA-005001`. */
export function tradeIdOf({ id }: Fill): string {
  return `TAAAAA-AAAAA-${String(id).padStart(6, '0')}`;
}

/** The fee is stated in quote, whatever it was paid in. */
export function krakenTrade(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  const fee = fill.feeAsset === terms.base ? times(fill.fee, fill.price) : fill.fee;
  return {
    ordertxid: fill.order?.venueOrderId ?? '',
    postxid: 'TKH2SE-M7IF5-CFI7LT',
    pair: pairId(terms),
    time: secondsOf(fill.atMs),
    type: fill.side,
    ordertype: fill.order?.kind ?? 'market',
    price: fixedText(fill.price),
    cost: fixedText(fill.quote),
    fee: fixedText(fee),
    vol: fixedText(fill.quantity),
    margin: '0.00000',
    misc: '',
    trade_id: fill.id,
    maker: fill.isMaker,
  };
}

/** Figures of frames are numbers. */
function figure(value: bigint): number {
  return Number(fixedText(value));
}

/** A new order is described in full; of a later event there is only what has changed. */
export function krakenOrderEvent(
  exchange: Exchange,
  shown: ShownOrder,
  cause: 'new' | 'end',
): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const status = cause === 'new' ? 'new' : shown.state === 'filled' ? 'filled' : 'canceled';
  const shared = {
    order_id: order.venueOrderId,
    ...(order.name === '' ? {} : { cl_ord_id: order.name }),
    exec_type: status,
    order_status: status,
    cum_qty: figure(filled),
    cum_cost: figure(filledQuote),
    avg_price: figure(per(filledQuote, filled)),
    timestamp: new Date(exchange.clock.nowMs()).toISOString(),
  };
  if (cause === 'end') return { ...shared, reason: REASONS[order.endReason ?? 'filled'] ?? '' };
  return {
    ...shared,
    symbol: `${terms.base}/${terms.quote}`,
    side: order.side,
    order_type: typeOf(order),
    order_qty: figure(order.quantity),
    ...(order.price === null ? {} : { limit_price: figure(order.price) }),
    post_only: order.lifetime === 'post_only',
    time_in_force: 'GTC',
    fee_ccy_pref: 'fciq',
  };
}

/** Frame of a trade; the order counts as partially filled also with its last one. */
export function krakenTradeEvent(
  exchange: Exchange,
  { order }: ShownOrder,
  fill: Fill,
): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  return {
    order_id: order.venueOrderId,
    ...(order.name === '' ? {} : { cl_ord_id: order.name }),
    exec_id: tradeIdOf(fill),
    exec_type: 'trade',
    trade_id: fill.id,
    symbol: `${terms.base}/${terms.quote}`,
    side: fill.side,
    last_qty: figure(fill.quantity),
    last_price: figure(fill.price),
    liquidity_ind: fill.isMaker ? 'm' : 't',
    cost: figure(fill.quote),
    // Also of a trade that fills the whole order, says the documentation.
    order_status: 'partially_filled',
    order_type: order.kind,
    fees: [{ asset: fill.feeAsset, qty: figure(fill.fee) }],
    timestamp: new Date(fill.atMs).toISOString(),
  };
}

// Orders at KuCoin: placing and cancelling, which are accepted first and carried out afterwards,
// and what may be read of them. A look-up has no page, and a list of open orders has one market.

import type { Lifetime, NewOrder, Order } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { marketOf as marketByKey } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonTextReply } from '#loopback/skins/skin.ts';
import type {
  KucoinContext,
  KucoinEndpoints,
  KucoinParameters,
} from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  amountOf,
  flagOf,
  marketOf,
  pageOf,
  requiredText,
  symbolOf,
  textOf,
  wholeOf,
} from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  KucoinRefusal,
  kucoinReply,
  noSuchOrder,
  parameterError,
  refusalBy,
} from '#loopback/skins/kucoin/kucoin-errors.ts';
import { isActive, kucoinFill, kucoinOrder, rowIdOf } from '#loopback/skins/kucoin/kucoin-order.ts';

const DAY_MS = 86_400_000;
export const KUCOIN_NAME = /^[A-Za-z0-9_-]{1,40}$/;
const trade = { access: 'trade', pool: 'spot', weight: 1 } as const;
const read = { access: 'read', pool: 'spot', weight: 2 } as const;
const PAGE = ['side', 'type', 'startAt', 'endAt', 'lastId', 'limit'];

export const KUCOIN_TRADING: KucoinEndpoints = {
  'POST /api/v1/hf/orders': {
    ...trade,
    operation: 'place',
    takes: [
      'clientOid',
      'side',
      'symbol',
      'type',
      'remark',
      'stp',
      'price',
      'size',
      'timeInForce',
      'postOnly',
      'hidden',
      'iceberg',
      'visibleSize',
      'tags',
      'cancelAfter',
      'funds',
      'allowMaxTimeWindow',
      'clientTimestamp',
    ],
    run: create,
  },
  'DELETE /api/v1/hf/orders/{orderId}': {
    ...trade,
    operation: 'cancel',
    takes: ['orderId', 'symbol'],
    run: (context: KucoinContext) => cancel(context, 'orderId'),
  },
  'DELETE /api/v1/hf/orders/client-order/{clientOid}': {
    ...trade,
    operation: 'cancel',
    takes: ['clientOid', 'symbol'],
    run: (context: KucoinContext) => cancel(context, 'clientOid'),
  },
  'GET /api/v1/hf/orders/active/symbols': {
    ...read,
    operation: 'orders',
    takes: [],
    run: openMarkets,
  },
  'GET /api/v1/hf/orders/active': {
    ...read,
    operation: 'orders',
    // Clients send what the older interface knows, too.
    takes: ['symbol', 'tradeType', 'status'],
    run: openOrders,
  },
  'GET /api/v1/hf/orders/done': {
    ...read,
    operation: 'orders',
    takes: ['symbol', ...PAGE],
    run: endedOrders,
  },
  'GET /api/v1/hf/orders/client-order/{clientOid}': {
    ...read,
    operation: 'lookup',
    takes: ['clientOid', 'symbol'],
    run: (context: KucoinContext) => details(context, 'clientOid'),
  },
  'GET /api/v1/hf/orders/{orderId}': {
    ...read,
    operation: 'lookup',
    takes: ['orderId', 'symbol'],
    run: (context: KucoinContext) => details(context, 'orderId'),
  },
  'GET /api/v1/hf/fills': {
    ...read,
    operation: 'fills',
    takes: ['symbol', 'orderId', ...PAGE],
    run: fills,
  },
};

function create(context: KucoinContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  checkWindow(parameters, exchange.clock.nowMs());
  const market = marketOf(context);
  const order = readNewOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  return kucoinReply({ orderId: placement.order.venueOrderId, clientOid: order.name });
}

/** An order that the gateway received after the sum of both fails. */
function checkWindow(parameters: KucoinParameters, nowMs: number): void {
  const windowMs = wholeOf(parameters, 'allowMaxTimeWindow');
  if (windowMs === null) return;
  const sentMs = wholeOf(parameters, 'clientTimestamp');
  if (sentMs === null || sentMs + windowMs < nowMs)
    throw new KucoinRefusal(126_041, 'clientTimestamp parameter error');
}

function readNewOrder({ account, parameters }: KucoinContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
  const name = textOf(parameters, 'clientOid') ?? '';
  if (name !== '' && !KUCOIN_NAME.test(name)) throw parameterError('clientOid');
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side,
    asWritten: {},
    isReduceOnly: false,
    positionSide: 'net',
    ...readTerms(parameters),
  };
}

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

export const LIFETIME_OF: Readonly<Record<string, Lifetime>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
};

/** Market orders are by size or by value, on both sides. */
function readTerms(parameters: KucoinParameters): Terms {
  const type = requiredText(parameters, 'type');
  if (type === 'market') {
    const isBySize = textOf(parameters, 'size') !== null;
    if (isBySize === (textOf(parameters, 'funds') !== null))
      throw parameterError('size or funds should be given');
    const quantity = isBySize ? amountOf(parameters, 'size') : null;
    const quoteQuantity = isBySize ? null : amountOf(parameters, 'funds');
    return { kind: 'market', lifetime: 'ioc', price: null, quantity, quoteQuantity };
  }
  if (type !== 'limit') throw parameterError('type');
  const lifetime = LIFETIME_OF[textOf(parameters, 'timeInForce') ?? 'GTC'];
  if (lifetime === undefined) throw parameterError('timeInForce');
  const isPostOnly = lifetime === 'gtc' && flagOf(parameters, 'postOnly');
  return {
    kind: 'limit',
    lifetime: isPostOnly ? 'post_only' : lifetime,
    price: amountOf(parameters, 'price'),
    quantity: amountOf(parameters, 'size'),
    quoteQuantity: null,
  };
}

/** Throws the refusal of an order that its market does not take. */
export function checkFilters({ terms, last }: MarketState, { price, quantity }: NewOrder): void {
  if (price !== null && price % terms.tick !== 0n)
    throw new KucoinRefusal(400_100, 'Price increment invalid.');
  if (price !== null && price > last * 5n)
    throw new KucoinRefusal(400_370, 'Max. price of the order is exceeded.');
  if (quantity === null) return;
  if (quantity % terms.step !== 0n)
    throw new KucoinRefusal(600_100, 'Order size increment invalid.');
  if (quantity < terms.quantityMin)
    throw new KucoinRefusal(400_100, 'Order size below the minimum requirement.');
  if (quantity > terms.quantityMax) throw new KucoinRefusal(400_100, 'Order size is too large.');
}

type NameField = 'orderId' | 'clientOid';

function cancel(context: KucoinContext, by: NameField): VenueReply {
  const order = findOrder(context, by);
  if (order === null || !cancelOrder(context.exchange, order)) throw noSuchOrder();
  return kucoinReply({ [by]: requiredText(context.parameters, by) });
}

/** Of one market; the latest of this name, also one that is on its way. */
function findOrder(context: KucoinContext, by: NameField): Order | null {
  const { exchange, account, parameters } = context;
  const { key } = marketOf(context).terms;
  const name = requiredText(parameters, by);
  const order = by === 'orderId' ? exchange.orders.get(name) : account.names.get(name)?.at(-1);
  const isTheirs = order?.accountId === account.id && order.marketKey === key;
  return order !== undefined && isTheirs ? order : null;
}

function details(context: KucoinContext, by: NameField): VenueReply {
  const wanted = findOrder(context, by);
  const shown = shownOrdersOf(context).find(({ order }) => order === wanted);
  if (shown === undefined || !isRetained(context, shown))
    throw new KucoinRefusal(400_100, 'The order does not exist.');
  return kucoinReply(kucoinOrder(context.exchange, shown));
}

/** Of one that is not active, "you can only get data within the time range of 3 * 24 hours". */
function isRetained({ exchange }: KucoinContext, shown: ShownOrder): boolean {
  return isActive(shown) || exchange.clock.nowMs() - shown.order.updatedAtMs <= 3 * DAY_MS;
}

function openMarkets(context: KucoinContext): VenueReply {
  const { exchange } = context;
  const open = shownOrdersOf(context).filter(isActive);
  const symbols = open.map(({ order }) => symbolOf(marketByKey(exchange, order.marketKey).terms));
  return kucoinReply({ symbols: [...new Set(symbols)] });
}

function openOrders(context: KucoinContext): VenueReply {
  const { exchange } = context;
  const { key } = marketOf(context).terms;
  const open = shownOrdersOf(context).filter(
    (shown) => isActive(shown) && shown.order.marketKey === key,
  );
  return kucoinReply(open.map((shown) => kucoinOrder(exchange, shown)).toReversed());
}

function endedOrders(context: KucoinContext): VenueReply {
  const { exchange } = context;
  const { key } = marketOf(context).terms;
  const ended = shownOrdersOf(context)
    .filter((shown) => !isActive(shown) && shown.order.marketKey === key)
    .map((shown) => ({
      id: shown.order.id,
      atMs: shown.order.updatedAtMs,
      item: kucoinOrder(exchange, shown),
    }));
  const { items, lastId } = pageOf(context, ended);
  return kucoinReply({ lastId, items });
}

/** Of one market. "If orderId is specified, please ignore the other query parameters." */
function fills(context: KucoinContext): VenueReply {
  const { exchange, parameters } = context;
  const { key } = marketOf(context).terms;
  const orderId = textOf(parameters, 'orderId');
  const listed = shownFillsOf(context)
    .filter((fill) => fill.marketKey === key)
    .filter((fill) => orderId === null || fill.order?.venueOrderId === orderId)
    .map((fill) => ({ id: rowIdOf(fill), atMs: fill.atMs, item: kucoinFill(exchange, fill) }));
  const { items, lastId } = pageOf(context, listed);
  return jsonTextReply(
    200,
    `{"code":"200000","data":{"items":[${items.join()}],"lastId":${lastId}}}`,
  );
}

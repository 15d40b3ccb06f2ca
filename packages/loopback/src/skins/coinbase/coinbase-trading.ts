// Orders at Coinbase: placing and cancelling, and what may be read of them.

import type { Lifetime, NewOrder, Order, Trigger } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import { isReached } from '#loopback/book/trigger.ts';
import { times } from '#loopback/amount.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type {
  CoinbaseBody,
  CoinbaseContext,
  CoinbaseEndpoints,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import {
  amountIn,
  instantOf,
  marketOf,
  pageOf,
  productIdOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import {
  argumentError,
  CoinbaseOrderRefusal,
  CoinbaseRefusal,
  orderRefusalReply,
  refusalBy,
} from '#loopback/skins/coinbase/coinbase-errors.ts';
import {
  coinbaseFill,
  coinbaseOrder,
  entryIdOf,
  statusOf,
} from '#loopback/skins/coinbase/coinbase-order.ts';

const ORDERS_MAX = 1_000;
const FILLS_DEFAULT = 100;
/** The second name is that of the first documentation. */
const PRODUCTS = ['product_ids', 'product_id'];
const read = { access: 'view', operation: 'lookup' } as const;

export const COINBASE_TRADING: CoinbaseEndpoints = {
  'POST /orders': {
    access: 'trade',
    operation: 'place',
    takes: ['client_order_id', 'product_id', 'side', 'order_configuration'],
    run: create,
  },
  'POST /orders/batch_cancel': {
    access: 'trade',
    operation: 'cancel',
    takes: ['order_ids'],
    run: cancel,
  },
  'GET /orders/historical/batch': {
    ...read,
    operation: 'orders',
    takes: [
      'order_ids',
      ...PRODUCTS,
      'product_type',
      'order_status',
      'limit',
      'start_date',
      'end_date',
      'cursor',
    ],
    run: orderList,
  },
  'GET /orders/historical/fills': {
    ...read,
    operation: 'fills',
    takes: [
      'order_ids',
      'order_id',
      ...PRODUCTS,
      'start_sequence_timestamp',
      'end_sequence_timestamp',
      'limit',
      'cursor',
    ],
    run: fillList,
  },
  'GET /orders/historical/{order_id}': { ...read, takes: ['order_id'], run: details },
};

/** An order of the name that there is comes in place of a new one, whatever it is. */
function create(context: CoinbaseContext): VenueReply {
  const { exchange, account, body, distortion } = context;
  const configuration = body['order_configuration'];
  try {
    const name = body['client_order_id'];
    if (typeof name !== 'string' || name === '') throw argumentError('client_order_id');
    const [known] = account.names.get(name) ?? [];
    if (known !== undefined) return receipt(context, known);
    const market = marketOf(exchange, String(body['product_id']));
    if (market === null) throw new CoinbaseOrderRefusal('INVALID_PRODUCT_ID');
    const order = readNewOrder(context, market, name);
    checkFilters(market, order);
    checkTrigger(market, order);
    const placement = placeOrder(exchange, order, distortion);
    if (placement.kind === 'refused') throw refusalBy(placement.reason);
    return receipt(context, placement.order);
  } catch (error) {
    if (!(error instanceof CoinbaseOrderRefusal)) throw error;
    return orderRefusalReply(error, configuration);
  }
}

function receipt({ exchange }: CoinbaseContext, order: Order): VenueReply {
  const market = exchange.markets.get(order.marketKey);
  return jsonReply(200, {
    success: true,
    failure_reason: 'UNKNOWN_FAILURE_REASON',
    order_id: order.venueOrderId,
    success_response: {
      order_id: order.venueOrderId,
      product_id: market === undefined ? '' : productIdOf(market.terms),
      side: order.side === 'buy' ? 'BUY' : 'SELL',
      client_order_id: order.name,
    },
    order_configuration: JSON.parse(order.asWritten['configuration'] ?? '{}') as unknown,
  });
}

function readNewOrder(
  { account, body }: CoinbaseContext,
  market: MarketState,
  name: string,
): NewOrder {
  const { side, order_configuration: configuration } = body;
  if (side !== 'BUY' && side !== 'SELL') throw new CoinbaseOrderRefusal('INVALID_SIDE');
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side: side === 'BUY' ? 'buy' : 'sell',
    isReduceOnly: false,
    positionSide: 'net',
    asWritten: { configuration: JSON.stringify(configuration) },
    ...readTerms(configuration, side),
  };
}

type Terms = Pick<
  NewOrder,
  'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity' | 'trigger'
>;

const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  limit_limit_gtc: 'gtc',
  limit_limit_fok: 'fok',
  stop_limit_stop_limit_gtc: 'gtc',
  sor_limit_ioc: 'ioc',
};

/** One entry, which says what the order is. */
function readTerms(configuration: unknown, side: 'BUY' | 'SELL'): Terms {
  const [only, ...others] = Object.entries((configuration ?? {}) as CoinbaseBody);
  if (only === undefined || others.length > 0) throw argumentError('order_configuration');
  const [kind, value] = only;
  const words = value as CoinbaseBody;
  if (kind === 'market_market_ioc') return marketTerms(words, side);
  const lifetime = LIFETIMES[kind];
  if (lifetime === undefined) throw new CoinbaseOrderRefusal('UNSUPPORTED_ORDER_CONFIGURATION');
  const isPostOnly = words['post_only'] === true;
  return {
    kind: 'limit',
    lifetime: isPostOnly ? 'post_only' : lifetime,
    price: amountIn(words, 'limit_price'),
    quantity: amountIn(words, 'base_size'),
    quoteQuantity: null,
    ...(kind === 'stop_limit_stop_limit_gtc' ? { trigger: triggerIn(words, side) } : {}),
  };
}

/** A purchase waits for a price to rise, a sale for one to fall; the others are not modelled. */
function triggerIn(words: CoinbaseBody, side: 'BUY' | 'SELL'): Trigger {
  const rises = words['stop_direction'] === 'STOP_DIRECTION_STOP_UP';
  const isModelled = rises === (side === 'BUY');
  if (!isModelled || (!rises && words['stop_direction'] !== 'STOP_DIRECTION_STOP_DOWN'))
    throw new CoinbaseOrderRefusal('UNSUPPORTED_ORDER_CONFIGURATION');
  return { price: amountIn(words, 'stop_price'), rises };
}

function checkTrigger({ terms, last }: MarketState, { trigger, price }: NewOrder): void {
  if (trigger === undefined || price === null) return;
  if (trigger.price % terms.tick !== 0n)
    throw new CoinbaseOrderRefusal('INVALID_STOP_PRICE_PRECISION', true);
  if (trigger.rises ? price < trigger.price : price > trigger.price)
    throw new CoinbaseOrderRefusal(
      trigger.rises ? 'STOP_PRICE_ABOVE_LIMIT_PRICE' : 'STOP_PRICE_BELOW_LIMIT_PRICE',
      true,
    );
  if (isReached(trigger, last))
    throw new CoinbaseOrderRefusal(
      trigger.rises ? 'STOP_PRICE_BELOW_LAST_TRADE_PRICE' : 'STOP_PRICE_ABOVE_LAST_TRADE_PRICE',
      true,
    );
}

/** Purchases are documented by value, sales by amount. */
function marketTerms(words: CoinbaseBody, side: 'BUY' | 'SELL'): Terms {
  const plain = { kind: 'market', lifetime: 'ioc', price: null } as const;
  if (side === 'SELL')
    return { ...plain, quantity: amountIn(words, 'base_size'), quoteQuantity: null };
  if (words['quote_size'] === undefined)
    throw new CoinbaseOrderRefusal('UNSUPPORTED_ORDER_CONFIGURATION');
  return { ...plain, quantity: null, quoteQuantity: amountIn(words, 'quote_size') };
}

function checkFilters({ terms, last }: MarketState, order: NewOrder): void {
  const { price, quantity, quoteQuantity } = order;
  if (price !== null && price % terms.tick !== 0n)
    throw new CoinbaseOrderRefusal('INVALID_PRICE_PRECISION', true);
  if (quantity !== null && quantity % terms.step !== 0n)
    throw new CoinbaseOrderRefusal('INVALID_SIZE_PRECISION', true);
  if (quantity !== null && quantity > terms.quantityMax)
    throw new CoinbaseOrderRefusal('INVALID_BASE_SIZE_TOO_LARGE', true);
  if (quantity !== null && quantity < terms.quantityMin)
    throw new CoinbaseOrderRefusal('INVALID_BASE_SIZE_TOO_SMALL', true);
  const value = quoteQuantity ?? times(quantity ?? 0n, price ?? last);
  if (value < terms.notionalMin)
    throw new CoinbaseOrderRefusal('INVALID_QUOTE_SIZE_TOO_SMALL', true);
}

const CANCELLED_MAX = 100;

/** Each by itself; what is accepted is carried out afterwards. */
function cancel({ exchange, account, body }: CoinbaseContext): VenueReply {
  const { order_ids: ids } = body;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > CANCELLED_MAX)
    throw argumentError('order_ids');
  const results = (ids as readonly unknown[]).map((id) => {
    const order = exchange.orders.get(String(id));
    const isTheirs = order?.accountId === account.id;
    const isCancelled = order !== undefined && isTheirs && isAtWork(order);
    if (isCancelled) cancelOrder(exchange, order);
    const isFilled = isTheirs && order?.state === 'filled';
    const reason = isFilled ? 'ORDER_IS_FULLY_FILLED' : 'UNKNOWN_CANCEL_ORDER';
    const failure_reason = isCancelled ? 'UNKNOWN_CANCEL_FAILURE_REASON' : reason;
    return { success: isCancelled, failure_reason, order_id: id };
  });
  return jsonReply(200, { results });
}

function details(context: CoinbaseContext): VenueReply {
  const { exchange, account, parameters } = context;
  const id = requiredText(parameters, 'order_id');
  const shown = shownOrdersOf(context).find(({ order }) => order.venueOrderId === id);
  if (shown === undefined)
    throw new CoinbaseRefusal(404, 'NOT_FOUND', 'order with this orderID was not found');
  return jsonReply(200, { order: coinbaseOrder(exchange, account, shown) });
}

/** Newest first; the second instant is left out, and so is no state without a filter. */
function orderList(context: CoinbaseContext): VenueReply {
  const { exchange, account, parameters } = context;
  const statuses = parameters.get('order_status') ?? [];
  if (statuses.includes('OPEN') && statuses.length > 1)
    throw argumentError('order_status: cannot pair OPEN orders with other order types');
  const ids = parameters.get('order_ids') ?? [];
  const products = PRODUCTS.flatMap((name) => parameters.get(name) ?? []);
  const fromMs = instantOf(parameters, 'start_date') ?? 0;
  const toMs = instantOf(parameters, 'end_date') ?? Infinity;
  const limit = wholeOf(parameters, 'limit') ?? ORDERS_MAX;
  if (limit > ORDERS_MAX) throw argumentError('limit');
  const wanted = shownOrdersOf(context)
    .filter(({ order }) => order.createdAtMs >= fromMs && order.createdAtMs < toMs)
    .filter((shown) => statuses.length === 0 || statuses.includes(statusOf(shown)))
    .filter(({ order }) => ids.length === 0 || ids.includes(order.venueOrderId))
    .map((shown) => coinbaseOrder(exchange, account, shown))
    .filter(({ product_id: id }) => products.length === 0 || products.includes(String(id)))
    .toReversed();
  const page = pageOf(wanted, ({ order_id: id }) => String(id), {
    cursor: textOf(parameters, 'cursor'),
    limit,
  });
  return jsonReply(200, {
    orders: page.items,
    sequence: '0',
    has_next: page.next !== null,
    cursor: page.next ?? '',
  });
}

/** Newest first; the last page has no place to go on at. */
function fillList(context: CoinbaseContext): VenueReply {
  const { exchange, account, parameters } = context;
  const ids = ['order_ids', 'order_id'].flatMap((name) => parameters.get(name) ?? []);
  const products = PRODUCTS.flatMap((name) => parameters.get(name) ?? []);
  const fromMs = instantOf(parameters, 'start_sequence_timestamp') ?? 0;
  const toMs = instantOf(parameters, 'end_sequence_timestamp') ?? Infinity;
  const fills = shownFillsOf(context)
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .filter(({ order }) => ids.length === 0 || ids.includes(order?.venueOrderId ?? ''))
    .map((fill) => ({ id: entryIdOf(fill), item: coinbaseFill(exchange, account, fill) }))
    .filter(({ item }) => products.length === 0 || products.includes(String(item['product_id'])))
    .toReversed();
  const page = pageOf(fills, ({ id }) => id, {
    cursor: textOf(parameters, 'cursor'),
    limit: wholeOf(parameters, 'limit') ?? FILLS_DEFAULT,
  });
  return jsonReply(200, {
    fills: page.items.map(({ item }) => item),
    cursor: page.next ?? '',
  });
}

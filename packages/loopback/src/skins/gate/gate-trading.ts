// Orders at Gate: placing and cancelling, and what may be read of them.

import { times } from '#loopback/amount.ts';
import type { Lifetime, NewOrder, Order } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { asItIs } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type {
  GateContext,
  GateEndpoints,
  GateParameters,
} from '#loopback/skins/gate/gate-endpoint.ts';
import {
  amountOf,
  checkAccount,
  marketOfPair,
  pageOf,
  pairOf,
  rangeOf,
  requiredText,
  textOf,
} from '#loopback/skins/gate/gate-endpoint.ts';
import {
  GateRefusal,
  notFound,
  parameterError,
  refusalBy,
} from '#loopback/skins/gate/gate-errors.ts';
import { gateFill, gateOrder, isOpen } from '#loopback/skins/gate/gate-order.ts';

const NAME = /^t-[0-9A-Za-z_.-]{1,28}$/;
const read = { access: 'read', operation: 'lookup', perTenSeconds: 200 } as const;

export const GATE_TRADING: GateEndpoints = {
  'POST /spot/orders': {
    access: 'write',
    operation: 'place',
    perTenSeconds: 100,
    takes: [
      'text',
      'currency_pair',
      'type',
      'account',
      'side',
      'amount',
      'price',
      'time_in_force',
      'iceberg',
      'auto_borrow',
      'auto_repay',
      'stp_act',
      'action_mode',
      'slippage',
    ],
    run: create,
  },
  'DELETE /spot/orders/{order_id}': {
    access: 'write',
    operation: 'cancel',
    perTenSeconds: 2_000,
    takes: ['order_id', 'currency_pair', 'account', 'action_mode'],
    run: cancel,
  },
  'GET /spot/orders/{order_id}': {
    ...read,
    takes: ['order_id', 'currency_pair', 'account'],
    run: details,
  },
  'GET /spot/orders': {
    ...read,
    operation: 'orders',
    takes: ['currency_pair', 'status', 'page', 'limit', 'account', 'from', 'to', 'side'],
    run: orderList,
  },
  'GET /spot/open_orders': {
    ...read,
    operation: 'orders',
    // ccxt names a market and a status, of which the documentation knows nothing.
    takes: ['page', 'limit', 'account', 'currency_pair', 'status'],
    run: openOrders,
  },
  'GET /spot/my_trades': {
    ...read,
    operation: 'fills',
    takes: ['currency_pair', 'limit', 'page', 'order_id', 'account', 'from', 'to'],
    run: fillList,
  },
};

function create(context: GateContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  checkAccount(context);
  const market = marketOfPair(exchange, requiredText(parameters, 'currency_pair'));
  const order = readNewOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  return jsonReply(201, gateOrder(exchange, asItIs(placement.order)));
}

function readNewOrder({ account, parameters }: GateContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side', side);
  const name = textOf(parameters, 'text') ?? '';
  if (name !== '' && !NAME.test(name)) throw parameterError('text', name);
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side,
    isReduceOnly: false,
    positionSide: 'net',
    asWritten: {},
    ...readTerms(parameters, side === 'buy'),
  };
}

const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  gtc: 'gtc',
  ioc: 'ioc',
  fok: 'fok',
  poc: 'post_only',
};

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

/** A market purchase is by value, a market sale by amount; neither rests. */
function readTerms(parameters: GateParameters, isBuy: boolean): Terms {
  const kind = textOf(parameters, 'type') ?? 'limit';
  const word = textOf(parameters, 'time_in_force') ?? 'gtc';
  const lifetime = LIFETIMES[word];
  if (lifetime === undefined) throw parameterError('time_in_force', word);
  const amount = amountOf(parameters, 'amount');
  if (kind === 'market') {
    if (lifetime !== 'ioc' && lifetime !== 'fok') throw parameterError('time_in_force', word);
    const [quantity, quoteQuantity] = isBuy ? [null, amount] : [amount, null];
    return { kind, lifetime, price: null, quantity, quoteQuantity };
  }
  if (kind !== 'limit') throw parameterError('type', kind);
  const price = amountOf(parameters, 'price');
  return { kind, lifetime, price, quantity: amount, quoteQuantity: null };
}

function checkFilters({ terms, last }: MarketState, order: NewOrder): void {
  const { price, quantity, quoteQuantity } = order;
  if (price !== null && price % terms.tick !== 0n)
    throw new GateRefusal(400, 'INVALID_PRECISION', 'Invalid price precision');
  if (quantity !== null && quantity % terms.step !== 0n)
    throw new GateRefusal(400, 'INVALID_PRECISION', 'Invalid amount precision');
  if (quantity !== null && quantity > terms.quantityMax)
    throw new GateRefusal(400, 'AMOUNT_TOO_MUCH', 'Amount exceeds maximum allowed');
  const value = quoteQuantity ?? times(quantity ?? 0n, price ?? last);
  if (value < terms.notionalMin || (quantity !== null && quantity < terms.quantityMin))
    throw new GateRefusal(
      400,
      'INVALID_PARAM_VALUE',
      `Your order size is too small. The minimum is ${terms.notionalMin}`,
    );
}

/** By the id, or by the name of one that is open. */
function findOrder(context: GateContext): Order | null {
  const { exchange, account, parameters } = context;
  const id = requiredText(parameters, 'order_id');
  const pair = requiredText(parameters, 'currency_pair');
  const { key } = marketOfPair(exchange, pair).terms;
  const order = id.startsWith('t-')
    ? account.names.get(id)?.find(isAtWork)
    : exchange.orders.get(id);
  return order?.accountId === account.id && order.marketKey === key ? order : null;
}

function cancel(context: GateContext): VenueReply {
  checkAccount(context);
  const order = findOrder(context);
  if (order === null) throw notFound();
  if (!cancelOrder(context.exchange, order))
    throw order.state === 'filled'
      ? new GateRefusal(400, 'ORDER_CLOSED', 'Order already closed')
      : new GateRefusal(400, 'ORDER_CANCELLED', 'Order already cancelled');
  return jsonReply(200, gateOrder(context.exchange, asItIs(order)));
}

function details(context: GateContext): VenueReply {
  checkAccount(context);
  const wanted = findOrder(context);
  const shown = shownOrdersOf(context).find(({ order }) => order === wanted);
  if (shown === undefined) throw notFound();
  return jsonReply(200, gateOrder(context.exchange, shown));
}

/** Newest first; ended ones by the instant of their end. */
function orderList(context: GateContext): VenueReply {
  const { exchange, parameters } = context;
  checkAccount(context);
  const status = requiredText(parameters, 'status');
  if (status !== 'open' && status !== 'finished') throw parameterError('status', status);
  const isOpenList = status === 'open';
  const pair = isOpenList
    ? requiredText(parameters, 'currency_pair')
    : textOf(parameters, 'currency_pair');
  const key = pair === null ? null : marketOfPair(exchange, pair).terms.key;
  const side = textOf(parameters, 'side');
  for (const name of ['from', 'to', 'side'])
    if (isOpenList && textOf(parameters, name) !== null) throw parameterError(name, '');
  const isWithin = isOpenList
    ? () => true
    : rangeOf(parameters, exchange.clock.nowMs(), { max: Infinity, withoutAny: 7 });
  const found = shownOrdersOf(context)
    .filter((shown) => isOpen(shown) === isOpenList)
    .filter(({ order }) => key === null || order.marketKey === key)
    .filter(({ order }) => side === null || order.side === side)
    .filter(({ order }) => isWithin(order.updatedAtMs))
    .map((shown) => gateOrder(exchange, shown))
    .toReversed();
  return jsonReply(200, pageOf(parameters, found, isOpenList ? 100 : 1_000));
}

/** By market; a page is one of each. */
function openOrders(context: GateContext): VenueReply {
  const { exchange, parameters } = context;
  checkAccount(context);
  const byMarket = new Map<string, ShownOrder[]>();
  for (const shown of shownOrdersOf(context).filter(isOpen))
    byMarket.set(shown.order.marketKey, [shown, ...(byMarket.get(shown.order.marketKey) ?? [])]);
  const groups = [...byMarket].map(([key, found]) => {
    const orders = pageOf(parameters, found, 100).map((shown) => gateOrder(exchange, shown));
    return { currency_pair: pairOf(marketOf(exchange, key).terms), total: orders.length, orders };
  });
  return jsonReply(200, groups);
}

const FILL_DAYS = { max: 30, withoutAny: 7 };

/** Newest first, by the instant of the fill. */
function fillList(context: GateContext): VenueReply {
  const { exchange, parameters } = context;
  const nowMs = exchange.clock.nowMs();
  const pair = textOf(parameters, 'currency_pair');
  const key = pair === null ? null : marketOfPair(exchange, pair).terms.key;
  const id = textOf(parameters, 'order_id');
  if (id !== null && pair === null) throw parameterError('currency_pair', '');
  const isWithin = rangeOf(parameters, nowMs, FILL_DAYS);
  const found = shownFillsOf(context)
    .filter(({ atMs }) => isWithin(atMs))
    .filter(({ marketKey }) => key === null || marketKey === key)
    .filter(({ order }) => id === null || order?.venueOrderId === id)
    .map((fill) => gateFill(exchange, fill))
    .toReversed();
  return jsonReply(200, pageOf(parameters, found, 1_000));
}

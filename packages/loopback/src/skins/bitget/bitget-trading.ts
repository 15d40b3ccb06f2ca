// Orders at Bitget: placing and cancelling, which are taken first and carried out afterwards, and
// what may be read of them.

import { times } from '#loopback/amount.ts';
import type { Lifetime, NewOrder, Order } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  BitgetContext,
  BitgetEndpoints,
  BitgetParameters,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  amountOf,
  keyOfSymbol,
  marketOf,
  pageOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  BitgetRefusal,
  bitgetReply,
  noSuchOrder,
  parameterError,
  refusalBy,
} from '#loopback/skins/bitget/bitget-errors.ts';
import {
  bitgetFill,
  bitgetOpenOrder,
  bitgetOrder,
  isPending,
  tradeIdOf,
} from '#loopback/skins/bitget/bitget-order.ts';

export const BITGET_NAME = /^[\w.:/-]{1,50}$/;
const WINDOW = ['requestTime', 'receiveWindow'];
const LIST = ['symbol', 'startTime', 'endTime', 'idLessThan', 'limit', 'orderId'];
const read = { access: 'read', operation: 'orders', perSecond: 20 } as const;

export const BITGET_TRADING: BitgetEndpoints = {
  'POST /api/v2/spot/trade/place-order': {
    access: 'trade',
    operation: 'place',
    perSecond: 10,
    takes: [
      'symbol',
      'side',
      'orderType',
      'force',
      'price',
      'size',
      'clientOid',
      'triggerPrice',
      'tpslType',
      'stpMode',
      'presetTakeProfitPrice',
      'executeTakeProfitPrice',
      'presetStopLossPrice',
      'executeStopLossPrice',
      ...WINDOW,
    ],
    run: create,
  },
  'POST /api/v2/spot/trade/cancel-order': {
    access: 'trade',
    operation: 'cancel',
    perSecond: 10,
    takes: ['symbol', 'tpslType', 'orderId', 'clientOid'],
    run: cancel,
  },
  'GET /api/v2/spot/trade/orderInfo': {
    ...read,
    operation: 'lookup',
    takes: ['orderId', 'clientOid', ...WINDOW],
    run: details,
  },
  'GET /api/v2/spot/trade/unfilled-orders': {
    ...read,
    takes: [...LIST, 'tpslType', ...WINDOW],
    run: (context: BitgetContext) => orderList(context, true),
  },
  'GET /api/v2/spot/trade/history-orders': {
    ...read,
    takes: [...LIST, 'tpslType', ...WINDOW],
    run: (context: BitgetContext) => orderList(context, false),
  },
  'GET /api/v2/spot/trade/fills': {
    ...read,
    operation: 'fills',
    perSecond: 10,
    takes: LIST,
    run: fills,
  },
};

function create(context: BitgetContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  const nowMs = exchange.clock.nowMs();
  checkWindow(parameters, nowMs);
  const market = marketOf(context);
  const order = readNewOrder(context, market);
  checkBitgetFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  const { venueOrderId, name } = placement.order;
  return bitgetReply({ orderId: venueOrderId, clientOid: name }, nowMs);
}

/** "Valid only when the time range [...] is within receiveWindow". */
function checkWindow(parameters: BitgetParameters, nowMs: number): void {
  const windowMs = wholeOf(parameters, 'receiveWindow');
  const requestMs = wholeOf(parameters, 'requestTime');
  if (windowMs === null || requestMs === null) return;
  if (Math.abs(nowMs - requestMs) > windowMs)
    throw new BitgetRefusal(40_008, 'Request timestamp expired');
}

function readNewOrder({ account, parameters }: BitgetContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
  if ((textOf(parameters, 'tpslType') ?? 'normal') !== 'normal') throw parameterError('tpslType');
  const name = textOf(parameters, 'clientOid') ?? '';
  if (name !== '' && !BITGET_NAME.test(name)) throw parameterError('clientOid');
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side,
    asWritten: {},
    isReduceOnly: false,
    positionSide: 'net',
    ...readTerms(parameters, side === 'buy'),
  };
}

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

export const BITGET_LIFETIMES: Readonly<Record<string, Lifetime>> = {
  gtc: 'gtc',
  ioc: 'ioc',
  fok: 'fok',
  post_only: 'post_only',
};

/** The size of a market buy is a value, that of every other order an amount. */
function readTerms(parameters: BitgetParameters, isBuy: boolean): Terms {
  const kind = requiredText(parameters, 'orderType');
  const size = amountOf(parameters, 'size');
  if (kind === 'market') {
    const [quantity, quoteQuantity] = isBuy ? [null, size] : [size, null];
    return { kind, lifetime: 'ioc', price: null, quantity, quoteQuantity };
  }
  if (kind !== 'limit') throw parameterError('orderType');
  const lifetime = BITGET_LIFETIMES[requiredText(parameters, 'force')];
  if (lifetime === undefined) throw parameterError('force');
  const price = amountOf(parameters, 'price');
  return { kind, lifetime, price, quantity: size, quoteQuantity: null };
}

/** Buys are at most 5 % above the last price, sales 5 % below. */
export function checkBitgetFilters({ terms, last }: MarketState, order: NewOrder): void {
  const { price, quantity, quoteQuantity, side } = order;
  if (price !== null && price % terms.tick !== 0n)
    throw new BitgetRefusal(41_103, 'param price scale error error');
  if (quantity !== null && quantity % terms.step !== 0n)
    throw new BitgetRefusal(
      40_808,
      'Parameter verification exception size checkBDScale error value',
    );
  if (price !== null && side === 'buy' && price * 20n > last * 21n)
    throw new BitgetRefusal(43_009, 'The current order price exceeds the limit');
  if (price !== null && side === 'sell' && price * 20n < last * 19n)
    throw new BitgetRefusal(43_008, 'The current order price cannot be less than');
  const value = quoteQuantity ?? times(quantity ?? 0n, price ?? last);
  if (value < terms.notionalMin)
    throw new BitgetRefusal(45_110, 'less than the minimum amount 1 USDT');
}

/** By the id of the venue; by a name only while the order is at work. */
function findOrder({ exchange, account, parameters }: BitgetContext): Order | null {
  const [id, name] = [textOf(parameters, 'orderId'), textOf(parameters, 'clientOid')];
  if (id === null && name === null)
    throw new BitgetRefusal(40_019, 'Parameter orderId cannot be empty');
  const order =
    id === null ? account.names.get(name ?? '')?.find(isAtWork) : exchange.orders.get(id);
  return order?.accountId === account.id ? order : null;
}

function cancel(context: BitgetContext): VenueReply {
  const { exchange } = context;
  const { key } = marketOf(context).terms;
  const order = findOrder(context);
  if (order?.marketKey !== key || !cancelOrder(exchange, order)) throw noSuchOrder();
  const receipt = { orderId: order.venueOrderId, clientOid: order.name };
  return bitgetReply(receipt, exchange.clock.nowMs());
}

/** None is a list without rows. */
function details(context: BitgetContext): VenueReply {
  const { exchange } = context;
  const wanted = findOrder(context);
  const shown = shownOrdersOf(context).filter(({ order }) => order === wanted);
  return bitgetReply(
    shown.map((each) => bitgetOrder(exchange, each)),
    exchange.clock.nowMs(),
  );
}

/** By the instant at which an order was placed. */
function orderList(context: BitgetContext, isPendingList: boolean): VenueReply {
  const { exchange, parameters } = context;
  const key = keyOfSymbol(context);
  const id = textOf(parameters, 'orderId');
  const write = isPendingList ? bitgetOpenOrder : bitgetOrder;
  const rows = shownOrdersOf(context)
    .filter((shown) => isPending(shown) === isPendingList)
    .filter(({ order }) => key === null || order.marketKey === key)
    .filter(({ order }) => id === null || order.venueOrderId === id)
    .map((shown) => ({
      id: shown.order.venueOrderId,
      atMs: shown.order.createdAtMs,
      item: write(exchange, shown),
    }));
  return bitgetReply(pageOf(context, rows), exchange.clock.nowMs());
}

function fills(context: BitgetContext): VenueReply {
  const { exchange, parameters } = context;
  const nowMs = exchange.clock.nowMs();
  const key = keyOfSymbol(context);
  const id = textOf(parameters, 'orderId');
  const rows = shownFillsOf(context)
    .filter(({ marketKey }) => key === null || marketKey === key)
    .filter(({ order }) => id === null || order?.venueOrderId === id)
    .map((fill) => ({ id: tradeIdOf(fill), atMs: fill.atMs, item: bitgetFill(exchange, fill) }));
  return bitgetReply(pageOf(context, rows), nowMs);
}

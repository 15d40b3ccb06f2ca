// Spot of unified accounts at Bitget, under /api/v3: orders, fills, balances, and what is said of a
// key. As in the classic mode, orders are taken first and carried out afterwards.

import { plainText } from '#loopback/amount.ts';
import type { NewOrder, Order } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { Refusal } from '#loopback/exchange/place-order.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type {
  BitgetContext,
  BitgetEndpoints,
  BitgetParameters,
  Row,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  amountOf,
  keyOfSymbol,
  marketOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  BitgetRefusal,
  bitgetReply,
  parameterError,
  refusalBy,
} from '#loopback/skins/bitget/bitget-errors.ts';
import { isPending, tradeIdOf } from '#loopback/skins/bitget/bitget-order.ts';
import {
  BITGET_LIFETIMES,
  BITGET_NAME,
  checkBitgetFilters,
} from '#loopback/skins/bitget/bitget-trading.ts';
import { unifiedFill, unifiedOrder } from '#loopback/skins/bitget/bitget-unified-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';

const NAMES = ['orderId', 'clientOid'];
const WINDOW = ['startTime', 'endTime', 'limit', 'cursor'];
const read = { mode: 'unified', access: 'read', operation: 'orders', perSecond: 20 } as const;

export const BITGET_UNIFIED: BitgetEndpoints = {
  'POST /api/v3/trade/place-order': {
    mode: 'unified',
    access: 'trade',
    operation: 'place',
    perSecond: 10,
    takes: [
      'category',
      'symbol',
      'qty',
      'price',
      'side',
      'orderType',
      'timeInForce',
      'posSide',
      'clientOid',
      'reduceOnly',
      'stpMode',
    ],
    run: create,
  },
  'POST /api/v3/trade/cancel-order': {
    mode: 'unified',
    access: 'trade',
    operation: 'cancel',
    perSecond: 10,
    takes: NAMES,
    run: cancel,
  },
  'GET /api/v3/trade/order-info': { ...read, operation: 'lookup', takes: NAMES, run: details },
  'GET /api/v3/trade/unfilled-orders': {
    ...read,
    takes: ['category', 'symbol', ...WINDOW],
    run: (context: BitgetContext) => orderList(context, true),
  },
  'GET /api/v3/trade/history-orders': {
    ...read,
    takes: ['category', 'symbol', ...WINDOW],
    run(context: BitgetContext) {
      requiredText(context.parameters, 'category');
      return orderList(context, false);
    },
  },
  'GET /api/v3/trade/fills': {
    ...read,
    operation: 'fills',
    takes: ['orderId', ...WINDOW],
    run: fills,
  },
  'GET /api/v3/account/assets': { ...read, operation: 'balances', takes: [], run: assets },
  'GET /api/v3/account/info': {
    ...read,
    operation: 'credentials',
    perSecond: 5,
    takes: [],
    run: info,
  },
};

const REFUSALS: { readonly [reason in Refusal]?: readonly [number, string] } = {
  duplicate: [40_786, 'Duplicate clientOid'],
  insufficient_funds: [25_202, 'Insufficient balance'],
};

function create(context: BitgetContext): VenueReply {
  const { exchange, distortion } = context;
  const market = marketOf(context);
  const order = readNewOrder(context, market);
  checkBitgetFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') {
    const own = REFUSALS[placement.reason];
    throw own === undefined ? refusalBy(placement.reason) : new BitgetRefusal(...own);
  }
  const { venueOrderId, name } = placement.order;
  return bitgetReply({ orderId: venueOrderId, clientOid: name }, exchange.clock.nowMs());
}

function readNewOrder({ account, parameters }: BitgetContext, market: MarketState): NewOrder {
  if (requiredText(parameters, 'category') !== 'SPOT') throw parameterError('category');
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
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

/** The quantity of a market buy is a value. */
function readTerms(parameters: BitgetParameters, isBuy: boolean): Terms {
  const kind = requiredText(parameters, 'orderType');
  const size = amountOf(parameters, 'qty');
  if (kind === 'market') {
    const [quantity, quoteQuantity] = isBuy ? [null, size] : [size, null];
    return { kind, lifetime: 'ioc', price: null, quantity, quoteQuantity };
  }
  if (kind !== 'limit') throw parameterError('orderType');
  const lifetime = BITGET_LIFETIMES[textOf(parameters, 'timeInForce') ?? 'gtc'];
  if (lifetime === undefined) throw parameterError('timeInForce');
  const price = amountOf(parameters, 'price');
  return { kind, lifetime, price, quantity: size, quoteQuantity: null };
}

/** By either name, in any state; the id of the venue counts more. */
function findOrder({ exchange, account, parameters }: BitgetContext): Order {
  const [id, name] = [textOf(parameters, 'orderId'), textOf(parameters, 'clientOid')];
  if (id === null && name === null)
    throw new BitgetRefusal(40_019, 'Parameter orderId cannot be empty');
  const order = id === null ? account.names.get(name ?? '')?.at(-1) : exchange.orders.get(id);
  if (order?.accountId === account.id) return order;
  throw unknownOrder();
}

function unknownOrder(): BitgetRefusal {
  return new BitgetRefusal(25_204, 'Order does not exist');
}

function cancel(context: BitgetContext): VenueReply {
  const { exchange } = context;
  const order = findOrder(context);
  if (!cancelOrder(exchange, order)) throw unknownOrder();
  const receipt = { orderId: order.venueOrderId, clientOid: order.name };
  return bitgetReply(receipt, exchange.clock.nowMs());
}

function details(context: BitgetContext): VenueReply {
  const { exchange } = context;
  const wanted = findOrder(context);
  const found = shownOrdersOf(context).find(({ order }) => order === wanted);
  if (found === undefined) throw unknownOrder();
  return bitgetReply(unifiedOrder(exchange, found), exchange.clock.nowMs());
}

function orderList(context: BitgetContext, isPendingList: boolean): VenueReply {
  const { exchange, parameters } = context;
  if ((textOf(parameters, 'category') ?? 'SPOT') !== 'SPOT') return listReply(context, [], 0);
  const key = keyOfSymbol(context);
  const rows = shownOrdersOf(context)
    .filter((shown) => isPending(shown) === isPendingList)
    .filter(({ order }) => key === null || order.marketKey === key)
    .map((shown) => ({
      id: shown.order.venueOrderId,
      atMs: shown.order.createdAtMs,
      item: unifiedOrder(exchange, shown),
    }));
  return listReply(context, rows, isPendingList ? Infinity : DAYS_MAX);
}

function fills(context: BitgetContext): VenueReply {
  const { exchange, parameters } = context;
  const id = textOf(parameters, 'orderId');
  const rows = shownFillsOf(context)
    .filter(({ order }) => id === null || order?.venueOrderId === id)
    .map((fill) => ({ id: tradeIdOf(fill), atMs: fill.atMs, item: unifiedFill(exchange, fill) }));
  return listReply(context, rows, DAYS_MAX);
}

const DAY_MS = 86_400_000;
const DAYS_MAX = 90;
const WINDOW_DAYS_MAX = 30;
const PAGE_MAX = 100;

/** `rows` are oldest first; the page is newest first, and before its cursor. */
function listReply(
  { exchange, parameters }: BitgetContext,
  rows: readonly Row[],
  daysMax: number,
): VenueReply {
  const nowMs = exchange.clock.nowMs();
  const limit = wholeOf(parameters, 'limit') ?? PAGE_MAX;
  if (limit === 0 || limit > PAGE_MAX) throw parameterError('limit');
  const toMs = wholeOf(parameters, 'endTime') ?? nowMs;
  const isListed = daysMax !== Infinity;
  const fromMs = wholeOf(parameters, 'startTime') ?? (isListed ? toMs - DAY_MS : 0);
  if (fromMs > toMs)
    throw new BitgetRefusal(42_072, 'Param endTime cannot be earlier than startTime');
  if (isListed && toMs - fromMs > WINDOW_DAYS_MAX * DAY_MS)
    throw new BitgetRefusal(40_705, 'The start and end time cannot exceed 30 days');
  const before = textOf(parameters, 'cursor');
  const page = rows
    .filter(({ atMs }) => atMs >= Math.max(fromMs, nowMs - daysMax * DAY_MS) && atMs <= toMs)
    .filter(({ id }) => before === null || BigInt(id) < BigInt(before))
    .slice(-limit)
    .toReversed();
  return bitgetReply(
    { list: page.map(({ item }) => item), cursor: page.at(-1)?.id ?? null },
    nowMs,
  );
}

function assets({ exchange, account }: BitgetContext): VenueReply {
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const rows = owned
    .filter(([, { free, locked }]) => free + locked > 0n)
    .map(([coin, { free, locked }]) => ({
      coin,
      equity: plainText(free + locked),
      usdValue: '0',
      balance: plainText(free + locked),
      available: plainText(free),
      debt: '0',
      locked: plainText(locked),
    }));
  return bitgetReply(
    { accountEquity: '0', usdtEquity: '0', effEquity: '0', mmr: '0', imr: '0', assets: rows },
    exchange.clock.nowMs(),
  );
}

function info({ exchange, account, key }: BitgetContext): VenueReply {
  const permissions = ['uta_mgt'];
  if (key.canTrade) permissions.push('uta_trade');
  if (key.canWithdraw) permissions.push('withdraw');
  return bitgetReply(
    {
      uid: String(account.uid),
      inviterId: '',
      parentId: '',
      channelCode: 'XXX',
      channel: 'YYY',
      ips: key.addresses.join(','),
      permType: key.canTrade || key.canWithdraw ? 'read-and-write' : 'read-only',
      permissions,
      regisTime: String(key.createdAtMs),
    },
    exchange.clock.nowMs(),
  );
}

// Spot of unified accounts at KuCoin, under /api/ua/v1/unified: orders, fills and balances. As in
// the classic mode, orders are taken first and carried out afterwards. Orders that wait for a price
// are not carried out here.

import { plainText } from '#loopback/amount.ts';
import type { NewOrder, Order } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { KucoinContext, KucoinEndpoints } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  amountOf,
  flagOf,
  marketOf,
  requiredText,
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
import { isActive } from '#loopback/skins/kucoin/kucoin-order.ts';
import { checkFilters, KUCOIN_NAME, LIFETIME_OF } from '#loopback/skins/kucoin/kucoin-trading.ts';
import {
  nanoseconds,
  unifiedFill,
  unifiedOrder,
} from '#loopback/skins/kucoin/kucoin-unified-order.ts';

const HOUR_MS = 3_600_000;
const trade = { access: 'trade', pool: 'spot', weight: 1, mode: 'unified' } as const;
const read = { access: 'read', pool: 'management', weight: 4, mode: 'unified' } as const;
const ONE = ['tradeType', 'symbol', 'orderId', 'clientOid'];

export const KUCOIN_UNIFIED: KucoinEndpoints = {
  'POST /api/ua/v1/unified/order/place': {
    ...trade,
    operation: 'place',
    takes: [
      'tradeType',
      'clientOid',
      'symbol',
      'side',
      'orderType',
      'size',
      'sizeUnit',
      'price',
      'timeInForce',
      'postOnly',
      'reduceOnly',
      'stp',
      'tags',
      'cancelAfter',
    ],
    run: create,
  },
  'POST /api/ua/v1/unified/order/cancel': {
    ...trade,
    operation: 'cancel',
    takes: ONE,
    run: cancel,
  },
  'GET /api/ua/v1/unified/order/detail': { ...read, operation: 'lookup', takes: ONE, run: details },
  'GET /api/ua/v1/unified/order/open-list': {
    ...read,
    operation: 'orders',
    takes: ['tradeType', 'symbol', 'orderFilter', 'pageNumber', 'pageSize'],
    run: openOrders,
  },
  'GET /api/ua/v1/unified/order/execution': {
    ...read,
    operation: 'fills',
    takes: ['tradeType', 'symbol', 'orderId', 'side', 'startAt', 'endAt', 'lastId', 'pageSize'],
    run: fills,
  },
  'GET /api/ua/v1/unified/account/balance': {
    ...read,
    operation: 'balances',
    weight: 5,
    takes: [],
    run: balances,
  },
};

function requireSpot({ parameters }: KucoinContext): void {
  if (requiredText(parameters, 'tradeType') !== 'SPOT') throw parameterError('tradeType');
}

function receipt(context: KucoinContext, order: Order): VenueReply {
  const ts = nanoseconds(context.exchange.clock.nowMs());
  return kucoinReply({
    orderId: order.venueOrderId,
    tradeType: 'SPOT',
    ts,
    clientOid: order.name,
  });
}

function create(context: KucoinContext): VenueReply {
  const { exchange, distortion } = context;
  requireSpot(context);
  const market = marketOf(context);
  const order = readNewOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  return receipt(context, placement.order);
}

function readNewOrder({ account, parameters }: KucoinContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side').toLowerCase();
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
  const name = textOf(parameters, 'clientOid') ?? '';
  if (name !== '' && !KUCOIN_NAME.test(name)) throw parameterError('clientOid');
  const shared = {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side,
    asWritten: {},
    isReduceOnly: false,
    positionSide: 'net',
  } as const;
  const size = amountOf(parameters, 'size');
  const unit = requiredText(parameters, 'sizeUnit');
  if (unit !== 'BASECCY' && unit !== 'QUOTECCY') throw parameterError('sizeUnit');
  const isByValue = unit === 'QUOTECCY';
  const type = requiredText(parameters, 'orderType');
  if (type === 'MARKET') {
    const amounts = { quantity: isByValue ? null : size, quoteQuantity: isByValue ? size : null };
    return { ...shared, kind: 'market', lifetime: 'ioc', price: null, ...amounts };
  }
  if (type !== 'LIMIT' || isByValue) throw parameterError('orderType');
  const lifetime = LIFETIME_OF[textOf(parameters, 'timeInForce') ?? 'GTC'];
  if (lifetime === undefined) throw parameterError('timeInForce');
  const isPostOnly = lifetime === 'gtc' && flagOf(parameters, 'postOnly');
  return {
    ...shared,
    kind: 'limit',
    lifetime: isPostOnly ? 'post_only' : lifetime,
    price: amountOf(parameters, 'price'),
    quantity: size,
    quoteQuantity: null,
  };
}

/** Of one market, by either name; the id of the venue counts more. */
function findOrder(context: KucoinContext): Order | null {
  const { account, parameters } = context;
  requireSpot(context);
  const { key } = marketOf(context).terms;
  const [id, name] = [textOf(parameters, 'orderId'), textOf(parameters, 'clientOid')];
  if (id === null && name === null) throw parameterError('orderId or clientOid should be given');
  const found = account.orders.findLast(
    (order) =>
      order.marketKey === key && (id === null ? order.name === name : order.venueOrderId === id),
  );
  return found ?? null;
}

function cancel(context: KucoinContext): VenueReply {
  const order = findOrder(context);
  if (order === null || !cancelOrder(context.exchange, order)) throw noSuchOrder();
  return receipt(context, order);
}

function details(context: KucoinContext): VenueReply {
  const { exchange } = context;
  const wanted = findOrder(context);
  const shown = shownOrdersOf(context).find(({ order }) => order === wanted);
  if (shown === undefined || !isRetained(context, shown))
    throw new KucoinRefusal(400_100, 'The order does not exist.');
  return kucoinReply({ ...unifiedOrder(exchange, shown), tradeType: 'SPOT', tradeId: '' });
}

/** Those with fills for 168 hours, others for two. */
function isRetained({ exchange }: KucoinContext, shown: ShownOrder): boolean {
  const hours = shown.filled > 0n ? 168 : 2;
  const sinceEndMs = exchange.clock.nowMs() - shown.order.updatedAtMs;
  return isActive(shown) || sinceEndMs <= hours * HOUR_MS;
}

const OPEN_PAGE_MAX = 100;

/** The newest first; those that wait for a price are in another list, which is empty here. */
function openOrders(context: KucoinContext): VenueReply {
  const { exchange, parameters } = context;
  requireSpot(context);
  const symbol = textOf(parameters, 'symbol');
  const key = symbol === null ? null : marketOf(context).terms.key;
  const isWaitingList = (textOf(parameters, 'orderFilter') ?? 'NORMAL') === 'ADVANCED';
  const pageSize = wholeOf(parameters, 'pageSize') ?? 50;
  const pageNumber = wholeOf(parameters, 'pageNumber') ?? 1;
  if (pageSize < 1 || pageSize > OPEN_PAGE_MAX || pageNumber < 1) throw parameterError('pageSize');
  const open = isWaitingList
    ? []
    : shownOrdersOf(context)
        .filter((shown) => isActive(shown) && (key === null || shown.order.marketKey === key))
        .toReversed();
  const items = open
    .slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    .map((shown) => unifiedOrder(exchange, shown));
  const totalPage = Math.ceil(open.length / pageSize);
  const page = { pageNumber, pageSize, totalNum: open.length, totalPage, items };
  return kucoinReply({ ...page, tradeType: 'SPOT' });
}

const FILL_PAGE_MAX = 200;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Of one market and a week at most, the newest first. */
function fills(context: KucoinContext): VenueReply {
  const { exchange, parameters } = context;
  requireSpot(context);
  const { key } = marketOf(context).terms;
  const orderId = textOf(parameters, 'orderId');
  const endMs = wholeOf(parameters, 'endAt') ?? exchange.clock.nowMs();
  const startMs = wholeOf(parameters, 'startAt') ?? endMs - WEEK_MS;
  if (endMs - startMs > WEEK_MS) throw parameterError('startAt');
  const pageSize = wholeOf(parameters, 'pageSize') ?? 50;
  if (pageSize < 1 || pageSize > FILL_PAGE_MAX) throw parameterError('pageSize');
  const lastId = wholeOf(parameters, 'lastId');
  const page = shownFillsOf(context)
    .filter((fill) => fill.marketKey === key)
    .filter(({ order }) => orderId === null || order?.venueOrderId === orderId)
    .filter(({ id, atMs }) => atMs >= startMs && atMs <= endMs && (lastId === null || id < lastId))
    .toReversed()
    .slice(0, pageSize);
  const items = page.map((fill) => unifiedFill(exchange, fill));
  return kucoinReply({ tradeType: 'SPOT', lastId: page.at(-1)?.id ?? 0, items });
}

function balances({ exchange, account }: KucoinContext): VenueReply {
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const currencies = owned.map(([currency, { free, locked }]) => ({
    currency,
    equity: plainText(free + locked),
    hold: plainText(locked),
    balance: plainText(free + locked),
    available: plainText(free),
    liability: '0',
  }));
  return kucoinReply({
    accountType: 'UNIFIED',
    ts: exchange.clock.nowMs(),
    accounts: [{ currencies }],
  });
}

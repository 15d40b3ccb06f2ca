// Orders at OKX: placing and cancelling, which are accepted first and carried out afterwards, and
// what may be read of them.

import type { Lifetime, NewOrder, Order } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { isWaiting } from '#loopback/skins/okx/okx-algo.ts';
import type {
  ListItem,
  OkxContext,
  OkxEndpoints,
  OkxParameters,
} from '#loopback/skins/okx/okx-endpoint.ts';
import {
  amountOf,
  isOfMarket,
  kindOf,
  marketOf,
  pageOf,
  requiredText,
  textOf,
} from '#loopback/skins/okx/okx-endpoint.ts';
import {
  OkxOrderRefusal,
  OkxRefusal,
  okxReply,
  parameterError,
  refusalBy,
} from '#loopback/skins/okx/okx-errors.ts';
import { billIdOf, okxFill, okxOrder } from '#loopback/skins/okx/okx-order.ts';
import { checkFilters, fitted, readBasis } from '#loopback/skins/okx/okx-terms.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAME = /^[A-Za-z0-9]{1,32}$/;
const PAGE = ['after', 'before', 'begin', 'end', 'limit'];
const LISTED = ['instType', 'instId', 'ordId', ...PAGE];
const place = { access: 'trade', operation: 'place', perTwoSeconds: 60 } as const;
const read = { access: 'read', operation: 'lookup', perTwoSeconds: 60 } as const;

export const OKX_TRADING: OkxEndpoints = {
  'POST /api/v5/trade/order': {
    ...place,
    takes: [
      'instId',
      'tdMode',
      'clOrdId',
      'side',
      'ordType',
      'px',
      'sz',
      'tgtCcy',
      'banAmend',
      'posSide',
      'reduceOnly',
      'tag',
    ],
    run: create,
  },
  'POST /api/v5/trade/cancel-order': {
    ...place,
    operation: 'cancel',
    takes: ['instId', 'ordId', 'clOrdId'],
    run: cancel,
  },
  'GET /api/v5/trade/order': { ...read, takes: ['instId', 'ordId', 'clOrdId'], run: details },
  'GET /api/v5/trade/orders-pending': {
    ...read,
    operation: 'orders',
    takes: LISTED,
    run: (context: OkxContext) => orderList(context, (shown) => !isEnded(shown), false),
  },
  'GET /api/v5/trade/orders-history': {
    ...read,
    operation: 'orders',
    perTwoSeconds: 40,
    takes: LISTED,
    run: (context: OkxContext) =>
      orderList(context, (shown) => isEnded(shown) && isRecent(context, shown)),
  },
  'GET /api/v5/trade/orders-history-archive': {
    ...read,
    operation: 'orders',
    perTwoSeconds: 20,
    takes: LISTED,
    run: (context: OkxContext) => orderList(context, isEnded),
  },
  'GET /api/v5/trade/fills': {
    ...read,
    operation: 'fills',
    takes: LISTED,
    run: (context: OkxContext) => fillList(context, 3 * DAY_MS),
  },
  'GET /api/v5/trade/fills-history': {
    ...read,
    operation: 'fills',
    perTwoSeconds: 10,
    takes: LISTED,
    run: (context: OkxContext) => fillList(context, 90 * DAY_MS),
  },
};

function receipt({ exchange }: OkxContext, order: Order): VenueReply {
  const ts = String(exchange.clock.nowMs());
  const ids = { ordId: order.venueOrderId, clOrdId: order.name };
  return okxReply([{ ...ids, tag: '', ts, sCode: '0', sMsg: '', subCode: '' }]);
}

function create(context: OkxContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  const market = marketOf(exchange, requiredText(parameters, 'instId'));
  const order = fitted(exchange, readNewOrder(context, market));
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  return receipt(context, placement.order);
}

function readNewOrder({ account, parameters }: OkxContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
  const name = textOf(parameters, 'clOrdId') ?? '';
  if (name !== '' && !NAME.test(name)) throw parameterError('clOrdId');
  const { key, kind } = market.terms;
  return {
    accountId: account.id,
    marketKey: key,
    name,
    side,
    asWritten: { tgtCcy: textOf(parameters, 'tgtCcy') ?? '' },
    ...readBasis(account, market, parameters),
    ...(kind === 'spot' ? readTerms(parameters, side === 'buy') : readSwapTerms(parameters)),
  };
}

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  limit: 'gtc',
  post_only: 'post_only',
  ioc: 'ioc',
  fok: 'fok',
};

function readTerms(parameters: OkxParameters, isBuy: boolean): Terms {
  const type = requiredText(parameters, 'ordType');
  const size = amountOf(parameters, 'sz');
  if (type === 'market') {
    // A market purchase is by value unless it says otherwise.
    const unit = textOf(parameters, 'tgtCcy') ?? (isBuy ? 'quote_ccy' : 'base_ccy');
    if (unit !== 'quote_ccy' && unit !== 'base_ccy') throw parameterError('tgtCcy');
    const [quantity, quoteQuantity] = unit === 'base_ccy' ? [size, null] : [null, size];
    return { kind: 'market', lifetime: 'ioc', price: null, quantity, quoteQuantity };
  }
  const lifetime = LIFETIMES[type];
  if (lifetime === undefined) throw parameterError('ordType');
  const price = amountOf(parameters, 'px');
  return { kind: 'limit', lifetime, price, quantity: size, quoteQuantity: null };
}

/** Always in contracts. */
function readSwapTerms(parameters: OkxParameters): Terms {
  for (const name of ['tgtCcy', 'banAmend'])
    if (textOf(parameters, name) !== null)
      throw new OkxRefusal(59_110, `The instrument does not support the ${name} parameter.`);
  const terms = readTerms(new Map([...parameters, ['tgtCcy', 'base_ccy']]), true);
  return terms;
}

function cancel(context: OkxContext): VenueReply {
  const order = findOrder(context);
  if (order === null || !cancelOrder(context.exchange, order))
    throw new OkxOrderRefusal(
      51_400,
      'Cancellation failed as the order has been filled, canceled or does not exist.',
    );
  return receipt(context, order);
}

/** By ordId, which comes first, or the latest of this clOrdId; also one that is on its way. */
function findOrder({ exchange, account, parameters }: OkxContext): Order | null {
  const { key } = marketOf(exchange, requiredText(parameters, 'instId')).terms;
  const id = textOf(parameters, 'ordId');
  const name = textOf(parameters, 'clOrdId');
  if (id === null && name === null)
    throw new OkxRefusal(51_003, 'Either client order ID or order ID is required.', 400);
  // What came of an algo order has no name of its own.
  const order =
    id !== null
      ? exchange.orders.get(id)
      : account.names.get(name ?? '')?.findLast(({ trigger }) => trigger === undefined);
  const isTheirs =
    order?.accountId === account.id && order.marketKey === key && !isUntriggered(order);
  return order !== undefined && isTheirs ? order : null;
}

function details(context: OkxContext): VenueReply {
  const { exchange } = context;
  const wanted = findOrder(context);
  const shown = shownOrdersOf(context).find(({ order }) => order === wanted);
  if (shown === undefined || !isRetained(context, shown))
    throw new OkxRefusal(51_603, 'Order does not exist.');
  return okxReply([okxOrder(exchange, shown)]);
}

function orderList(
  context: OkxContext,
  isWanted: (shown: ShownOrder) => boolean,
  isTypeRequired = true,
): VenueReply {
  const { exchange, parameters } = context;
  const kind = kindOf(parameters, isTypeRequired);
  const listed = shownOrdersOf(context)
    .filter((shown) => !isWaiting(context, shown) && !isUntriggered(shown.order))
    .filter((shown) => isWanted(shown) && isRetained(context, shown))
    .filter(({ order }) => isOfMarket(context, kind, order.marketKey))
    .map((shown): ListItem<Record<string, unknown>> => {
      const { order } = shown;
      return { id: order.venueOrderId, atMs: order.createdAtMs, item: okxOrder(exchange, shown) };
    });
  return okxReply(pageOf(parameters, listed));
}

function isEnded({ state }: ShownOrder): boolean {
  return state !== 'open' && state !== 'accepted';
}

/** An order that ended without a fill is gone after two hours, others after three months. */
function isRetained({ exchange }: OkxContext, shown: ShownOrder): boolean {
  const retainedMs = shown.filled > 0n ? 90 * DAY_MS : 2 * HOUR_MS;
  const ageMs = exchange.clock.nowMs() - shown.order.updatedAtMs;
  return !isEnded(shown) || ageMs <= retainedMs;
}

function isRecent({ exchange }: OkxContext, { order }: ShownOrder): boolean {
  return exchange.clock.nowMs() - order.updatedAtMs <= 7 * DAY_MS;
}

function fillList(context: OkxContext, retainedMs: number): VenueReply {
  const { exchange, parameters } = context;
  const kind = kindOf(parameters);
  const nowMs = exchange.clock.nowMs();
  const ordId = textOf(parameters, 'ordId');
  const listed = shownFillsOf(context)
    .filter((fill) => fill.kind !== 'funding' && fill.atMs >= nowMs - retainedMs)
    .filter((fill) => ordId === null || fill.order?.venueOrderId === ordId)
    .filter(({ marketKey }) => isOfMarket(context, kind, marketKey))
    .map((fill) => ({ id: billIdOf(fill), atMs: fill.atMs, item: okxFill(exchange, fill) }));
  return okxReply(pageOf(parameters, listed));
}

// Conditional orders of OKX, its "algo orders" of one stop or one profit: they wait under ids of
// their own, and what comes of one is an order with another id, without a name but that of the
// algo order. They lock nothing at the exchange; here they lock what they sell.

import { plainText } from '#loopback/amount.ts';
import type { NewOrder, Order, Trigger } from '#loopback/book/order.ts';
import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { marketOf as marketByKey } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  ListItem,
  OkxContext,
  OkxEndpoints,
  OkxParameters,
} from '#loopback/skins/okx/okx-endpoint.ts';
import {
  amountOf,
  INST_TYPES,
  instIdOf,
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
import { checkFilters, fitted, readBasis } from '#loopback/skins/okx/okx-terms.ts';

const ALGO_ID_BASE = 1_753_184_812_254_216_192n;
const AT_MARKET = '-1';
const NAME = /^[A-Za-z0-9]{1,32}$/;
const shared = { perTwoSeconds: 20 } as const;

export const OKX_ALGO: OkxEndpoints = {
  'POST /api/v5/trade/order-algo': {
    ...shared,
    access: 'trade',
    operation: 'place',
    takes: [
      'instId',
      'tdMode',
      'algoClOrdId',
      // None of its words by the documentation; clients of others send it all the same.
      'clOrdId',
      'side',
      'posSide',
      'ordType',
      'sz',
      'tgtCcy',
      'reduceOnly',
      'slTriggerPx',
      'slTriggerPxType',
      'slOrdPx',
      'tpTriggerPx',
      'tpTriggerPxType',
      'tpOrdPx',
    ],
    run: create,
  },
  'POST /api/v5/trade/cancel-algos': {
    ...shared,
    access: 'trade',
    operation: 'cancel',
    takes: ['instId', 'algoId', 'algoClOrdId'],
    run: cancel,
  },
  'GET /api/v5/trade/order-algo': {
    ...shared,
    access: 'read',
    operation: 'lookup',
    takes: ['algoId', 'algoClOrdId'],
    run: details,
  },
  'GET /api/v5/trade/orders-algo-pending': {
    ...shared,
    access: 'read',
    operation: 'orders',
    takes: ['ordType', 'algoId', 'instType', 'instId', 'after', 'before', 'limit'],
    run: pending,
  },
};

function create(context: OkxContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  if (requiredText(parameters, 'ordType') !== 'conditional') throw parameterError('ordType');
  const market = marketOf(exchange, requiredText(parameters, 'instId'));
  const order = fitted(exchange, readOrder(context, market));
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused')
    throw placement.reason === 'duplicate'
      ? new OkxOrderRefusal(51_065, 'algoClOrdId already exists.')
      : refusalBy(placement.reason);
  return receipt(placement.order);
}

function receipt({ id, name }: Order): VenueReply {
  const row = { algoClOrdId: name, algoId: okxAlgoIdOf(id), clOrdId: '', tag: '' };
  return okxReply([{ ...row, sCode: '0', sMsg: '' }]);
}

function readOrder({ account, parameters }: OkxContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'side');
  if (side !== 'buy' && side !== 'sell') throw parameterError('side');
  const name = textOf(parameters, 'algoClOrdId') ?? '';
  if (name !== '' && !NAME.test(name)) throw parameterError('algoClOrdId');
  const { key, kind } = market.terms;
  const isStop = textOf(parameters, 'slTriggerPx') !== null;
  const [trigger, limit] = isStop ? ['slTriggerPx', 'slOrdPx'] : ['tpTriggerPx', 'tpOrdPx'];
  const isMarket = requiredText(parameters, limit) === AT_MARKET;
  // A purchase at market is by value unless it says otherwise.
  const isByValue = kind === 'spot' && side === 'buy' && isMarket;
  if (isByValue && textOf(parameters, 'tgtCcy') !== 'base_ccy') throw parameterError('tgtCcy');
  return {
    accountId: account.id,
    marketKey: key,
    name,
    side,
    asWritten: { tgtCcy: textOf(parameters, 'tgtCcy') ?? '' },
    ...readBasis(account, market, parameters),
    kind: isMarket ? 'market' : 'limit',
    lifetime: isMarket ? 'ioc' : 'gtc',
    price: isMarket ? null : amountOf(parameters, limit),
    quantity: amountOf(parameters, 'sz'),
    quoteQuantity: null,
    trigger: readTrigger(parameters, market, trigger, isStop === (side === 'buy')),
  };
}

function readTrigger(
  parameters: OkxParameters,
  { terms, last }: MarketState,
  name: string,
  rises: boolean,
): Trigger {
  const price = amountOf(parameters, name);
  if (price % terms.tick !== 0n) throw parameterError(name);
  if ((textOf(parameters, `${name}Type`) ?? 'last') !== 'last') throw parameterError(`${name}Type`);
  const trigger = { price, rises };
  if (!isReached(trigger, last)) return trigger;
  const isStop = name === 'slTriggerPx';
  const word = rises ? 'lower' : 'higher';
  const code = isStop ? (rises ? 51_278 : 51_280) : rises ? 51_279 : 51_277;
  const what = isStop ? 'SL' : 'TP';
  throw new OkxOrderRefusal(code, `${what} trigger price can not be ${word} than the last price`);
}

/** Of one that is on its way as well; what was triggered is cancelled as an order. */
function cancel(context: OkxContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { key } = marketOf(exchange, requiredText(parameters, 'instId')).terms;
  const isWanted = namedBy(parameters);
  const order = account.orders.findLast((each) => each.marketKey === key && isWanted(each));
  if (order === undefined || !isUntriggered(order) || !cancelOrder(exchange, order))
    throw new OkxOrderRefusal(
      51_400,
      'Cancellation failed as the order has been filled, canceled or does not exist.',
    );
  return receipt(order);
}

function details(context: OkxContext): VenueReply {
  const { parameters } = context;
  const isWanted = namedBy(parameters);
  const shown = shownOrdersOf(context).findLast(({ order }) => isWanted(order));
  if (shown === undefined) throw new OkxRefusal(51_603, 'Order does not exist.');
  return okxReply([algoOrder(context, shown)]);
}

function namedBy(parameters: OkxParameters): (order: Order) => boolean {
  const id = textOf(parameters, 'algoId');
  const name = textOf(parameters, 'algoClOrdId');
  if (id === null && name === null)
    throw new OkxRefusal(51_000, 'Either algoId or algoClOrdId is required.', 400);
  return (order) =>
    order.trigger !== undefined &&
    (id === null ? order.name === name : okxAlgoIdOf(order.id) === id);
}

function pending(context: OkxContext): VenueReply {
  const { parameters } = context;
  if (!requiredText(parameters, 'ordType').split(',').includes('conditional')) return okxReply([]);
  const kind = kindOf(parameters, false);
  const listed = shownOrdersOf(context)
    .filter((shown) => isWaiting(context, shown))
    .filter(({ order }) => isOfMarket(context, kind, order.marketKey))
    .map((shown): ListItem<Record<string, unknown>> => {
      const { order } = shown;
      const item = { ...algoOrder(context, shown), state: 'live', ordId: '' };
      return { id: okxAlgoIdOf(order.id), atMs: order.createdAtMs, item };
    });
  return okxReply(pageOf(parameters, listed));
}

/** As of the list: it may be older than the trigger. */
export function isWaiting(
  { exchange, distortion }: OkxContext,
  { order, state }: ShownOrder,
): boolean {
  const asOfMs = exchange.clock.nowMs() - distortion.staleMs;
  const isOpen = state === 'open' || state === 'accepted';
  return isOpen && order.trigger !== undefined && (order.triggeredAtMs ?? Infinity) > asOfMs;
}

/** Number of a conditional order, from a range of its own. */
export function okxAlgoIdOf(id: number): string {
  return String(ALGO_ID_BASE + BigInt(id));
}

function algoOrder({ exchange }: OkxContext, { order, state, filled }: ShownOrder) {
  const { terms } = marketByKey(exchange, order.marketKey);
  const isOrder = !isUntriggered(order);
  const isStop = order.trigger?.rises === (order.side === 'buy');
  const trigger = plainText(order.trigger?.price ?? 0n);
  const limit = order.price === null ? AT_MARKET : plainText(order.price);
  const isOpen = state === 'open' || state === 'accepted';
  return {
    actualPx: '',
    actualSide: isOrder ? (isStop ? 'sl' : 'tp') : '',
    actualSz: plainText(filled),
    algoClOrdId: order.name,
    algoId: okxAlgoIdOf(order.id),
    cTime: String(order.createdAtMs),
    clOrdId: '',
    failCode: '',
    instId: instIdOf(terms),
    instType: INST_TYPES[terms.kind],
    ordId: isOrder ? order.venueOrderId : '',
    ordIdList: isOrder ? [order.venueOrderId] : [],
    ordPx: '',
    ordType: 'conditional',
    posSide: order.positionSide,
    reduceOnly: String(order.isReduceOnly),
    side: order.side,
    slOrdPx: isStop ? limit : '',
    slTriggerPx: isStop ? trigger : '',
    slTriggerPxType: isStop ? 'last' : '',
    state: isOrder ? 'effective' : isOpen ? 'live' : 'canceled',
    sz: plainText(order.quantity),
    tag: '',
    tdMode: order.marginMode ?? 'cash',
    tgtCcy: order.asWritten['tgtCcy'] ?? '',
    tpOrdPx: isStop ? '' : limit,
    tpTriggerPx: isStop ? '' : trigger,
    tpTriggerPxType: isStop ? '' : 'last',
    triggerPx: '',
    triggerTime: isOrder ? String(order.triggeredAtMs) : '',
    uTime: String(order.updatedAtMs),
  };
}

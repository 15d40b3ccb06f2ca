// Conditional orders of Binance USD-M futures, its "algo orders": a service beside the engine holds
// them under numbers of its own. What comes of one is an order with the same name and another
// number, which the endpoints of orders show from then on.

import { randomBytes } from 'node:crypto';

import { per, plainText } from '#loopback/amount.ts';
import type { Lifetime, NewOrder, Order, Trigger } from '#loopback/book/order.ts';
import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { asItIs, isShown, shownOrders } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import type { Endpoints, PrivateContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { asOfMs, marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import {
  ERRORS,
  errorReply,
  mandatory,
  notRequired,
} from '#loopback/skins/binance/binance-errors.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import {
  BinanceRefusal,
  optionalId,
  required,
  requiredAmount,
} from '#loopback/skins/binance/binance-parameters.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import { refusedByUsdm, USDM_ERRORS } from '#loopback/skins/binance-usdm/usdm-errors.ts';
import { checkFilters } from '#loopback/skins/binance-usdm/usdm-filters.ts';

const NAME = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const LIFETIMES: Readonly<Record<string, Lifetime>> = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' };

/** By what comes of them, and whether they protect what is held. */
const TYPES: {
  readonly [type: string]: { readonly kind: 'limit' | 'market'; readonly isStop: boolean };
} = {
  STOP: { kind: 'limit', isStop: true },
  STOP_MARKET: { kind: 'market', isStop: true },
  TAKE_PROFIT: { kind: 'limit', isStop: false },
  TAKE_PROFIT_MARKET: { kind: 'market', isStop: false },
};

/** Numbers above 2^53 among others, as they are there. */
const ALGO_ID_BASE = 4_000_000_000_000_000n;

export const USDM_ALGO: Endpoints = {
  'POST /fapi/v1/algoOrder': {
    access: 'trade',
    operation: 'place',
    weight: () => 0,
    parameters: [
      'algoType',
      'symbol',
      'side',
      'positionSide',
      'type',
      'timeInForce',
      'quantity',
      'price',
      'triggerPrice',
      'workingType',
      'reduceOnly',
      'clientAlgoId',
    ],
    run: place,
  },
  'DELETE /fapi/v1/algoOrder': {
    access: 'trade',
    operation: 'cancel',
    weight: () => 1,
    parameters: ['algoId', 'clientAlgoId'],
    run: cancel,
  },
  'GET /fapi/v1/algoOrder': {
    access: 'read',
    operation: 'lookup',
    weight: () => 1,
    parameters: ['algoId', 'clientAlgoId'],
    run: query,
  },
  'GET /fapi/v1/openAlgoOrders': {
    access: 'read',
    operation: 'orders',
    weight: (parameters) => (parameters.has('symbol') ? 1 : 40),
    parameters: ['algoType', 'symbol', 'algoId'],
    run: open,
  },
};

function place(context: PrivateContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  if (required(parameters, 'algoType') !== 'CONDITIONAL')
    throw new BinanceRefusal(mandatory('algoType'));
  const market = marketBySymbol(exchange, parameters, 'linear');
  const order = readOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw new BinanceRefusal(refusedByUsdm(placement.reason));
  const {
    actualOrderId: _,
    actualPrice: __,
    actualQty: ___,
    ...taken
  } = algoOrder(exchange, asItIs(placement.order));
  return jsonReply(200, taken);
}

function readOrder({ account, parameters }: PrivateContext, market: MarketState): NewOrder {
  const side = required(parameters, 'side');
  if (side !== 'BUY' && side !== 'SELL') throw new BinanceRefusal(ERRORS.side);
  const name = parameters.get('clientAlgoId') ?? randomBytes(11).toString('hex');
  if (!NAME.test(name)) throw new BinanceRefusal(ERRORS.name);
  const isBuy = side === 'BUY';
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side: isBuy ? 'buy' : 'sell',
    isReduceOnly: parameters.get('reduceOnly') === 'true',
    positionSide: 'net',
    asWritten: {},
    quoteQuantity: null,
    quantity: requiredAmount(parameters, 'quantity'),
    trigger: readTrigger(parameters, market, isBuy),
    ...readKind(parameters),
  };
}

function typeOf(parameters: Parameters): (typeof TYPES)[string] {
  const type = TYPES[required(parameters, 'type')];
  if (type === undefined) throw new BinanceRefusal(ERRORS.orderType);
  return type;
}

function readTrigger(
  parameters: Parameters,
  { terms, last }: MarketState,
  isBuy: boolean,
): Trigger {
  if ((parameters.get('workingType') ?? 'CONTRACT_PRICE') !== 'CONTRACT_PRICE')
    throw new BinanceRefusal(mandatory('workingType'));
  const price = requiredAmount(parameters, 'triggerPrice');
  if (price % terms.tick !== 0n) throw new BinanceRefusal(USDM_ERRORS.tick);
  const trigger = { price, rises: typeOf(parameters).isStop === isBuy };
  if (isReached(trigger, last)) throw new BinanceRefusal(USDM_ERRORS.triggerPassed);
  return trigger;
}

function readKind(parameters: Parameters): Pick<NewOrder, 'kind' | 'lifetime' | 'price'> {
  const { kind } = typeOf(parameters);
  if (kind === 'market') {
    if (parameters.has('price')) throw new BinanceRefusal(notRequired('price'));
    return { kind, lifetime: 'ioc', price: null };
  }
  const lifetime = LIFETIMES[parameters.get('timeInForce') ?? 'GTC'];
  if (lifetime === undefined) throw new BinanceRefusal(ERRORS.timeInForce);
  return { kind, lifetime, price: requiredAmount(parameters, 'price') };
}

/** What was triggered is cancelled as an order. */
function cancel(context: PrivateContext): VenueReply {
  const found = find(context);
  if (found === null || !isUntriggered(found.order) || !cancelOrder(context.exchange, found.order))
    return errorReply(ERRORS.cancelUnknown);
  const algoId = rawNumber(algoIdOf(found.order.id));
  const clientAlgoId = found.order.name;
  return jsonReply(200, { algoId, clientAlgoId, code: '200', msg: 'success' });
}

function query(context: PrivateContext): VenueReply {
  const found = find(context);
  if (found === null) return errorReply(ERRORS.noSuchOrder);
  return jsonReply(200, algoOrder(context.exchange, found));
}

function open(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const symbol = parameters.get('symbol');
  const atMs = asOfMs(context);
  const waiting = shownOrders(exchange, account, atMs).filter(
    ({ order, state }) =>
      state === 'open' &&
      order.trigger !== undefined &&
      (order.triggeredAtMs === null || order.triggeredAtMs > atMs) &&
      (symbol === undefined || order.marketKey === `linear:${symbol}`),
  );
  return jsonReply(
    200,
    waiting.map((shown) => {
      const row = algoOrder(exchange, shown);
      return { ...row, algoStatus: 'NEW', actualOrderId: '', triggerTime: 0 };
    }),
  );
}

function find({ exchange, account, parameters }: PrivateContext): ShownOrder | null {
  const id = optionalId(parameters, 'algoId');
  const name = parameters.get('clientAlgoId') ?? '';
  if (id === null && name === '') throw new BinanceRefusal(mandatory('algoId'));
  const found = account.orders.findLast(
    (order) =>
      order.trigger !== undefined &&
      (id === null ? order.name === name : algoIdOf(order.id) === id),
  );
  return found !== undefined && isShown(exchange, found) ? asItIs(found) : null;
}

/** Number of a conditional order, from a range of its own. */
export function algoIdOf(id: number): string {
  return String(ALGO_ID_BASE + BigInt(id));
}

/** What is unfilled may still be at work, or ended, as an order. */
function algoStatusOf(order: Order, state: ShownOrder['state']): string {
  if (state === 'open' || state === 'accepted') return isUntriggered(order) ? 'NEW' : 'TRIGGERED';
  if (!isUntriggered(order)) return 'FINISHED';
  return order.endReason === 'by_user' ? 'CANCELED' : 'EXPIRED';
}

function algoTypeOf({ kind, side, trigger }: Order): string {
  const isStop = trigger?.rises === (side === 'buy');
  const [type = ''] =
    Object.entries(TYPES).find(([, each]) => each.kind === kind && each.isStop === isStop) ?? [];
  return type;
}

function algoOrder(
  exchange: Exchange,
  { order, state, filled, filledQuote }: ShownOrder,
): Record<string, unknown> {
  const isOrder = !isUntriggered(order);
  return {
    algoId: rawNumber(algoIdOf(order.id)),
    clientAlgoId: order.name,
    algoType: 'CONDITIONAL',
    orderType: algoTypeOf(order),
    symbol: marketOf(exchange, order.marketKey).terms.symbol,
    side: order.side.toUpperCase(),
    positionSide: 'BOTH',
    timeInForce: order.kind === 'market' ? 'GTC' : order.lifetime.toUpperCase(),
    quantity: plainText(order.quantity),
    algoStatus: algoStatusOf(order, state),
    actualOrderId: isOrder ? order.venueOrderId : '',
    actualPrice: plainText(per(filledQuote, filled)),
    actualQty: plainText(filled),
    triggerPrice: plainText(order.trigger?.price ?? 0n),
    price: plainText(order.price ?? 0n),
    icebergQuantity: null,
    selfTradePreventionMode: 'NONE',
    workingType: 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    closePosition: false,
    priceProtect: false,
    reduceOnly: order.isReduceOnly,
    createTime: order.createdAtMs,
    updateTime: order.updatedAtMs,
    triggerTime: order.triggeredAtMs ?? 0,
    goodTillDate: 0,
  };
}

/** `ALGO_UPDATE` of the user data stream. */
export function algoUpdate(exchange: Exchange, order: Order): Record<string, unknown> {
  const { state, filled, filledQuote } = order;
  const isOrder = !isUntriggered(order);
  return {
    e: 'ALGO_UPDATE',
    T: order.updatedAtMs,
    E: exchange.clock.nowMs(),
    o: {
      caid: order.name,
      aid: rawNumber(algoIdOf(order.id)),
      at: 'CONDITIONAL',
      o: algoTypeOf(order),
      s: marketOf(exchange, order.marketKey).terms.symbol,
      S: order.side.toUpperCase(),
      ps: 'BOTH',
      f: order.kind === 'market' ? 'GTC' : order.lifetime.toUpperCase(),
      q: plainText(order.quantity),
      X: algoStatusOf(order, state),
      ai: isOrder ? order.venueOrderId : '',
      ap: plainText(per(filledQuote, filled)),
      aq: plainText(filled),
      act: isOrder ? order.kind.toUpperCase() : '0',
      tp: plainText(order.trigger?.price ?? 0n),
      p: plainText(order.price ?? 0n),
      V: 'NONE',
      wt: 'CONTRACT_PRICE',
      pm: 'NONE',
      cp: false,
      pP: false,
      R: order.isReduceOnly,
      tt: order.triggeredAtMs ?? 0,
      gtd: 0,
      rm: '',
    },
  };
}

// POST and DELETE of orders.

import { randomBytes } from 'node:crypto';

import type { Lifetime, NewOrder } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { asItIs } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { Endpoints, PrivateContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { findOrder, marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import {
  ERRORS,
  errorReply,
  notRequired,
  refusedByEngine,
} from '#loopback/skins/binance/binance-errors.ts';
import { failedFilter } from '#loopback/skins/binance/binance-filters.ts';
import { cancelledOrder, placedOrder } from '#loopback/skins/binance/binance-order.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import {
  BinanceRefusal,
  optionalAmount,
  required,
  requiredAmount,
} from '#loopback/skins/binance/binance-parameters.ts';
import {
  checkTrigger,
  readTrigger,
  typeOnceTriggered,
} from '#loopback/skins/binance/binance-trigger.ts';

const LIFETIMES: Readonly<Record<string, Lifetime>> = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' };
const NAME = /^[a-zA-Z0-9-_.:/]{1,36}$/;

export const TRADING_ENDPOINTS: Endpoints = {
  'POST /api/v3/order': {
    access: 'trade',
    operation: 'place',
    weight: () => 1,
    parameters: [
      'symbol',
      'side',
      'type',
      'timeInForce',
      'quantity',
      'quoteOrderQty',
      'price',
      'stopPrice',
      'newClientOrderId',
      'newOrderRespType',
      'selfTradePreventionMode',
      'strategyId',
      'strategyType',
    ],
    run: place,
  },
  'DELETE /api/v3/order': {
    access: 'trade',
    operation: 'cancel',
    weight: () => 1,
    parameters: [
      'symbol',
      'orderId',
      'origClientOrderId',
      'newClientOrderId',
      'cancelRestrictions',
    ],
    run: cancel,
  },
  'DELETE /api/v3/openOrders': {
    access: 'trade',
    operation: 'cancel',
    weight: () => 1,
    parameters: ['symbol'],
    run: cancelAll,
  },
};

function place(context: PrivateContext): VenueReply {
  const { exchange, account, parameters, distortion } = context;
  const market = marketBySymbol(exchange, parameters);
  const order = readOrder(context, market);
  const openOrders = [...account.working].filter(
    (other) => other.marketKey === market.terms.key,
  ).length;
  const { side, price, quantity, quoteQuantity } = order;
  const failed = failedFilter(market, side, price, quantity, quoteQuantity, openOrders);
  if (failed !== null) throw new BinanceRefusal(failed);
  checkTrigger(account, market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw new BinanceRefusal(refusedByEngine(placement.reason));
  const fills = account.fills.filter((fill) => fill.order === placement.order);
  const isLimitMaker = order.lifetime === 'post_only';
  const responseType = parameters.get('newOrderRespType') ?? (isLimitMaker ? 'ACK' : 'FULL');
  return jsonReply(200, placedOrder(exchange, asItIs(placement.order), fills, responseType));
}

function readOrder(context: PrivateContext, market: MarketState): NewOrder {
  const { account, parameters } = context;
  const side = required(parameters, 'side');
  if (side !== 'BUY' && side !== 'SELL') throw new BinanceRefusal(ERRORS.side);
  const name = parameters.get('newClientOrderId') ?? randomBytes(11).toString('hex');
  if (!NAME.test(name)) throw new BinanceRefusal(ERRORS.name);
  const orderSide = side === 'BUY' ? 'buy' : 'sell';
  const trigger = readTrigger(parameters, orderSide);
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side: orderSide,
    isReduceOnly: false,
    positionSide: 'net',
    asWritten: {},
    ...(trigger === null ? {} : { trigger }),
    ...readKind(parameters),
  };
}

type Kind = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

function readKind(parameters: Parameters): Kind {
  const type = typeOnceTriggered(required(parameters, 'type'));
  if (type === 'MARKET') return readMarketOrder(parameters);
  if (type !== 'LIMIT' && type !== 'LIMIT_MAKER') throw new BinanceRefusal(ERRORS.orderType);
  if (parameters.has('quoteOrderQty')) throw new BinanceRefusal(notRequired('quoteOrderQty'));
  if (type === 'LIMIT_MAKER' && parameters.has('timeInForce')) {
    throw new BinanceRefusal(notRequired('timeInForce'));
  }
  const lifetime =
    type === 'LIMIT_MAKER' ? 'post_only' : LIFETIMES[required(parameters, 'timeInForce')];
  if (lifetime === undefined) throw new BinanceRefusal(ERRORS.timeInForce);
  const quantity = requiredAmount(parameters, 'quantity');
  const price = requiredAmount(parameters, 'price');
  return { kind: 'limit', lifetime, price, quantity, quoteQuantity: null };
}

function readMarketOrder(parameters: Parameters): Kind {
  for (const name of ['timeInForce', 'price']) {
    if (parameters.has(name)) throw new BinanceRefusal(notRequired(name));
  }
  const quantity = optionalAmount(parameters, 'quantity');
  const quoteQuantity = optionalAmount(parameters, 'quoteOrderQty');
  if (quantity === null && quoteQuantity === null) throw new BinanceRefusal(ERRORS.quantityOrQuote);
  if (quantity !== null && quoteQuantity !== null) {
    throw new BinanceRefusal(notRequired('quoteOrderQty'));
  }
  return { kind: 'market', lifetime: 'ioc', price: null, quantity, quoteQuantity };
}

function cancel(context: PrivateContext): VenueReply {
  const { exchange, parameters } = context;
  const market = marketBySymbol(exchange, parameters);
  const found = findOrder(context, market.terms.key);
  if (found === null || !cancelOrder(exchange, found.order)) {
    return errorReply(ERRORS.cancelUnknown);
  }
  const cancelName = parameters.get('newClientOrderId') ?? randomBytes(11).toString('hex');
  return jsonReply(200, cancelledOrder(exchange, asItIs(found.order), cancelName));
}

function cancelAll(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const market = marketBySymbol(exchange, parameters);
  const open = [...account.working].filter((order) => order.marketKey === market.terms.key);
  if (open.length === 0) return errorReply(ERRORS.cancelUnknown);
  for (const order of open) cancelOrder(exchange, order);
  const cancelName = randomBytes(11).toString('hex');
  return jsonReply(
    200,
    open.map((order) => cancelledOrder(exchange, asItIs(order), cancelName)),
  );
}

// POST and DELETE of orders, and what is set for a market before.

import { randomBytes } from 'node:crypto';

import { parseAmount } from '#loopback/amount.ts';
import type { Lifetime, NewOrder } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { positionsOf } from '#loopback/exchange/exchange.ts';
import { asItIs } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type { Endpoints, PrivateContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { findOrder, marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import { ERRORS, errorReply, notRequired } from '#loopback/skins/binance/binance-errors.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import {
  BinanceRefusal,
  required,
  requiredAmount,
} from '#loopback/skins/binance/binance-parameters.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import {
  invalidLeverage,
  refusedByUsdm,
  USDM_ERRORS,
} from '#loopback/skins/binance-usdm/usdm-errors.ts';
import { checkFilters } from '#loopback/skins/binance-usdm/usdm-filters.ts';
import { acknowledgedOrder } from '#loopback/skins/binance-usdm/usdm-order.ts';

const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  GTX: 'post_only',
};
const NAME = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const WAITING_TYPES = new Set(['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET']);

export const USDM_TRADING: Endpoints = {
  'POST /fapi/v1/order': {
    access: 'trade',
    operation: 'place',
    weight: () => 0,
    parameters: [
      'symbol',
      'side',
      'positionSide',
      'type',
      'timeInForce',
      'quantity',
      'reduceOnly',
      'price',
      'newClientOrderId',
      'newOrderRespType',
    ],
    run: place,
  },
  'DELETE /fapi/v1/order': {
    access: 'trade',
    operation: 'cancel',
    weight: () => 1,
    parameters: ['symbol', 'orderId', 'origClientOrderId'],
    run: cancel,
  },
  'POST /fapi/v1/marginType': {
    access: 'trade',
    operation: 'settings',
    weight: () => 1,
    parameters: ['symbol', 'marginType'],
    run: setMarginType,
  },
  'POST /fapi/v1/leverage': {
    access: 'trade',
    operation: 'settings',
    weight: () => 1,
    parameters: ['symbol', 'leverage'],
    run: setLeverage,
  },
};

function place(context: PrivateContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  const market = marketBySymbol(exchange, parameters, 'linear');
  const order = readOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw new BinanceRefusal(refusedByUsdm(placement.reason));
  return jsonReply(200, acknowledgedOrder(exchange, asItIs(placement.order)));
}

function readOrder({ account, parameters }: PrivateContext, market: MarketState): NewOrder {
  const side = required(parameters, 'side');
  if (side !== 'BUY' && side !== 'SELL') throw new BinanceRefusal(ERRORS.side);
  const name = parameters.get('newClientOrderId') ?? randomBytes(11).toString('hex');
  if (!NAME.test(name)) throw new BinanceRefusal(ERRORS.name);
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side: side === 'BUY' ? 'buy' : 'sell',
    isReduceOnly: parameters.get('reduceOnly') === 'true',
    positionSide: 'net',
    asWritten: {},
    quoteQuantity: null,
    quantity: requiredAmount(parameters, 'quantity'),
    ...readKind(parameters),
  };
}

function readKind(parameters: Parameters): Pick<NewOrder, 'kind' | 'lifetime' | 'price'> {
  const type = required(parameters, 'type');
  if (WAITING_TYPES.has(type)) throw new BinanceRefusal(USDM_ERRORS.algoOrders);
  if (type === 'MARKET') {
    for (const name of ['timeInForce', 'price'])
      if (parameters.has(name)) throw new BinanceRefusal(notRequired(name));
    return { kind: 'market', lifetime: 'ioc', price: null };
  }
  if (type !== 'LIMIT') throw new BinanceRefusal(ERRORS.orderType);
  const lifetime = LIFETIMES[required(parameters, 'timeInForce')];
  if (lifetime === undefined) throw new BinanceRefusal(ERRORS.timeInForce);
  return { kind: 'limit', lifetime, price: requiredAmount(parameters, 'price') };
}

function cancel(context: PrivateContext): VenueReply {
  const { exchange, parameters } = context;
  const market = marketBySymbol(exchange, parameters, 'linear');
  const found = findOrder(context, market.terms.key);
  if (found === null || isUntriggered(found.order) || !cancelOrder(exchange, found.order))
    return errorReply(ERRORS.cancelUnknown);
  return jsonReply(200, acknowledgedOrder(exchange, asItIs(found.order)));
}

/** By market at the venue, for the whole account here. */
function setMarginType({ exchange, account, parameters }: PrivateContext): VenueReply {
  const { key } = marketBySymbol(exchange, parameters, 'linear').terms;
  const mode = required(parameters, 'marginType') === 'ISOLATED' ? 'isolated' : 'cross';
  if (mode === account.marginMode) throw new BinanceRefusal(USDM_ERRORS.sameMarginMode);
  if ([...account.working].some(({ marketKey }) => marketKey === key))
    throw new BinanceRefusal(USDM_ERRORS.openOrders);
  const positions = positionsOf(exchange, account.id);
  if (positions.some(({ marketKey, size }) => marketKey === key && size !== 0n))
    throw new BinanceRefusal(USDM_ERRORS.openPosition);
  account.marginMode = mode;
  return jsonReply(200, { code: 200, msg: 'success' });
}

function setLeverage({ exchange, account, parameters }: PrivateContext): VenueReply {
  const { terms } = marketBySymbol(exchange, parameters, 'linear');
  const text = required(parameters, 'leverage');
  const leverage = parseAmount(text);
  const isValid = /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= terms.leverageMax;
  if (leverage === null || !isValid) throw new BinanceRefusal(invalidLeverage(text));
  account.leverages.set(terms.key, leverage);
  const { symbol } = terms;
  return jsonReply(200, { leverage: Number(text), maxNotionalValue: '1000000', symbol });
}

// Orders of Bybit: create, cancel, cancel-all. Each is acknowledged, and carried out afterwards.

import type { Amount } from '#loopback/amount.ts';
import { plainText, times } from '#loopback/amount.ts';
import type { Lifetime, NewOrder, Order, PositionSide, Trigger } from '#loopback/book/order.ts';
import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  BybitContext,
  BybitEndpoints,
  BybitParameters,
} from '#loopback/skins/bybit/bybit-endpoint.ts';
import {
  amountOf,
  bybitMarket,
  categoryOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/bybit/bybit-endpoint.ts';
import {
  BybitRefusal,
  bybitReply,
  parameterError,
  refusalBy,
} from '#loopback/skins/bybit/bybit-errors.ts';

const NAME = /^[a-zA-Z0-9_-]{1,36}$/;
const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  PostOnly: 'post_only',
};
const POSITION_SIDES: readonly PositionSide[] = ['net', 'long', 'short'];

export const BYBIT_TRADING: BybitEndpoints = {
  'POST /v5/order/create': { access: 'trade', operation: 'place', perSecond: 20, run: create },
  'POST /v5/order/cancel': { access: 'trade', operation: 'cancel', perSecond: 20, run: cancel },
  'POST /v5/order/cancel-all': {
    access: 'trade',
    operation: 'cancel',
    perSecond: 20,
    run: cancelAll,
  },
};

function create(context: BybitContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  const market = bybitMarket(exchange, parameters);
  const order = readNewOrder(context, market);
  checkFilters(market, order);
  checkTrigger(context, market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(market.terms.kind, placement.reason);
  const { venueOrderId, name } = placement.order;
  return bybitReply(exchange.clock.nowMs(), { orderId: venueOrderId, orderLinkId: name });
}

function readNewOrder(context: BybitContext, market: MarketState): NewOrder {
  const { account, parameters } = context;
  const { kind } = market.terms;
  const side = requiredText(parameters, 'side');
  if (side !== 'Buy' && side !== 'Sell') throw invalid(kind, 170_117, 'side');
  const name = textOf(parameters, 'orderLinkId') ?? '';
  if (name !== '' && !NAME.test(name)) throw invalid(kind, 170_130, 'orderLinkId');
  const trigger = readTrigger(parameters, market);
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side: side === 'Buy' ? 'buy' : 'sell',
    isReduceOnly: kind === 'linear' && parameters.get('reduceOnly') === 'true',
    positionSide: readPositionSide(parameters, kind),
    asWritten: { marketUnit: textOf(parameters, 'marketUnit') ?? '' },
    ...(trigger === null ? {} : { trigger }),
    ...readAttached(parameters, market, side === 'Buy'),
    ...readTerms(parameters, kind, side === 'Buy'),
  };
}

/** Of a conditional order of derivatives; those of spot, which have filters, are not here. */
function readTrigger(parameters: BybitParameters, { terms }: MarketState): Trigger | null {
  const { kind } = terms;
  if (textOf(parameters, 'triggerPrice') === null) return null;
  if (kind === 'spot') throw invalid(kind, 170_227, 'triggerPrice');
  const price = amountOf(parameters, 'triggerPrice', () => tooFine(kind, 'price'));
  if (price % terms.tick !== 0n) throw parameterError('trigger price invalid');
  const direction = wholeOf(parameters, 'triggerDirection');
  if (direction !== 1 && direction !== 2) throw parameterError('TriggerDirection invalid');
  const by = textOf(parameters, 'triggerBy') ?? 'LastPrice';
  if (by !== 'LastPrice') throw parameterError('triggerBy is not modelled');
  return { price, rises: direction === 1 };
}

/** Of derivatives, a stop at market of what the order fills; the others are not modelled. */
function readAttached(
  parameters: BybitParameters,
  { terms, last }: MarketState,
  isBuy: boolean,
): Pick<NewOrder, 'attachedStop'> {
  const { kind } = terms;
  if (textOf(parameters, 'stopLoss') === null) return {};
  if (kind === 'spot') throw invalid(kind, 170_227, 'stopLoss');
  if (parameters.get('reduceOnly') === 'true')
    throw parameterError('TP/SL cannot be set with reduceOnly');
  if (requiredText(parameters, 'tpslMode') !== 'Partial')
    throw parameterError('tpslMode is not modelled');
  if (requiredText(parameters, 'orderType') !== 'Market')
    throw parameterError('a stop of a limit order is not modelled');
  for (const [name, modelled] of [
    ['slOrderType', 'Market'],
    ['slTriggerBy', 'LastPrice'],
  ] as const)
    if ((textOf(parameters, name) ?? modelled) !== modelled)
      throw parameterError(`${name} is not modelled`);
  const price = amountOf(parameters, 'stopLoss', () => tooFine(kind, 'price'));
  if (price % terms.tick !== 0n) throw parameterError('StopLoss invalid');
  const word = isBuy ? 'lower' : 'higher';
  if (isBuy ? price >= last : price <= last)
    throw parameterError(
      `StopLoss:${plainText(price)} set for ${isBuy ? 'Buy' : 'Sell'} position should be ${word} ` +
        `than base_price:${plainText(last)}??LastPrice`,
    );
  const trigger = { price, rises: !isBuy };
  return { attachedStop: { trigger, name: '', price: null, needsWhole: false } };
}

/** An account has ten of a symbol, and each is on the side of the price that it waits on. */
function checkTrigger({ account }: BybitContext, { last }: MarketState, order: NewOrder): void {
  const { trigger, marketKey } = order;
  if (trigger === undefined) return;
  const waiting = [...account.working].filter(
    (each) => each.marketKey === marketKey && isUntriggered(each),
  );
  if (waiting.length >= CONDITIONAL_ORDERS_MAX)
    throw new BybitRefusal(
      110_009,
      'The number of stop orders exceeds the maximum allowable limit',
    );
  if (!isReached(trigger, last)) return;
  const [wanted, current] = [plainText(trigger.price), plainText(last)];
  throw trigger.rises
    ? new BybitRefusal(
        110_092,
        `expect Rising, but trigger_price[${wanted}] <= current[${current}]??laste`,
      )
    : new BybitRefusal(
        110_093,
        `expect Falling, but trigger_price[${wanted}] >= current[${current}]??last`,
      );
}

const CONDITIONAL_ORDERS_MAX = 10;

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity' | 'quoteQuantity'>;

function readTerms(parameters: BybitParameters, kind: MarketKind, isBuy: boolean): Terms {
  const type = requiredText(parameters, 'orderType');
  const size = amountOf(parameters, 'qty', () => tooFine(kind, 'qty'));
  if (type === 'Market') {
    // A market purchase on spot is by value unless it says otherwise.
    const unit = textOf(parameters, 'marketUnit') ?? (isBuy ? 'quoteCoin' : 'baseCoin');
    const isByQuote = kind === 'spot' && unit === 'quoteCoin';
    const [quantity, quoteQuantity] = isByQuote ? [null, size] : [size, null];
    return { kind: 'market', lifetime: 'ioc', price: null, quantity, quoteQuantity };
  }
  if (type !== 'Limit') throw invalid(kind, 170_116, 'orderType');
  const lifetime = LIFETIMES[textOf(parameters, 'timeInForce') ?? 'GTC'];
  if (lifetime === undefined) throw invalid(kind, 170_115, 'timeInForce');
  const price = amountOf(parameters, 'price', () => tooFine(kind, 'price'));
  return { kind: 'limit', lifetime, price, quantity: size, quoteQuantity: null };
}

function readPositionSide(parameters: BybitParameters, kind: MarketKind): PositionSide {
  const index = wholeOf(parameters, 'positionIdx') ?? 0;
  const side = POSITION_SIDES[index];
  if (side === undefined) throw parameterError('positionIdx invalid');
  return kind === 'spot' ? 'net' : side;
}

function checkFilters(market: MarketState, order: NewOrder): void {
  const { terms, last } = market;
  const { kind } = terms;
  if (order.price !== null) checkPrice(market, order.price);
  const { quantity } = order;
  if (quantity !== null) {
    if (quantity % terms.step !== 0n) throw tooFine(kind, 'qty');
    const max = order.kind === 'market' ? terms.marketQuantityMax : terms.quantityMax;
    if (quantity > max) throw limited(kind, 170_124, 'Order amount too large.', 'qty');
    const isTooSmall = kind === 'linear' && quantity < terms.quantityMin;
    if (isTooSmall) throw parameterError('The number of contracts is below the minimum');
  }
  if (order.isReduceOnly) return;
  const value = order.quoteQuantity ?? times(order.price ?? last, quantity ?? 0n);
  if (value >= terms.notionalMin) return;
  throw kind === 'spot'
    ? new BybitRefusal(170_140, 'Order value exceeded lower limit.')
    : new BybitRefusal(110_094, 'Order does not meet minimum order value 5USDT');
}

function checkPrice({ terms, last }: MarketState, price: Amount): void {
  const { kind } = terms;
  if (price % terms.tick !== 0n) {
    throw kind === 'spot'
      ? new BybitRefusal(170_134, 'Order price has too many decimals.')
      : parameterError('price invalid');
  }
  if (price > last * 5n) {
    throw kind === 'spot'
      ? new BybitRefusal(170_132, 'Order price too high.')
      : new BybitRefusal(110_003, 'Order price exceeds the allowable range.');
  }
}

function cancel(context: BybitContext): VenueReply {
  const { exchange, parameters } = context;
  const market = bybitMarket(exchange, parameters);
  const order = findBybitOrder(context, market.terms.key);
  if (order === null || !cancelOrder(exchange, order)) {
    throw market.terms.kind === 'spot'
      ? new BybitRefusal(170_213, 'Order does not exist.')
      : new BybitRefusal(110_001, 'order not exists or too late to cancel');
  }
  const result = { orderId: order.venueOrderId, orderLinkId: order.name };
  return bybitReply(exchange.clock.nowMs(), result);
}

function cancelAll(context: BybitContext): VenueReply {
  const { exchange, account, parameters } = context;
  const kind = categoryOf(parameters);
  const symbol = textOf(parameters, 'symbol');
  const isWanted = (order: Order): boolean =>
    symbol === null
      ? order.marketKey.startsWith(`${kind}:`)
      : order.marketKey === `${kind}:${symbol}`;
  const list = [...account.working].filter(isWanted).map((order) => {
    cancelOrder(exchange, order);
    return { orderId: order.venueOrderId, orderLinkId: order.name };
  });
  return bybitReply(exchange.clock.nowMs(), { list, success: '1' });
}

/** By orderId, which comes first, or by orderLinkId; also one that is still on its way. */
function findBybitOrder(
  { exchange, account, parameters }: BybitContext,
  key: string,
): Order | null {
  const id = textOf(parameters, 'orderId');
  const name = textOf(parameters, 'orderLinkId');
  if (id === null && name === null) throw parameterError('orderId or orderLinkId is required');
  const order = id !== null ? exchange.orders.get(id) : account.names.get(name ?? '')?.at(-1);
  const isWanted = order?.accountId === account.id && order.marketKey === key;
  return order !== undefined && isWanted ? order : null;
}

function invalid(kind: MarketKind, spotCode: number, name: string): BybitRefusal {
  return kind === 'spot'
    ? new BybitRefusal(spotCode, `Data sent for paramter '${name}' is not valid.`)
    : parameterError(`${name} invalid`);
}

function tooFine(kind: MarketKind, name: string): BybitRefusal {
  return kind === 'spot'
    ? new BybitRefusal(
        name === 'price' ? 170_134 : 170_137,
        `Order ${name === 'price' ? 'price' : 'quantity'} has too many decimals.`,
      )
    : parameterError(name === 'price' ? 'price invalid' : 'Qty invalid');
}

function limited(kind: MarketKind, code: number, text: string, name: string): BybitRefusal {
  return kind === 'spot' ? new BybitRefusal(code, text) : parameterError(`${name} too large`);
}

// The actions that place and cancel an order at Hyperliquid. No builder is named: its fee would be
// paid by the account.

import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, multiplyDecimal } from '#lib/decimal.ts';
import { marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, OrderName } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { actionRequest } from '#venues/dialects/hyperliquid/requests.ts';
import { hexOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { CallValue, VenueCall } from '#venues/wire/venue-wire.ts';

/** By which actions name a market. */
export function assetOf({ number }: ListedMarket): number {
  return present(number, 'a market is listed with its place');
}

/** Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(
  order: NewVenueOrder,
  listed: ListedMarket,
  { protectionPrice }: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { terms } = order;
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const entry = isWaiting(order)
    ? triggerWire(order, listed)
    : bookWire(order, listed, protectionPrice);
  if (terms.attachedStop === undefined)
    return actionRequest('order', { orders: [entry], grouping: 'na' }, 'order');
  const stop = triggerWire(stopOf(order, terms.attachedStop), listed);
  return actionRequest('order', { orders: [entry, stop], grouping: 'normalTpsl' }, 'order');
}

function isWaiting({ type }: NewVenueOrder): boolean {
  return type === 'stop_market' || type === 'take_profit_market';
}

function bookWire(
  order: NewVenueOrder,
  listed: ListedMarket,
  protectionPrice: PlaceContext['protectionPrice'],
): CallValue {
  const { type } = order;
  assert(type === 'limit' || type === 'market', 'it is sent to the book');
  const price = type === 'limit' ? order.price : protectionPrice;
  const worst = present(price, 'a market order has a worst price');
  return wireOf(order, listed, worst, { limit: { tif: tifOf(order) } });
}

/** The words in the order in which they are signed. */
function wireOf(
  order: NewVenueOrder,
  listed: ListedMarket,
  price: Decimal,
  t: CallValue,
): CallValue {
  return {
    a: assetOf(listed),
    b: order.side === 'buy',
    p: formatDecimal(price),
    s: formatDecimal(order.amount),
    r: order.terms.isReduceOnly,
    t,
    c: hexOrderName(order.clientOrderId),
  };
}

/** How far beyond its trigger one may fill, as those of the exchange's own interface. */
const WORST = { buy: decimal('1.1'), sell: decimal('0.9') } as const;

/** An order at market that waits for the mark price. */
function triggerWire(order: NewVenueOrder, listed: ListedMarket): CallValue {
  const { market } = listed;
  const { side, terms } = order;
  const trigger = present(terms.triggerPrice, 'it waits for one price');
  const grid = marketGrid(market);
  const worst = multiplyDecimal(trigger, WORST[side], 'floor');
  const onStep = priceOf(grid, ticksOf(grid, worst, side === 'buy' ? 'floor' : 'ceil'));
  const tpsl = order.type === 'stop_market' ? 'sl' : 'tp';
  return wireOf(order, listed, passivePrice(market, onStep, side), {
    trigger: { isMarket: true, triggerPx: formatDecimal(trigger), tpsl },
  });
}

/** The stop that comes with an entry at market, of all that it may fill. */
function stopOf(entry: NewVenueOrder, triggerPrice: Decimal): NewVenueOrder {
  assert(entry.type === 'market' && !entry.terms.isReduceOnly, 'an entry at market brings a stop');
  return {
    ...entry,
    clientOrderId: attachedName(entry.clientOrderId),
    side: entry.side === 'buy' ? 'sell' : 'buy',
    type: 'stop_market',
    terms: { ...PLAIN_TERMS, triggerPrice, isReduceOnly: true },
  };
}

function tifOf({ type, terms }: NewVenueOrder): string {
  if (type === 'market') return 'Ioc';
  return terms.isPostOnly ? 'Alo' : 'Gtc';
}

/** Cancellation by the id of the exchange where it is known, otherwise by our name. */
export function cancelRequest(
  { clientOrderId, venueOrderId }: OrderName,
  listed: ListedMarket,
): VenueCall {
  const asset = assetOf(listed);
  return venueOrderId === null
    ? actionRequest(
        'cancelByCloid',
        { cancels: [{ asset, cloid: hexOrderName(clientOrderId) }] },
        'cancel',
      )
    : actionRequest('cancel', { cancels: [{ a: asset, o: orderNumber(venueOrderId) }] }, 'cancel');
}

/** With all of its digits, of which a double may not hold some. */
export function orderNumber(venueOrderId: string): number | bigint {
  assert(/^\d{1,20}$/.test(venueOrderId), 'an id of the venue is a whole number');
  const number = Number(venueOrderId);
  return Number.isSafeInteger(number) ? number : BigInt(venueOrderId);
}

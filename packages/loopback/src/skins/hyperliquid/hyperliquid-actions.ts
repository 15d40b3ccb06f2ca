// Actions at Hyperliquid: orders and cancellations, and the leverage of a market. Who signed is
// recovered from the signature; it must be a wallet of the account.

import type { Amount } from '#loopback/amount.ts';
import { amount, parseAmount, per, plainText, sizeOf, smaller } from '#loopback/amount.ts';
import type { Lifetime, NewOrder, Order } from '#loopback/book/order.ts';
import { isReached } from '#loopback/book/trigger.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import {
  accountOf,
  leverageKey,
  positionOfOrder,
  positionsOf,
} from '#loopback/exchange/exchange.ts';
import { valueAt } from '#loopback/exchange/market.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import {
  ActionRefusal,
  statusesReply,
  UnreadableBody,
  wordsOf as wordsOfRefusal,
} from '#loopback/skins/hyperliquid/hyperliquid-errors.ts';
import type { Words } from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import {
  marketsOf,
  modeOf,
  modesOf,
  textOf,
  wholeOf,
  wordsOf,
} from '#loopback/skins/hyperliquid/hyperliquid-request.ts';

type Act = {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly action: Words;
  readonly distortion: Distortion;
};

type ActionKind = {
  readonly operation: Operation;
  /** In the order in which they are signed. */
  readonly words: readonly string[];
  readonly run: (act: Act) => VenueReply;
};

export const ACTIONS: Readonly<Record<string, ActionKind>> = {
  order: { operation: 'place', words: ['type', 'orders', 'grouping'], run: order },
  cancel: { operation: 'cancel', words: ['type', 'cancels'], run: (act) => cancel(act, 'o') },
  cancelByCloid: {
    operation: 'cancel',
    words: ['type', 'cancels'],
    run: (act) => cancel(act, 'cloid'),
  },
  updateLeverage: {
    operation: 'settings',
    words: ['type', 'asset', 'isCross', 'leverage'],
    run: updateLeverage,
  },
};

/** Throws where an action has other keys, or in another order: its hash depends on both. */
export function checkWords(action: Words, expected: readonly string[]): void {
  if (Object.keys(action).join() !== expected.join()) throw new UnreadableBody('action');
}

function only(action: Words, name: string): Words {
  const list = action[name];
  if (!Array.isArray(list) || list.length !== 1) throw new UnreadableBody(name);
  return wordsOf(list[0]);
}

function marketOfAsset(exchange: Exchange, asset: number): MarketState {
  const market = marketsOf(exchange)[asset];
  if (market === undefined) throw new ActionRefusal(`Invalid asset ${asset}`);
  return market;
}

const ORDER_WORDS = ['a', 'b', 'p', 's', 'r', 't'];
const TIFS: Readonly<Record<string, Lifetime>> = { Gtc: 'gtc', Alo: 'post_only', Ioc: 'ioc' };

/** Of one order, or of an entry and its stop, without a builder. */
function order(act: Act): VenueReply {
  const { exchange, action, distortion } = act;
  const wires = action['orders'];
  const isTpsl = action['grouping'] === 'normalTpsl';
  if (!Array.isArray(wires) || (!isTpsl && action['grouping'] !== 'na'))
    throw new UnreadableBody('grouping');
  if (wires.length !== (isTpsl ? 2 : 1)) throw new UnreadableBody('orders');
  const [wire, child] = wires.map(wordsOf);
  const market = marketOfAsset(exchange, wholeOf(wire ?? {}, 'a'));
  const wanted = readOrder(act, market, wire ?? {});
  const stop = child === undefined ? null : readOrder(act, market, child);
  const problem = problemOf(market, wanted) ?? (stop === null ? null : problemOfStop(market, stop));
  if (problem !== null) return statusesReply('order', [{ error: problem }]);
  const placement = placeOrder(exchange, fitted(exchange, withStop(wanted, stop)), distortion);
  return statusesReply('order', [
    placement.kind === 'refused'
      ? { error: wordsOfRefusal(placement.reason) }
      : statusOfPlaced(placement.order),
    ...(stop === null ? [] : ['waitingForTrigger']),
  ]);
}

function withStop(entry: NewOrder, stop: NewOrder | null): NewOrder {
  if (stop?.trigger === undefined) return entry;
  const { trigger, name, price } = stop;
  return { ...entry, attachedStop: { trigger, name, price, needsWhole: true } };
}

function problemOfStop(market: MarketState, stop: NewOrder): string | null {
  if (stop.trigger === undefined || !stop.isReduceOnly) throw new UnreadableBody('orders');
  return problemOf(market, stop);
}

function readOrder({ account }: Act, { terms }: MarketState, wire: Words): NewOrder {
  const names = Object.keys(wire).filter((name) => name !== 'c');
  if (names.join() !== ORDER_WORDS.join()) throw new UnreadableBody('orders');
  const name = wire['c'] === undefined ? '' : textOf(wire, 'c');
  if (name !== '' && !/^0x[0-9a-f]{32}$/.test(name)) throw new UnreadableBody('orders');
  const isBuy = wire['b'] === true;
  return {
    accountId: account.id,
    marketKey: terms.key,
    name,
    side: isBuy ? 'buy' : 'sell',
    kind: 'limit',
    ...readType(wordsOf(wire['t']), isBuy),
    price: figure(wire, 'p'),
    quantity: figure(wire, 's'),
    quoteQuantity: null,
    isReduceOnly: wire['r'] === true,
    positionSide: 'net',
    marginMode: modeOf(account, terms.key),
  };
}

type OfType = Pick<NewOrder, 'lifetime' | 'trigger' | 'asWritten'>;

function readType(type: Words, isBuy: boolean): OfType {
  if (type['trigger'] === undefined) {
    const lifetime = TIFS[textOf(wordsOf(type['limit']), 'tif')];
    if (lifetime === undefined) throw new UnreadableBody('orders');
    return { lifetime, asWritten: {} };
  }
  const words = wordsOf(type['trigger']);
  const tpsl = textOf(words, 'tpsl');
  const isInOrder = Object.keys(words).join() === 'isMarket,triggerPx,tpsl';
  if (!isInOrder || words['isMarket'] !== true || (tpsl !== 'sl' && tpsl !== 'tp'))
    throw new UnreadableBody('orders');
  const trigger = { price: figure(words, 'triggerPx'), rises: (tpsl === 'sl') === isBuy };
  return { lifetime: 'ioc', trigger, asWritten: { tpsl } };
}

/** Without a zero at its end: another text would be another signature. */
function figure(wire: Words, name: string): Amount {
  const text = textOf(wire, name);
  const value = parseAmount(text);
  if (value === null || value <= 0n || plainText(value) !== text) throw new UnreadableBody(name);
  return value;
}

const DIGITS_MAX = 5;
const PLACES = 6;

/** Five digits, or a whole number, and as many places as sizes leave of six. */
function isPrice({ terms }: MarketState, price: Amount): boolean {
  const [whole = '', places = ''] = plainText(price).split('.');
  if (places === '') return true;
  const sizePlaces = plainText(terms.step).split('.')[1]?.length ?? 0;
  const digits = `${whole}${places}`.replace(/^0+/, '').length;
  return digits <= DIGITS_MAX && places.length <= PLACES - sizePlaces;
}

function problemOf(
  market: MarketState,
  { price, quantity, isReduceOnly, trigger, side }: NewOrder,
): string | null {
  const { terms, middle } = market;
  const [at, size] = [price ?? 0n, quantity ?? 0n];
  if (market.status !== 'trading') return 'Trading is halted.';
  if (!isPrice(market, at) || !isPrice(market, trigger?.price ?? at))
    return 'Price must be divisible by tick size. asset=0';
  if (trigger !== undefined) {
    const isBeyond = side === 'buy' ? at >= trigger.price : at <= trigger.price;
    if (!isBeyond || isReached(trigger, middle)) return 'Invalid TP/SL price. asset=0';
  }
  if (size % terms.step !== 0n) return 'Order has invalid size.';
  if (!isReduceOnly && valueAt(terms, size, at) < terms.notionalMin)
    return 'Order must have minimum value of $10. asset=0';
  const isFar = at > middle * 5n || at * 5n < middle;
  return isFar ? 'Order price cannot be more than 80% away from the reference price' : null;
}

/** What would more than close a position is made smaller. */
function fitted(exchange: Exchange, wanted: NewOrder): NewOrder {
  if (!wanted.isReduceOnly || wanted.quantity === null) return wanted;
  const open = sizeOf(positionOfOrder(exchange, wanted).size);
  return open === 0n ? wanted : { ...wanted, quantity: smaller(wanted.quantity, open) };
}

function statusOfPlaced(placed: Order): object {
  const oid = Number(placed.venueOrderId);
  const cloid = placed.name === '' ? {} : { cloid: placed.name };
  if (placed.state === 'open') return { resting: { oid, ...cloid } };
  if (placed.filled === 0n)
    return { error: 'Order could not immediately match against any resting orders. asset=0' };
  const avgPx = plainText(per(placed.filledQuote, placed.filled));
  return { filled: { totalSz: plainText(placed.filled), avgPx, oid, ...cloid } };
}

const MISSING = 'Order was never placed, already canceled, or filled. asset=0';

function cancel({ exchange, account, action }: Act, by: 'o' | 'cloid'): VenueReply {
  const wire = only(action, 'cancels');
  const { terms } = marketOfAsset(exchange, wholeOf(wire, by === 'o' ? 'a' : 'asset'));
  const found =
    by === 'o'
      ? exchange.orders.get(String(wholeOf(wire, 'o')))
      : account.names.get(textOf(wire, 'cloid'))?.at(-1);
  const isTheirs = found?.accountId === account.id && found.marketKey === terms.key;
  const isCancelled = found !== undefined && isTheirs && cancelOrder(exchange, found);
  return statusesReply('cancel', [isCancelled ? 'success' : { error: MISSING }]);
}

/** A position keeps its mode. */
function updateLeverage({ exchange, account, action }: Act): VenueReply {
  const { terms } = marketOfAsset(exchange, wholeOf(action, 'asset'));
  const leverage = wholeOf(action, 'leverage');
  const mode = action['isCross'] === true ? 'cross' : 'isolated';
  if (leverage < 1 || leverage > terms.leverageMax)
    throw new ActionRefusal('Invalid leverage value');
  const isOpen = positionsOf(exchange, account.id).some(
    ({ marketKey, size }) => marketKey === terms.key && size !== 0n,
  );
  if (isOpen && mode !== modeOf(account, terms.key))
    throw new ActionRefusal('Cannot switch leverage type with open position.');
  modesOf(account).set(terms.key, mode);
  account.leverages.set(leverageKey(terms.key, mode), amount(String(leverage)));
  return jsonReply(200, { status: 'ok', response: { type: 'default' } });
}

/** Runs an action for the account that signed it. */
export function runAction(
  act: Omit<Act, 'account'>,
  accountId: string,
  kind: ActionKind,
): VenueReply {
  return kind.run({ ...act, account: accountOf(act.exchange, accountId) });
}

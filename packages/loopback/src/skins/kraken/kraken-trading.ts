// Orders at Kraken: placing and cancelling, and what may be read of them and of their trades.

import { times } from '#loopback/amount.ts';
import type { Fill, NewOrder } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import { shownFillsOf, shownOrdersOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  KrakenContext,
  KrakenEndpoints,
  KrakenParameters,
} from '#loopback/skins/kraken/kraken-endpoint.ts';
import {
  amountOf,
  marketOf,
  pageOf,
  requiredText,
  textOf,
} from '#loopback/skins/kraken/kraken-endpoint.ts';
import {
  argumentError,
  KrakenRefusal,
  krakenReply,
  refusalBy,
} from '#loopback/skins/kraken/kraken-errors.ts';
import {
  KRAKEN_WAITING,
  krakenOrder,
  krakenTrade,
  tradeIdOf,
} from '#loopback/skins/kraken/kraken-order.ts';

/** A long and a short UUID, and free text. */
const NAME = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\w-]{1,18})$/;
const TAKES_LIST = ['start', 'end', 'ofs', 'trades', 'without_count', 'consolidate_taker'];
const trade = { access: 'trade', counts: 0 } as const;
const read = { access: 'read', operation: 'lookup', counts: 1 } as const;

export const KRAKEN_TRADING: KrakenEndpoints = {
  'POST /0/private/AddOrder': {
    ...trade,
    operation: 'place',
    takes: [
      'pair',
      'type',
      'ordertype',
      'price',
      'price2',
      'trigger',
      'volume',
      'oflags',
      'timeinforce',
      'cl_ord_id',
      'deadline',
    ],
    run: create,
  },
  'POST /0/private/CancelOrder': {
    ...trade,
    operation: 'cancel',
    takes: ['txid', 'cl_ord_id'],
    run: cancel,
  },
  'POST /0/private/QueryOrders': {
    ...read,
    takes: ['txid', 'trades', 'consolidate_taker'],
    run: queryOrders,
  },
  'POST /0/private/OpenOrders': {
    ...read,
    operation: 'orders',
    takes: ['trades', 'cl_ord_id'],
    run: openOrders,
  },
  'POST /0/private/ClosedOrders': {
    ...read,
    operation: 'orders',
    takes: [...TAKES_LIST, 'cl_ord_id', 'closetime'],
    run: closedOrders,
  },
  'POST /0/private/TradesHistory': {
    ...read,
    operation: 'fills',
    counts: 2,
    takes: [...TAKES_LIST, 'type', 'ledgers'],
    run: tradesHistory,
  },
  'POST /0/private/QueryTrades': {
    ...read,
    operation: 'fills',
    counts: 2,
    takes: ['txid', 'trades'],
    run: queryTrades,
  },
};

function create(context: KrakenContext): VenueReply {
  const { exchange, parameters, distortion } = context;
  const market = marketOf(exchange, requiredText(parameters, 'pair'));
  const order = readNewOrder(context, market);
  checkFilters(market, order);
  const placement = placeOrder(exchange, order, distortion);
  if (placement.kind === 'refused') throw refusalBy(placement.reason);
  const { venueOrderId } = placement.order;
  const shown = { order: placement.order, state: 'open', filled: 0n, filledQuote: 0n } as const;
  const { descr } = krakenOrder(exchange, shown, null) as { readonly descr: object };
  return krakenReply({ descr, txid: [venueOrderId] });
}

function readNewOrder({ account, parameters }: KrakenContext, market: MarketState): NewOrder {
  const side = requiredText(parameters, 'type');
  if (side !== 'buy' && side !== 'sell') throw argumentError('type');
  const name = textOf(parameters, 'cl_ord_id') ?? '';
  if (name !== '' && !NAME.test(name)) throw argumentError('cl_ord_id');
  const oflags = textOf(parameters, 'oflags') ?? (side === 'buy' ? 'fciq' : 'fcib');
  return {
    accountId: account.id,
    marketKey: market.terms.key,
    name,
    side,
    isReduceOnly: false,
    positionSide: 'net',
    asWritten: { oflags },
    quoteQuantity: null,
    ...readTerms(parameters, oflags.split(',')),
    ...readTrigger(parameters, side === 'buy'),
  };
}

type Terms = Pick<NewOrder, 'kind' | 'lifetime' | 'price' | 'quantity'>;

function readTerms(parameters: KrakenParameters, flags: readonly string[]): Terms {
  const unknown = flags.find((flag) => !['fciq', 'fcib', 'nompp', 'post'].includes(flag));
  if (unknown !== undefined) throw argumentError('oflags');
  const quantity = amountOf(parameters, 'volume');
  const type = requiredText(parameters, 'ordertype');
  if (type === 'market') return { kind: 'market', lifetime: 'ioc', price: null, quantity };
  const waiting = KRAKEN_WAITING[type];
  if (waiting?.kind === 'market') return { kind: 'market', lifetime: 'ioc', price: null, quantity };
  if (waiting !== undefined)
    return { kind: 'limit', lifetime: 'gtc', price: amountOf(parameters, 'price2'), quantity };
  if (type !== 'limit') throw argumentError('ordertype');
  const isIoc = textOf(parameters, 'timeinforce') === 'IOC';
  const lifetime = flags.includes('post') ? 'post_only' : isIoc ? 'ioc' : 'gtc';
  return { kind: 'limit', lifetime, price: amountOf(parameters, 'price'), quantity };
}

/** One whose price has passed is carried out on arrival; that it is refused is not documented. */
function readTrigger(parameters: KrakenParameters, isBuy: boolean): Pick<NewOrder, 'trigger'> {
  const waiting = KRAKEN_WAITING[requiredText(parameters, 'ordertype')];
  if (waiting === undefined) return {};
  if ((textOf(parameters, 'trigger') ?? 'last') !== 'last') throw argumentError('trigger');
  const price = amountOf(parameters, 'price');
  return { trigger: { price, rises: waiting.isStop === isBuy } };
}

function checkFilters({ terms, last }: MarketState, { price, quantity, trigger }: NewOrder): void {
  if (trigger !== undefined && trigger.price % terms.tick !== 0n)
    throw new KrakenRefusal('EOrder:Tick size check failed');
  if (price !== null && price % terms.tick !== 0n)
    throw new KrakenRefusal('EOrder:Tick size check failed');
  if (quantity === null || quantity % terms.step !== 0n) throw argumentError('volume');
  if (quantity < terms.quantityMin) throw new KrakenRefusal('EOrder:Order minimum not met');
  if (times(quantity, price ?? last) < terms.notionalMin)
    throw new KrakenRefusal('EOrder:Cost minimum not met');
}

function cancel(context: KrakenContext): VenueReply {
  const { exchange, parameters, account } = context;
  const id = textOf(parameters, 'txid');
  const name = textOf(parameters, 'cl_ord_id');
  if ((id === null) === (name === null)) throw argumentError('txid');
  const named = id !== null ? exchange.orders.get(id) : account.names.get(name ?? '')?.at(-1);
  const isTheirs = named !== undefined && named.accountId === account.id && isAtWork(named);
  if (!isTheirs || !cancelOrder(exchange, named)) throw new KrakenRefusal('EOrder:Unknown order');
  return krakenReply({ count: 1 });
}

function isEnded({ state }: ShownOrder): boolean {
  return state !== 'open' && state !== 'accepted';
}

/** With the ids of its trades if they are requested. */
function written(context: KrakenContext, shown: ShownOrder): Record<string, unknown> {
  const { exchange, account, parameters } = context;
  if (textOf(parameters, 'trades') !== 'true') return krakenOrder(exchange, shown, null);
  const fills = account.fills.filter(({ order }) => order === shown.order);
  return krakenOrder(exchange, shown, fills.map(idIn(parameters)));
}

/** Several trades of a taker are one, with an id of its own, unless a request says otherwise. */
function idIn(parameters: KrakenParameters): (fill: Fill) => string {
  const isEach = textOf(parameters, 'consolidate_taker') === 'false';
  return (fill) => (isEach ? tradeIdOf(fill) : tradeIdOf(fill).replace('TA', 'TC'));
}

function queryOrders(context: KrakenContext): VenueReply {
  const ids = requiredText(context.parameters, 'txid').split(',');
  const found = shownOrdersOf(context).filter(({ order }) => ids.includes(order.venueOrderId));
  if (found.length < ids.length) throw new KrakenRefusal('EOrder:Unknown order');
  const orders = found.map((shown) => [shown.order.venueOrderId, written(context, shown)]);
  return krakenReply(Object.fromEntries(orders));
}

function named(context: KrakenContext): readonly ShownOrder[] {
  const name = textOf(context.parameters, 'cl_ord_id');
  return shownOrdersOf(context).filter(({ order }) => name === null || order.name === name);
}

function openOrders(context: KrakenContext): VenueReply {
  const open = named(context).filter((shown) => !isEnded(shown));
  const orders = open.map((shown) => [shown.order.venueOrderId, written(context, shown)]);
  return krakenReply({ open: Object.fromEntries(orders) });
}

function closedOrders(context: KrakenContext): VenueReply {
  const closed = named(context).filter(isEnded);
  const listed = closed.map((shown) => ({
    id: shown.order.venueOrderId,
    atMs: shown.order.updatedAtMs,
    item: written(context, shown),
  }));
  const { items, count } = pageOf(context.parameters, listed);
  return krakenReply({ closed: items, count });
}

function tradesHistory(context: KrakenContext): VenueReply {
  const { exchange, parameters } = context;
  const fills = shownFillsOf(context);
  const listed = fills.map((fill) => ({
    id: idIn(parameters)(fill),
    atMs: fill.atMs,
    item: krakenTrade(exchange, fill),
  }));
  const { items, count } = pageOf(parameters, listed);
  return krakenReply({ trades: items, count });
}

const NAMED_TRADES_MAX = 20;

function queryTrades(context: KrakenContext): VenueReply {
  const { exchange, account, parameters } = context;
  const ids = requiredText(parameters, 'txid').split(',');
  if (ids.length > NAMED_TRADES_MAX) throw argumentError('txid');
  const fills = account.fills.filter((fill) => ids.includes(tradeIdOf(fill)));
  const trades = fills.map((fill) => [tradeIdOf(fill), krakenTrade(exchange, fill)]);
  return krakenReply(Object.fromEntries(trades));
}

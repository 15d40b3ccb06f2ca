// Endpoints of an account's orders and executions at Bybit.

import type { Fill, Order } from '#loopback/book/order.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { shownFills, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  BybitContext,
  BybitEndpoints,
  BybitParameters,
} from '#loopback/skins/bybit/bybit-endpoint.ts';
import { categoryOf, pageOfList, textOf, wholeOf } from '#loopback/skins/bybit/bybit-endpoint.ts';
import { bybitReply, parameterError } from '#loopback/skins/bybit/bybit-errors.ts';
import {
  bybitExecution,
  bybitOrder,
  EXECUTION_TYPES,
  executionId,
} from '#loopback/skins/bybit/bybit-order.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Of each category, `realtime` shows so many that ended. */
const REALTIME_ENDED_MAX = 500;

export const BYBIT_LISTS: BybitEndpoints = {
  'GET /v5/order/realtime': { access: 'read', operation: 'lookup', perSecond: 50, run: realtime },
  'GET /v5/order/history': { access: 'read', operation: 'orders', perSecond: 50, run: history },
  'GET /v5/execution/list': { access: 'read', operation: 'fills', perSecond: 50, run: executions },
};

/** Open orders; or the last 500 that ended; or, by id, one of either. */
function realtime(context: BybitContext): VenueReply {
  const { parameters } = context;
  const category = categoryOf(parameters);
  const isById = hasId(parameters);
  const isNarrow = ['symbol', 'baseCoin', 'settleCoin'].some((name) => parameters.has(name));
  if (category === 'linear' && !isById && !isNarrow) {
    throw parameterError(
      'Missing some parameters that must be filled in, symbol or settleCoin or baseCoin',
    );
  }
  const all = ordersOfCategory(context);
  const ended = all.filter(isEnded).slice(-REALTIME_ENDED_MAX);
  const open = all.filter((shown) => !isEnded(shown));
  const wantsEnded = wholeOf(parameters, 'openOnly') === 1;
  const candidates = isById ? [...ended, ...open] : wantsEnded ? ended : open;
  return replyOfOrders(
    context,
    candidates.filter((shown) => isSelected(parameters, shown)),
  );
}

/** What ended: cancelled without a fill only of the last day, everything of the last seven days. */
function history(context: BybitContext): VenueReply {
  const { exchange, parameters } = context;
  const nowMs = exchange.clock.nowMs();
  const { fromMs, toMs } = spanOf(parameters, nowMs);
  const isRetained = ({ order, filled }: ShownOrder): boolean =>
    filled > 0n || nowMs - order.updatedAtMs <= DAY_MS;
  const isInSpan = ({ order }: ShownOrder): boolean =>
    hasId(parameters) || (order.createdAtMs >= fromMs && order.createdAtMs <= toMs);
  const orders = ordersOfCategory(context).filter(
    (shown) =>
      isEnded(shown) && isRetained(shown) && isInSpan(shown) && isSelected(parameters, shown),
  );
  return replyOfOrders(context, orders);
}

function executions(context: BybitContext): VenueReply {
  const { exchange, account, parameters, distortion } = context;
  const category = categoryOf(parameters);
  const nowMs = exchange.clock.nowMs();
  const { fromMs, toMs } = spanOf(parameters, nowMs);
  const type = textOf(parameters, 'execType');
  const matching = shownFills(exchange, account, nowMs - distortion.staleMs)
    .filter((fill) => fill.marketKey.startsWith(`${category}:`))
    .filter((fill) => isSelectedFill(parameters, fill))
    .filter(({ kind }) => type === null || EXECUTION_TYPES[kind] === type)
    .filter((fill) => hasId(parameters) || (fill.atMs >= fromMs && fill.atMs <= toMs));
  const newestFirst = matching.toReversed();
  const page = pageOfList(parameters, newestFirst, { default: 50, max: 100 }, executionId);
  return bybitReply(nowMs, {
    nextPageCursor: page.nextPageCursor,
    category,
    list: page.list.map((fill) => bybitExecution(exchange, fill)),
  });
}

function replyOfOrders(context: BybitContext, orders: readonly ShownOrder[]): VenueReply {
  const { exchange, parameters } = context;
  const newestFirst = orders.toReversed();
  const limits = { default: 20, max: 50 };
  const page = pageOfList(parameters, newestFirst, limits, ({ order }) => order.venueOrderId);
  return bybitReply(exchange.clock.nowMs(), {
    list: page.list.map((shown) => bybitOrder(exchange, shown)),
    nextPageCursor: page.nextPageCursor,
    category: categoryOf(parameters),
  });
}

function ordersOfCategory(context: BybitContext): readonly ShownOrder[] {
  const { exchange, account, parameters, distortion } = context;
  const category = categoryOf(parameters);
  const asOfMs = exchange.clock.nowMs() - distortion.staleMs;
  const isOfCategory = (order: Order): boolean => order.marketKey.startsWith(`${category}:`);
  const orders = account.orders.filter(isOfCategory);
  return shownOrders(exchange, { ...account, orders }, asOfMs);
}

function isEnded({ state }: ShownOrder): boolean {
  return state !== 'open' && state !== 'accepted';
}

function hasId(parameters: BybitParameters): boolean {
  return textOf(parameters, 'orderId') !== null || textOf(parameters, 'orderLinkId') !== null;
}

/** Ids come before the symbol, and then it is ignored. */
function isSelected(parameters: BybitParameters, { order }: ShownOrder): boolean {
  const id = textOf(parameters, 'orderId');
  if (id !== null) return order.venueOrderId === id;
  const name = textOf(parameters, 'orderLinkId');
  if (name !== null) return order.name === name;
  return isOfFilter(parameters, order) && isOfMarket(parameters, order.marketKey);
}

/** Derivatives: orders at work, or those that wait or waited for a price. */
function isOfFilter(parameters: BybitParameters, { trigger }: Order): boolean {
  const filter = textOf(parameters, 'orderFilter');
  if (filter === null) return true;
  if (filter !== 'Order' && filter !== 'StopOrder') throw parameterError('orderFilter invalid');
  return (filter === 'StopOrder') === (trigger !== undefined);
}

function isSelectedFill(parameters: BybitParameters, fill: Fill): boolean {
  const id = textOf(parameters, 'orderId');
  if (id !== null) return fill.order?.venueOrderId === id;
  const name = textOf(parameters, 'orderLinkId');
  if (name !== null) return fill.order?.name === name;
  return isOfMarket(parameters, fill.marketKey);
}

function isOfMarket(parameters: BybitParameters, marketKey: string): boolean {
  const symbol = textOf(parameters, 'symbol');
  if (symbol !== null) return marketKey.endsWith(`:${symbol}`);
  const base = textOf(parameters, 'baseCoin');
  if (base !== null) return marketKey.includes(`:${base}`);
  const settle = textOf(parameters, 'settleCoin');
  return settle === null || marketKey.endsWith(settle);
}

/** Seven days, ending now or at the end, or beginning at the start. */
function spanOf(
  parameters: BybitParameters,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const start = wholeOf(parameters, 'startTime');
  const end = wholeOf(parameters, 'endTime');
  if (start !== null && end !== null && end - start > WEEK_MS) {
    throw parameterError('The time range between startTime and endTime cannot exceed 7 days');
  }
  const toMs = end ?? (start === null ? nowMs : start + WEEK_MS);
  return { fromMs: start ?? toMs - WEEK_MS, toMs };
}

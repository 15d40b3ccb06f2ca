// Form of an order that a run asks for: its name, and how it is written down and sent, by what its
// exchange does by itself. A run releases orders that no script sees any more; an exchange may
// still show a fill of one.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import type { ExitTerms, OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import { findRetained, findOpenOrder, findOrder } from '#engine/run/orders/bot-orders.ts';
import { closingName } from '#engine/run/orders/closing-name.ts';
import { forgetUnseen } from '#engine/run/forget-unseen.ts';
import { isSentReduceOnly } from '#engine/run/orders/reduces-only.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { OrderSupport } from '#venue-port/exchange/exchange.ts';
import type { HostedIdentity, HostedRun } from '#services/live/state/hosted-run.ts';
import type { OrdersState } from '#services/live/state/live-run.ts';
import type {
  ForgottenOrder,
  ForgottenOrders,
  NamesOfOrders,
} from '#services/live/state/run-messages.ts';
import { CLOSING_ORDERS_MAX } from '#services/orders/close-position.ts';
import type { OrderIdentity } from '#services/orders/order-identity.ts';
import { attachedIdentity, orderIdentity } from '#services/orders/order-identity.ts';

/** The stored id of an order of a run: the same whoever asks for it, and whenever. */
export function storedIdentity(
  digest: Digest,
  { botId, activation }: Pick<Bot, 'botId' | 'activation'>,
  orderId: string,
): OrderIdentity {
  return orderIdentity(digest, `bot:${botId}:${activation}:${orderId}`);
}

/**
 * The run's names of the orders that may close what a stopped bot holds of a market, in their
 * order; `placedCount` is how many orders the run has requested.
 */
export function closingNames(placedCount: number, marketTag: string): readonly string[] {
  const first = closingName(placedCount, marketTag);
  return Array.from({ length: CLOSING_ORDERS_MAX }, (_, index) =>
    index === 0 ? first : `${first}:${index + 1}`,
  );
}

/** Identities that the closing orders of a market would have, which recovery looks for. */
export function closingIdentities(
  digest: Digest,
  bot: Pick<Bot, 'botId' | 'activation'>,
  placedCount: number,
  marketTag: string,
): readonly OrderIdentity[] {
  return closingNames(placedCount, marketTag).map((name) => storedIdentity(digest, bot, name));
}

/**
 * The stored id of an order as it is now: one that its exchange refused to hold is held by the
 * service under a name of its own.
 */
export function identityOf(
  digest: Digest,
  { identity, orders }: Pick<HostedRun, 'identity' | 'orders'>,
  orderId: string,
): OrderIdentity {
  const { bot } = identity;
  if (orders.takenOver.has(orderId)) return storedIdentity(digest, bot, takenOverName(orderId));
  return sentIdentity(digest, { bot, attached: orders.attached }, orderId);
}

/** The stored id of an order as it was sent to its exchange, by itself or with its entry. */
export function sentIdentity(
  digest: Digest,
  { bot, attached }: Pick<HostedIdentity, 'bot'> & Pick<HostedRun['orders'], 'attached'>,
  orderId: string,
): OrderIdentity {
  const entryId = attached.get(orderId);
  if (entryId === undefined) return storedIdentity(digest, bot, orderId);
  return attachedIdentity(storedIdentity(digest, bot, entryId));
}

/** The run's name of an order after it was taken over from its exchange. */
export function takenOverName(orderId: string): string {
  return `${orderId}:held`;
}

/** Takes in how the names of its orders have changed. */
export function noteNames({ names }: OrdersState, { added, removed }: NamesOfOrders): void {
  for (const [storedId, orderId] of added) names.set(storedId, orderId);
  for (const storedId of removed) names.delete(storedId);
}

/** The intent of an order that the run requested in its newest update. */
export function intentOf(
  digest: Digest,
  live: HostedRun,
  order: OrderToPlace,
  nowMs: number,
): Order {
  const { bot } = live.identity;
  return {
    ...identityOf(digest, live, order.orderId),
    ...orderForm(live, order),
    accountId: bot.accountId,
    venueOrderId: null,
    marketTag: order.marketTag,
    filledAmount: ZERO,
    reason: null,
    botId: bot.botId,
    // The instant that it was decided for; `updatedAtMs` is when it was written.
    placedAtMs: live.progress.decidedAtMs,
    updatedAtMs: nowMs,
  };
}

/**
 * The parts of an intent that follow from what was requested. An order whose trigger the exchange
 * does not keep works with us, not with the exchange, until it is triggered.
 */
export function orderForm(
  live: HostedRun,
  order: OrderToPlace,
): Pick<Order, 'side' | 'type' | 'price' | 'amount' | 'terms' | 'state'> {
  const { side, type, limitTicks, lots, marketTag } = order;
  const { market, terms } = present(
    findMarket(live.engine.run, marketTag),
    'a run has its markets',
  );
  const { grid } = terms;
  return {
    side,
    type,
    // Runs count in steps; the exchange may count digits, too.
    price: passivePrice(market, priceOrNull(grid, limitTicks) ?? ZERO, side),
    amount: amountOf(grid, lots),
    terms: termsOf(live, order, grid),
    state: holderOf(order) === 'service' ? 'open' : 'pending',
  };
}

function holderOf({ heldBy }: OrderToPlace): OrderTerms['heldBy'] {
  return present(heldBy, 'it is decided as an order arrives who holds it');
}

function termsOf(
  { identity, engine }: HostedRun,
  order: OrderToPlace,
  grid: MarketGrid,
): OrderTerms {
  const { orderSupport } = identity;
  const { run } = engine;
  const market = findMarket(run, order.marketTag)?.market;
  const isFutures = market?.contract !== null;
  const { leverage, marginMode } = order;
  const trigger = priceOrNull(grid, order.triggerTicks);
  const isAtExchange = trigger !== null && market !== undefined && holderOf(order) === 'exchange';
  const terms: OrderTerms = {
    // Runs count in steps; the exchange may count digits, too.
    triggerPrice: isAtExchange ? passivePrice(market, trigger, order.side) : trigger,
    trailDistance: priceOrNull(grid, order.trailTicks),
    trailActivationPrice: priceOrNull(grid, order.activationTicks),
    // Where there are no such orders, a plain limit is what the script falls back to.
    isPostOnly: order.isPostOnly && orderSupport.postOnly,
    isReduceOnly: isFutures && orderSupport.reduceOnly && reducesOnly(run, order),
    expiresAtMs: expiryOf(run, order, orderSupport),
    margin: isFutures ? { leverage, marginMode } : null,
    exit: exitOf(identity, order, grid),
    heldBy: holderOf(order),
  };
  const { attachedStopTicks = null, isAttached } = order;
  if (attachedStopTicks !== null && market !== undefined) {
    const stop = priceOf(grid, attachedStopTicks);
    const side = order.side === 'buy' ? 'sell' : 'buy';
    return { ...terms, attachedStop: passivePrice(market, stop, side) };
  }
  if (isAttached === true) return { ...terms, isAttached };
  const isPlain = Object.entries(PLAIN_TERMS).every(
    ([name, value]) => terms[name as keyof OrderTerms] === value,
  );
  return isPlain ? PLAIN_TERMS : terms;
}

function priceOrNull(grid: MarketGrid, ticks: Ticks | null): Decimal | null {
  return ticks === null ? null : priceOf(grid, ticks);
}

function reducesOnly(run: Run, { orderId, type }: OrderToPlace): boolean {
  const tracked = findOpenOrder(run.orders, orderId);
  return (
    tracked !== null && isSentReduceOnly(run, { ...tracked, isMarketOrder: type === 'market' })
  );
}

function expiryOf(
  run: Run,
  { orderId, timeoutMs }: OrderToPlace,
  { timeOuts }: OrderSupport,
): number | null {
  const requested = findOpenOrder(run.orders, orderId);
  if (timeoutMs === null || !timeOuts || requested === null) return null;
  return requested.openedAtMs + timeoutMs;
}

/** Groups of several bots on one account stay apart. */
function exitOf(
  { bot }: HostedIdentity,
  { positionGroup, role, openLots }: OrderToPlace,
  grid: MarketGrid,
): ExitTerms | null {
  if (positionGroup === null) return null;
  const openAmount = openLots === null ? null : amountOf(grid, openLots);
  return { group: `${bot.botId}:${positionGroup}`, role, openAmount };
}

const SEEN_FILLS_MAX = 5_000;

/** Lets go of what no script of the run sees, and of the names of it. */
export function forgetOldOrders(live: HostedRun): void {
  const { run } = live.engine;
  const { orderIds, namesRemoved, takenOver, attached, pieces } = live.orders;
  const { seenFillIds } = live.venue;
  const surplus = seenFillIds.size - SEEN_FILLS_MAX;
  for (const fillId of [...seenFillIds].slice(0, Math.max(0, surplus))) seenFillIds.delete(fillId);
  if (!forgetUnseen(run)) return;
  for (const [storedId, orderId] of orderIds)
    if (findRetained(run.orders, orderId) === null) {
      orderIds.delete(storedId);
      namesRemoved.push(storedId);
      takenOver.delete(orderId);
      attached.delete(orderId);
      pieces.delete(orderId);
    }
}

/** The order that a fill is of, when no script sees it any more. */
export function unseenOrder(
  { engine, orders }: HostedRun,
  forgotten: ForgottenOrders,
  storedId: string,
): ForgottenOrder | null {
  const { run } = engine;
  const orderId = orders.orderIds.get(storedId);
  if (orderId === undefined) return forgotten.get(storedId) ?? null;
  const retained =
    findOrder(run.orders, orderId) === null ? findRetained(run.orders, orderId) : null;
  if (retained === null) return null;
  return { orderId, leftLots: (retained.lots - retained.filledLots) as Lots };
}

// Closes a position, or a part of it, by market orders on the path of all orders: their intents are
// written first, and a repeated request sends nothing twice. On futures they only reduce, where the
// exchange knows such orders. What is more than its market takes in one order goes in several.

import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import {
  checkOrder,
  highestAmount,
  lowestAmount,
  roundOrder,
} from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { OrderIdentity } from '#services/orders/order-identity.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import { recordVenueOrder, sendOrder } from '#services/orders/send-order.ts';

/** So many orders close one position at most, with those that were refused. */
export const CLOSING_ORDERS_MAX = 20;

/** What is to be sold or bought, under which names, and for which bot. */
export type Closing = Pick<Order, 'side' | 'amount' | 'botId'> & {
  readonly marketTag: string;
  /** One for each order, in their order. */
  readonly identities: readonly OrderIdentity[];
};

export type ClosingResult = {
  /** Orders that were accepted, and what they close together. */
  readonly ordersCount: number;
  readonly amount: Decimal;
  /** Why something stays; null: nothing does, but what is less than a step of the market. */
  readonly left: string | null;
  /** Whether the market takes no order so small, which a repetition cannot change. */
  readonly isTooLittle: boolean;
};

/** What the market takes in one order. */
type Sizes = {
  readonly market: Market;
  readonly isReduceOnly: boolean;
  readonly isExempt: boolean;
  /** Whether the market takes orders now. */
  readonly isTaken: boolean;
  /** Null where no rule asks for it. */
  readonly price: Decimal | null;
  /** Null: it has no bound. */
  readonly most: Decimal | null;
  readonly least: Decimal;
};

type Part = { readonly order: Order; readonly isFull: boolean; readonly closing: Closing };

/** `passed`: its name was of an order that has ended, and the next name is to be tried. */
type Outcome = 'passed' | { readonly closed: Decimal } | { readonly left: string };

/**
 * Closes nothing of what its market does not take, such as too little to be traded; what is left is
 * logged. What closes is not judged by limits. Throws Failure and OutcomeUnknown.
 */
export async function closePosition(
  deps: OrderDeps,
  at: AccountAtExchange,
  closing: Closing,
): Promise<ClosingResult> {
  const closed = await sendParts(deps, at, closing);
  if (closed.left !== null) logLeft(deps, at, closing, closed.left);
  return closed;
}

async function sendParts(
  deps: OrderDeps,
  at: AccountAtExchange,
  closing: Closing,
): Promise<ClosingResult> {
  const market = await findMarket(at.exchange, closing.marketTag);
  if (market === null) return { ...none(), left: 'the exchange has no such market' };
  const sizes = await sizesOf(at, market, closing);
  let ordersCount = 0;
  let closed = ZERO;
  const sent = (): ClosingResult => ({ ...none(), ordersCount, amount: closed });
  for (const identity of closing.identities) {
    const rest = subtractDecimal(closing.amount, closed);
    const amount = partOf(sizes, rest);
    if (amount === null) {
      const left = whyNotTaken(sizes, closing, rest);
      return { ...sent(), left, isTooLittle: left !== null && sizes.isTaken };
    }
    const order = closingOrder(deps, at, { closing, identity, amount, sizes });
    const isFull = amount === sizes.most && sizes.isReduceOnly;
    const outcome = await sendPart(deps, at, { order, isFull, closing });
    if (outcome === 'passed') continue;
    if ('left' in outcome) return { ...sent(), ...outcome };
    ordersCount += 1;
    closed = addDecimal(closed, outcome.closed);
    if (closed >= closing.amount) return sent();
  }
  return { ...sent(), left: `${closing.identities.length} orders did not close it` };
}

function none(): ClosingResult {
  return { ordersCount: 0, amount: ZERO, left: null, isTooLittle: false };
}

/** Null of what is less than a step. */
function whyNotTaken(
  { market, isExempt, price }: Sizes,
  { side }: Closing,
  amount: Decimal,
): string | null {
  const draft = { side, type: 'market', price: ZERO, amount, isExempt } as const;
  const rounded = roundOrder(market, { ...draft, referencePrice: price });
  if (rounded.amount === ZERO && amount < market.amountStep) return null;
  const checked = checkOrder(market, rounded);
  return checked.ok ? null : describeRejection(checked.rejection);
}

async function sizesOf(
  { exchange }: AccountAtExchange,
  market: Market,
  { marketTag }: Closing,
): Promise<Sizes> {
  const isReduceOnly = market.contract !== null && exchange.orderSupport.reduceOnly;
  const isExempt = isReduceOnly && exchange.orderSupport.exemptsReduceOnly;
  const isValued = !isExempt || market.maxOrderValue > ZERO;
  const price = isValued ? (await exchange.fetchPrice(marketTag)).price : null;
  const most = highestAmount(market, price);
  const judged = isExempt ? { ...market, minOrderValue: ZERO } : market;
  const least = lowestAmount(judged, price ?? ZERO);
  const isTaken = market.isOpen || isExempt;
  return { market, isReduceOnly, isExempt, price, most, least, isTaken };
}

/** As much as one order takes, so that what is left after it is taken as well. */
function partOf({ market, isTaken, most, least }: Sizes, wanted: Decimal): Decimal | null {
  const left = roundOrder(market, { side: 'sell', price: ZERO, amount: wanted }).amount;
  if (!isTaken || left < least || left === ZERO) return null;
  if (most === null || left <= most) return left;
  const isRestTaken = subtractDecimal(left, most) >= least;
  return isRestTaken ? most : subtractDecimal(left, least);
}

type PartRequest = {
  readonly closing: Closing;
  readonly identity: OrderIdentity;
  readonly amount: Decimal;
  readonly sizes: Sizes;
};

function closingOrder(
  { clock }: OrderDeps,
  { account }: AccountAtExchange,
  { closing: { marketTag, side, botId }, identity, amount, sizes: { isReduceOnly } }: PartRequest,
): Order {
  const nowMs = clock.nowMs();
  return {
    ...identity,
    accountId: account.accountId,
    venueOrderId: null,
    marketTag,
    side,
    type: 'market',
    price: ZERO,
    amount,
    filledAmount: ZERO,
    terms: { ...PLAIN_TERMS, isReduceOnly },
    state: 'pending',
    reason: null,
    botId,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

async function sendPart(deps: OrderDeps, at: AccountAtExchange, part: Part): Promise<Outcome> {
  const { order } = part;
  const written = await deps.orders.insertIntent(order, { risk: 'exempt' });
  assert(written.kind !== 'limited' && written.kind !== 'limits_unknown', 'it is not judged');
  if (written.kind === 'unresolved') return { left: unknownInWords(written.orderId) };
  if (written.kind === 'exists') return resumePart(deps, at, part, written.order);
  const sent = await sendOrder(deps, at, order, null);
  return sent.ok ? closedBy(deps, at, order) : { left: sent.rejection.detail };
}

/** An order that works closes all that it is for; one that has ended, what it has filled. */
async function closedBy(
  { orders }: OrderDeps,
  { account }: AccountAtExchange,
  { orderId, amount }: Order,
): Promise<Outcome> {
  const now = await orders.findOrder(account.userId, orderId);
  if (now === null || isWorking(now)) return { closed: amount };
  if (now.filledAmount > ZERO) return { closed: now.filledAmount };
  return { left: now.reason ?? 'the exchange ended the order without a fill' };
}

/**
 * An order that ended without a fill does not stand for what is held now, and one of the largest
 * size is followed by others. One that filled otherwise does, as far as its fills may not be shown
 * yet.
 */
async function resumePart(
  deps: OrderDeps,
  at: AccountAtExchange,
  { isFull, order, closing }: Part,
  stored: Order,
): Promise<Outcome> {
  if (stored.state === 'unplaced') {
    const seen = await at.exchange.fetchOrder(at.account, closing.marketTag, orderNameOf(stored));
    if (seen.kind === 'absent') return 'passed';
    if (seen.kind !== 'found') return { left: unknownInWords(stored.orderId) };
    const found = await recordVenueOrder(deps, at, stored, seen.order, null);
    return found.ok ? closedBy(deps, at, stored) : { left: found.rejection.detail };
  }
  const hasEnded = !isWorking(stored);
  if (hasEnded && stored.filledAmount === ZERO) return 'passed';
  if (hasEnded && isFull && stored.amount === order.amount) return 'passed';
  if (hasEnded && areFillsShown(deps, at, closing, stored)) return 'passed';
  const resumed = await resumeOrder(deps, at, stored, null);
  return resumed.ok ? closedBy(deps, at, stored) : { left: resumed.rejection.detail };
}

/** So long after the end of an order its fills are in the lists of every exchange. */
const FILLS_SHOWN_MS = 60_000;

/** Whether what is to be closed is what the order has left of its amount, or came after it. */
function areFillsShown(
  { clock }: OrderDeps,
  { exchange }: AccountAtExchange,
  closing: Closing,
  { amount, filledAmount, updatedAtMs }: Order,
): boolean {
  if (addDecimal(closing.amount, filledAmount) <= amount) return true;
  const { visibilityLagMs } = exchange.promises;
  return clock.nowMs() - updatedAtMs > FILLS_SHOWN_MS + visibilityLagMs;
}

function unknownInWords(orderId: string): string {
  return `the outcome of order "${orderId}" is unknown`;
}

function logLeft(
  { log }: OrderDeps,
  { account: { accountId } }: AccountAtExchange,
  { marketTag }: Closing,
  cause: string,
): void {
  log.warn('orders.position_left', { account_id: accountId, market_tag: marketTag, cause });
}

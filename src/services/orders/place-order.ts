// Places an order: everything that can be refused is refused first, then the intent is written,
// then the exchange is called, then its response is written together with the request's outcome.
// Whatever instant a process dies at, the next try under the same key, or reconciliation, carries
// on from what was written.

import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Order } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { InsertIntentOutcome } from '#ports/stores/order-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { accountOf, tradingRefusal } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type {
  OrderDeps,
  OrderPlaced,
  PlaceOrderCommand,
  PlaceOrderRejection,
} from '#services/orders/order-deps.ts';
import { orderIdentity, orderNameOf } from '#services/orders/order-identity.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import { recordVenueOrder, sendOrder } from '#services/orders/send-order.ts';
import { noteIntent } from '#services/orders/note-intent.ts';
import type { OrderField } from '#services/orders/check-order-terms.ts';
import { checkOrderTerms } from '#services/orders/check-order-terms.ts';

type PlaceResult = Result<OrderPlaced, PlaceOrderRejection>;

// How many names earlier versions of the service gave to the orders of one request.
const EARLIER_ATTEMPTS_MAX = 16;

/** Returns the order's id as soon as the exchange has it, or may have it (state `unknown`). */
export async function placeOrder(
  deps: OrderDeps,
  command: PlaceOrderCommand,
): Promise<PlaceResult> {
  const found = await accountOf(deps, command.caller, command.accountId);
  if (!found.ok) {
    return refused('account_not_found', `There is no account "${command.accountId}".`);
  }
  if (command.isTakeover) {
    const resumed = await resumeEarlierTry(deps, found.value, command);
    if (resumed !== null) return resumed;
  }
  const { account } = found.value;
  const refusal =
    (isLeaving(account, command) ? null : planRefusal(command.caller, deps.clock.nowMs())) ??
    tradingRefusal(account);
  if (refusal !== null) return refused('forbidden', refusal);
  const checked = await checkCommand(found.value, command, deps.clock.nowMs());
  if (!checked.ok) return checked;
  return placeChecked(deps, found.value, command, checked.value);
}

async function placeChecked(
  deps: OrderDeps,
  at: AccountAtExchange,
  command: PlaceOrderCommand,
  price: Decimal,
): Promise<PlaceResult> {
  const order = intentOf(deps, command, price);
  const written = await noteIntent(deps, at, order, command.completion);
  if (written.kind !== 'exists') return sendIfWritten(deps, at, command, order, written);
  const { order: stored } = written;
  if (stored.state !== 'unplaced') return resumeOrder(deps, at, stored, command.completion);
  return tryAgain(deps, at, command, order, stored);
}

async function sendIfWritten(
  deps: OrderDeps,
  at: AccountAtExchange,
  command: PlaceOrderCommand,
  order: Order,
  written: InsertIntentOutcome,
): Promise<PlaceResult> {
  switch (written.kind) {
    case 'inserted':
      return sendOrder(deps, at, order, command.completion);
    case 'exists':
      return refused('temporarily_unavailable', 'Another try of this request is under way.');
    case 'unresolved':
      return refused(
        'temporarily_unavailable',
        `Order "${written.orderId}" on this account and market has an unknown outcome; ` +
          'no other is sent until the exchange has reported what became of it.',
      );
    case 'limited':
      return refused('order_rejected', `The order was refused: ${written.reason}.`);
    case 'limits_unknown':
      return refused(
        'temporarily_unavailable',
        "The account's limits have just changed; try again.",
      );
  }
}

/**
 * Sends an order under its name that never reached the exchange, as far as is known: it is looked
 * for once more, because an exchange may let a name be used again once its first order has filled.
 */
async function tryAgain(
  deps: OrderDeps,
  at: AccountAtExchange,
  command: PlaceOrderCommand,
  order: Order,
  earlier: Order,
): Promise<PlaceResult> {
  const seen = await at.exchange.fetchOrder(at.account, command.marketTag, orderNameOf(earlier));
  if (seen.kind === 'found')
    return recordVenueOrder(deps, at, earlier, seen.order, command.completion);
  if (seen.kind === 'forgotten')
    return refused(
      'temporarily_unavailable',
      `The exchange does not know any more what became of order "${earlier.orderId}".`,
    );
  if (seen.kind === 'unreadable')
    return refused(
      'temporarily_unavailable',
      `The exchange shows an order in a form that cannot be read; it may be "${earlier.orderId}".`,
    );
  const written = await noteIntent(deps, at, order, command.completion, earlier);
  return sendIfWritten(deps, at, command, order, written);
}

/** Null when no earlier try got as far as an order, or its order never reached the exchange. */
async function resumeEarlierTry(
  deps: OrderDeps,
  at: AccountAtExchange,
  command: PlaceOrderCommand,
): Promise<PlaceResult | null> {
  for (let attempt = 0; attempt < EARLIER_ATTEMPTS_MAX; attempt += 1) {
    const { orderId } = orderIdentity(deps.digest, command.derivationId, attempt);
    const order = await deps.orders.findOrder(command.caller.userId, orderId);
    if (order === null) return null;
    if (order.state !== 'unplaced') return resumeOrder(deps, at, order, command.completion);
  }
  return null;
}

/** Who holds something can leave it, whatever the plan: on futures by orders that only reduce. */
function isLeaving({ marketType }: Account, { side, terms }: PlaceOrderCommand): boolean {
  return marketType === 'spot' ? side === 'sell' : terms?.isReduceOnly === true;
}

function planRefusal(caller: Principal, nowMs: number): string | null {
  if (isLapsed(caller.planUntilMs, nowMs)) {
    return `Your plan "${caller.plan}" has ended; trading is unavailable until it is renewed.`;
  }
  if (PLANS[caller.plan].allowsManualTrading) return null;
  return `Your plan "${caller.plan}" does not include manual trading.`;
}

/** The price to write down (zero on market orders), once the order is one that the market takes. */
async function checkCommand(
  { account, exchange }: AccountAtExchange,
  command: PlaceOrderCommand,
  nowMs: number,
): Promise<Result<Decimal, PlaceOrderRejection>> {
  const market = await findMarket(exchange, command.marketTag);
  if (market === null || market.marketType !== account.marketType) {
    return faulty(
      'market_tag',
      `expected a ${account.marketType} market of exchange "${account.exchange}", ` +
        `found "${command.marketTag}".`,
    );
  }
  const support = exchange.orderSupport;
  const terms = command.terms ?? PLAIN_TERMS;
  const fault = checkOrderTerms({ ...command, terms }, { market, support, nowMs });
  if (fault !== null) return faulty(fault.field, `${fault.detail}.`);
  const isExempt = terms.isReduceOnly && support.exemptsReduceOnly;
  return checkAgainstMarket(market, command, command.price ?? ZERO, isExempt);
}

function checkAgainstMarket(
  market: Market,
  command: PlaceOrderCommand,
  price: Decimal,
  isExempt: boolean,
): Result<Decimal, PlaceOrderRejection> {
  const checked = checkOrder(market, {
    side: command.side,
    type: command.type,
    price,
    amount: command.amount,
    // The exchange itself values a market order at the price it meets; a price requested now would
    // be another.
    referencePrice: null,
    isExempt,
  });
  if (checked.ok) return accepted(price);
  return refused('order_rejected', describeRejection(checked.rejection));
}

function intentOf(deps: OrderDeps, command: PlaceOrderCommand, price: Decimal): Order {
  const nowMs = deps.clock.nowMs();
  assert(command.amount > 0n, 'an order that passed its check has an amount');
  return {
    ...orderIdentity(deps.digest, command.derivationId),
    accountId: command.accountId,
    venueOrderId: null,
    marketTag: command.marketTag,
    side: command.side,
    type: command.type,
    price,
    amount: command.amount,
    filledAmount: ZERO,
    terms: command.terms ?? PLAIN_TERMS,
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

function faulty(field: OrderField, detail: string) {
  const whole = `Field "${field}": ${detail}`;
  return rejected({ code: 'invalid_request', field, detail: whole } as const);
}

function refused(
  code: PlaceOrderRejection['code'],
  detail: string,
): { readonly ok: false; readonly rejection: PlaceOrderRejection } {
  return rejected({ code, detail });
}

// Placing, cancelling and looking up orders at a real venue. Rejections are a white list of the
// dialect; success is only what names our order; everything else of a request that acts is
// unknown.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type {
  CancelRejection,
  Exchange,
  NewVenueOrder,
  OrderLookup,
  OrderName,
  PlacedOrder,
  VenueAccount,
  VenueOrder,
  VenueRejection,
} from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  MarginMode,
  Page,
  VenueDialect,
  Verdict,
} from '#venues/dialect.ts';
import { problemOf } from '#venues/order-problem.ts';
import { withAverage } from '#venues/average-from-fills.ts';
import type { AccountModeMemory } from '#venues/account-modes.ts';
import { protectionPriceOf } from '#venues/protection-price.ts';
import type { MarketDirectory, MarketList } from '#venues/market-list.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import type { OrderNames } from '#venues/order-names.ts';
import type { UnreadableOrders } from '#venues/unreadable-orders.ts';
import { isOfOrder } from '#venues/unreadable-orders.ts';
import type { VenueClock } from '#venues/venue-clock.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import { failureOf, valueOf } from '#venues/venue-requests.ts';

export type VenueOrdersDeps = {
  readonly dialect: VenueDialect;
  readonly requests: VenueRequests;
  readonly markets: MarketList;
  readonly venueClock: VenueClock;
  /** The installation's. */
  readonly clock: Clock;
  readonly time: MonotonicTime;
  readonly names: OrderNames;
  readonly unreadable: UnreadableOrders;
  readonly modes: AccountModeMemory;
};

/** A cancel that the venue has only acknowledged is looked up after each of these. */
const CANCEL_LOOK_UPS_MS = [0, 100, 200, 400, 800, 1_600];

/** Methods of orders; an act whose outcome is not sure throws `OutcomeUnknown`. */
export function venueOrders(
  deps: VenueOrdersDeps,
): Pick<Exchange, 'placeOrder' | 'cancelOrder' | 'fetchOrder'> {
  return {
    placeOrder: async (account, order) => place(deps, account, order),
    cancelOrder: async (account, marketTag, name) => cancel(deps, account, marketTag, name),
    async fetchOrder(account, marketTag, name) {
      const { directory, listed } = await findListed(deps, account, marketTag);
      return lookUp(deps, account, listed, directory, name);
    },
  };
}

/** The market as its venue lists it. Throws Failure when it does not. */
export async function findListed(
  { markets }: Pick<VenueOrdersDeps, 'markets'>,
  { marketType }: Pick<VenueAccount, 'marketType'>,
  marketTag: string,
): Promise<{ readonly directory: MarketDirectory; readonly listed: ListedMarket }> {
  const directory = await markets.current();
  const listed = directory.byTag.get(marketTag);
  if (listed === undefined || listed.market.marketType !== marketType)
    throw new Failure('unavailable', `The exchange does not list the market "${marketTag}".`);
  return { directory, listed };
}

/** What readers of this account's replies are given. Throws Failure while its mode is unknown. */
export async function contextOf(
  deps: Pick<VenueOrdersDeps, 'venueClock' | 'modes'>,
  account: VenueAccount,
  directory: Pick<MarketDirectory, 'find'>,
): Promise<AccountContext> {
  return contextIn(deps, account, directory, await deps.modes.of(account));
}

/**
 * Context in which a dialect reads replies of an account now; the mode is left out where there is
 * none.
 */
export function contextIn(
  { venueClock }: Pick<VenueOrdersDeps, 'venueClock'>,
  { marketType }: Pick<VenueAccount, 'marketType'>,
  { find }: Pick<MarketDirectory, 'find'>,
  mode: string | undefined,
): AccountContext {
  const context = { marketType, findMarket: find, nowMs: venueClock.nowMs() };
  return mode === undefined ? context : { ...context, mode };
}

async function place(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
): Promise<Result<PlacedOrder, VenueRejection>> {
  const { requests, dialect } = deps;
  const directory = await deps.markets.current();
  const listed = directory.byTag.get(order.marketTag);
  if (listed === undefined || listed.market.marketType !== account.marketType)
    return refused(`the exchange does not list market "${order.marketTag}" for this account`);
  if (order.terms.isAttached === true) return findAttached(deps, account, order, listed, directory);
  const problem = problemOf(dialect, listed, order);
  if (problem !== null) return refused(problem);
  await requireClock(deps);
  const mode = await deps.modes.of(account);
  const before = contextIn(deps, account, directory, mode);
  const refusal = dialect.orders.refusalIn?.(order, before) ?? null;
  if (refusal !== null) return refused(refusal);
  const protectionPrice = await protectionPriceOf(deps, order, listed, before);
  const prepared = await prepare(deps, account, order, listed);
  if (prepared.kind === 'rejected') return refused(prepared.detail);
  const { marginMode } = prepared;
  const context = {
    ...contextIn(deps, account, directory, mode),
    protectionPrice,
    marginMode,
  };
  // What comes before, as a price or a setting that is changed, has its own time limits.
  const sendBy = (): number => performance.now() + order.sendByMs - deps.clock.nowMs();
  const query = dialect.orders.place(order, listed, context);
  const verdict = await requests.run(account, query, sendBy);
  const isPassed = verdict.kind === 'rejected' && verdict.code === 'trigger_passed';
  if (isPassed) return placeAtOnce(deps, account, order, listed, directory);
  const result = await placedAs(deps, account, order, listed, directory, verdict);
  if (result.ok) deps.names.note(account.accountId, result.value);
  return result;
}

/** A stop that its entry brings is never sent: the venue has it, or it is not known to. */
async function findAttached(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
  listed: ListedMarket,
  directory: MarketDirectory,
): Promise<Result<PlacedOrder, VenueRejection>> {
  const found = await lookUp(deps, account, listed, directory, ownName(order)).catch(failureAsNull);
  if (found?.kind === 'found') return accepted(found.order);
  throw new OutcomeUnknown('The exchange does not show the stop that came with its entry.');
}

/**
 * An order whose trigger was passed when it arrived is carried out now, as one that waits here is:
 * under its name, once the venue denies that it has such an order.
 */
async function placeAtOnce(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
  listed: ListedMarket,
  directory: MarketDirectory,
): Promise<Result<PlacedOrder, VenueRejection>> {
  const found = await lookUpRefused(deps, account, listed, directory, ownName(order));
  if (found?.kind === 'found') return accepted(found.order);
  if (found?.kind !== 'absent')
    throw new OutcomeUnknown('The exchange refused an order, and does not say that it has none.');
  const terms = { ...order.terms, triggerPrice: null };
  const type = isLimitType(order.type) ? 'limit' : 'market';
  const result = await place(deps, account, { ...order, type, terms });
  const isTaken = !result.ok && result.rejection.code === 'duplicate_name';
  if (isTaken)
    throw new OutcomeUnknown('The exchange refuses the name of an order that it denies.');
  return result;
}

type Preparation =
  | { readonly kind: 'prepared'; readonly marginMode: MarginMode | null }
  | { readonly kind: 'rejected'; readonly detail: string };

/** Sets what the order needs. Throws Failure and OutcomeUnknown. */
async function prepare(
  { requests, dialect }: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
  listed: ListedMarket,
): Promise<Preparation> {
  let marginMode: MarginMode | null = null;
  for (const setting of dialect.orders.prepare(order, listed))
    for (let next: ListQuery<MarginMode> | null = setting; next !== null;) {
      const verdict: Verdict<Page<MarginMode>> = await requests.run(account, next);
      if (verdict.kind === 'rejected') return { kind: 'rejected', detail: verdict.detail };
      const page: Page<MarginMode> = valueOf(verdict);
      marginMode = page.items.at(-1) ?? marginMode;
      ({ next } = page);
    }
  return { kind: 'prepared', marginMode };
}

async function placedAs(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
  listed: ListedMarket,
  directory: MarketDirectory,
  verdict: Verdict<PlacedOrder>,
): Promise<Result<PlacedOrder, VenueRejection>> {
  switch (verdict.kind) {
    case 'done': {
      const { venueOrderId, clientOrderId } = verdict.value;
      // Some replies have the venue's number alone: one of an order before it is that of another.
      const isOurs = clientOrderId === order.clientOrderId && !deps.names.isTaken(verdict.value);
      if (venueOrderId !== '' && isOurs) return accepted(verdict.value);
      throw new OutcomeUnknown('The exchange accepted an order that it does not name as ours.');
    }
    case 'rejected': {
      const { code, detail } = verdict;
      if (code === 'insufficient_funds' || code === 'order_rejected')
        return confirmRefusal(deps, account, order, listed, directory, { code, detail });
      throw new OutcomeUnknown(`The exchange refuses the order as "${code}": ${detail}`);
    }
    case 'duplicate': {
      const found = await lookUp(deps, account, listed, directory, ownName(order)).catch(
        failureAsNull,
      );
      if (found?.kind === 'found') return accepted(found.order);
      return rejected({ code: 'duplicate_name', detail: 'an order of this name exists' });
    }
    case 'not_done':
    case 'clock':
      throw failureOf(verdict);
    case 'absent':
    case 'forgotten':
      throw new OutcomeUnknown(`The exchange replied "${verdict.kind}" to a new order.`);
    case 'unknown':
      throw new OutcomeUnknown(verdict.detail);
  }
}

function ownName({ clientOrderId, decidedAtMs, terms }: NewVenueOrder): OrderName {
  const name = { clientOrderId, venueOrderId: null, placedAtMs: decidedAtMs };
  return terms.isAttached === true ? { ...name, isAttached: true } : name;
}

/**
 * A refusal names no order, so that it may be that of another request. It is final once the
 * exchange's look-up by our name denies the order; where that fails, nothing is known of it. An
 * open order that cannot be read contradicts it only by our name.
 */
async function confirmRefusal(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  order: NewVenueOrder,
  listed: ListedMarket,
  directory: MarketDirectory,
  rejection: VenueRejection,
): Promise<Result<PlacedOrder, VenueRejection>> {
  const name = ownName(order);
  const found = await lookUpRefused(deps, account, listed, directory, name);
  const isDenied =
    found?.kind === 'absent' ||
    (found?.kind === 'unreadable' && !deps.unreadable.hasNamed(account.accountId, name));
  if (isDenied) return rejected(rejection);
  if (found?.kind === 'found')
    return found.order.state === 'rejected' ? rejected(rejection) : accepted(found.order);
  throw new OutcomeUnknown(
    `The exchange refused an order, and does not say that it has none: ${rejection.detail}`,
  );
}

/**
 * Look-up of an order that was refused; null where it fails. A denial names no order either, so
 * that it may be that of another request, as the refusal may: two of them are believed.
 */
async function lookUpRefused(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  listed: ListedMarket,
  directory: MarketDirectory,
  name: OrderName,
): Promise<OrderLookup | null> {
  const look = async (): Promise<OrderLookup | null> =>
    lookUp(deps, account, listed, directory, name).catch(failureAsNull);
  const found = await look();
  return found?.kind === 'absent' || found?.kind === 'unreadable' ? look() : found;
}

/** The look-up failed, which says nothing about the order. */
function failureAsNull(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

function refused(detail: string): Result<never, VenueRejection> {
  return rejected({ code: 'order_rejected', detail });
}

/** Orders are refused while our clock cannot be trusted: their times would be wrong everywhere. */
async function requireClock({ venueClock }: VenueOrdersDeps): Promise<void> {
  if (venueClock.skewMs() === null) await venueClock.measure();
  if (venueClock.skewMs() === null)
    throw new Failure('unavailable', "The exchange's clock cannot be measured.");
  if (!venueClock.isOff()) return;
  const skewMs = venueClock.skewMs() ?? 0;
  throw new Failure(
    'unavailable',
    `Our clock and the exchange's differ by ${Math.abs(skewMs)} ms; orders wait until they agree.`,
  );
}

async function cancel(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  marketTag: string,
  given: OrderName,
): Promise<Result<VenueOrder, CancelRejection>> {
  const { requests, dialect } = deps;
  const { directory, listed } = await findListed(deps, account, marketTag);
  let name = given;
  const isByVenue = dialect.orders.cancelsBy === 'venue_order_id' || given.isAttached === true;
  if (isByVenue && given.venueOrderId === null) {
    const found = await lookUp(deps, account, listed, directory, given);
    if (found.kind !== 'found' || found.order.state !== 'open') return notCancelled(found);
    name = { ...given, venueOrderId: found.order.venueOrderId };
  }
  const context = await contextOf(deps, account, directory);
  const verdict = await requests.run(account, dialect.orders.cancel(name, listed, context));
  switch (verdict.kind) {
    case 'done': {
      if (verdict.value !== null && verdict.value.state !== 'open') return accepted(verdict.value);
      return accepted(await awaitEnd(deps, account, listed, directory, name));
    }
    case 'absent': {
      const found = await lookUp(deps, account, listed, directory, name);
      const next = hasCome(dialect, name, found);
      return next === null ? notCancelled(found) : cancel(deps, account, marketTag, next);
    }
    case 'rejected': {
      const { code, detail } = verdict;
      if (code === 'order_not_working')
        return notCancelled(await lookUp(deps, account, listed, directory, name));
      if (code === 'order_not_found') return rejected(code);
      throw new Failure('corrupt_reply', `The exchange refuses the cancel: ${detail}`);
    }
    case 'not_done':
    case 'clock':
      throw failureOf(verdict);
    case 'duplicate':
    case 'forgotten':
      throw new OutcomeUnknown(`The exchange replied "${verdict.kind}" to a cancel.`);
    case 'unknown':
      throw new OutcomeUnknown(verdict.detail);
  }
}

/** The name of the order that has come of one that waited, and works; null: none has. */
function hasCome({ orders }: VenueDialect, name: OrderName, found: OrderLookup): OrderName | null {
  const isWaiting = (id: string | null): boolean =>
    id !== null && (orders.isWaitingId?.(id) ?? false);
  if (found.kind !== 'found' || found.order.state !== 'open') return null;
  const { venueOrderId } = found.order;
  return isWaiting(name.venueOrderId) && !isWaiting(venueOrderId)
    ? { ...name, venueOrderId }
    : null;
}

/** The venue has nothing to cancel: whether there ever was. Throws OutcomeUnknown. */
function notCancelled(found: OrderLookup): Result<never, CancelRejection> {
  if (found.kind === 'absent') return rejected('order_not_found');
  if (found.kind === 'unreadable')
    throw new OutcomeUnknown('The exchange shows an order in a form that cannot be read.');
  if (found.kind === 'forgotten' || found.order.state !== 'open')
    return rejected('order_not_working');
  throw new OutcomeUnknown('The exchange has nothing to cancel, and shows the order as open.');
}

/** Waits for the end of an order whose cancel was taken. Throws OutcomeUnknown. */
async function awaitEnd(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  listed: ListedMarket,
  directory: MarketDirectory,
  name: OrderName,
): Promise<VenueOrder> {
  for (const delayMs of CANCEL_LOOK_UPS_MS) {
    if (delayMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      deps.time.after(delayMs, resolve);
      await promise;
    }
    const found = await lookUp(deps, account, listed, directory, name).catch(failureAsNull);
    if (found?.kind === 'found' && found.order.state !== 'open') return found.order;
  }
  throw new OutcomeUnknown('The exchange took the cancel and still shows the order as open.');
}

async function lookUp(
  deps: VenueOrdersDeps,
  account: VenueAccount,
  listed: ListedMarket,
  directory: MarketDirectory,
  name: OrderName,
): Promise<OrderLookup> {
  const { unreadable } = deps;
  const { accountId } = account;
  const context = await contextOf(deps, account, directory);
  const queries = deps.dialect.orders.lookUp(name, listed, context);
  if (queries.length === 0) return findInLists(deps, account, listed, context, name);
  let isForgotten = false;
  for (const query of queries) {
    const verdict = await deps.requests.run(account, query);
    if (verdict.kind === 'done') {
      const shown = await cameOf(deps, account, listed, context, name, verdict.value);
      deps.names.note(account.accountId, shown);
      const order = await withAverage(deps, account, listed, context, shown);
      return { kind: 'found', order };
    }
    if (verdict.kind === 'forgotten') isForgotten = true;
    else if (verdict.kind !== 'absent') {
      // Both views show it, and neither can be read.
      const isCorrupt = verdict.kind === 'not_done' && verdict.failure === 'corrupt_reply';
      if (isCorrupt && unreadable.hasNamed(accountId, name)) return { kind: 'unreadable' };
      throw failureOf(verdict);
    }
  }
  if (unreadable.mayHave(accountId, name)) return { kind: 'unreadable' };
  // What was not there when the first was queried may have come since: absent as of then.
  return isForgotten ? { kind: 'forgotten' } : { kind: 'absent', asOfMs: context.nowMs };
}

/** Of one that waited, the order that came of it, which says what is filled. Throws Failure. */
async function cameOf(
  { requests, dialect: { orders } }: VenueOrdersDeps,
  account: VenueAccount,
  listed: ListedMarket,
  context: AccountContext,
  name: OrderName,
  shown: VenueOrder,
): Promise<VenueOrder> {
  const { venueOrderId, state, terms } = shown;
  const hasCome =
    orders.isWaitingId?.(venueOrderId) === false &&
    state === 'open' &&
    terms.triggerPrice !== null &&
    venueOrderId !== name.venueOrderId;
  const [query] = hasCome ? orders.lookUp({ ...name, venueOrderId }, listed, context) : [];
  if (query === undefined) return shown;
  const verdict = await requests.run(account, query);
  if (verdict.kind === 'done') return { ...verdict.value, clientOrderId: shown.clientOrderId };
  if (verdict.kind === 'absent' || verdict.kind === 'forgotten') return shown;
  throw failureOf(verdict);
}

/**
 * By how much the time of an order at the venue may be before ours, by the skew that is measured
 * now: either clock may have been set since. Venues accept requests that are two minutes off.
 */
const LIST_SKEW_MS = 180_000;

/**
 * Of a venue that finds no order by our name. The lists end now and not when the request can have
 * arrived at the latest: an order may have been sent long after it was decided.
 */
async function findInLists(
  { dialect, requests, names, venueClock, unreadable }: VenueOrdersDeps,
  account: VenueAccount,
  listed: ListedMarket,
  context: AccountContext,
  name: OrderName,
): Promise<OrderLookup> {
  const { clientOrderId, placedAtMs } = name;
  const { placedBetween } = dialect.orders;
  if (placedBetween === undefined)
    throw new Failure('unavailable', 'This exchange has no look-up of single orders.');
  const fromMs = placedAtMs + (venueClock.skewMs() ?? 0) - LIST_SKEW_MS;
  const asOfMs = context.nowMs;
  const lists = placedBetween(fromMs, asOfMs, listed, context);
  const found = await requests.readReadable(account, lists);
  const order = found.items.find((each) => each.clientOrderId === clientOrderId);
  if (order !== undefined) {
    names.note(account.accountId, order);
    return { kind: 'found', order };
  }
  // One that cannot be read may be the order. Where the venue gives names, an empty one is none.
  const mayBe = found.unreadable.some(({ venueOrderId, venueName }) => {
    const row = { venueOrderId, venueName: venueName === '' ? null : venueName };
    return isOfOrder(dialect, row, name) !== false;
  });
  if (mayBe || unreadable.mayHave(account.accountId, name)) return { kind: 'unreadable' };
  const isRetained = asOfMs - fromMs < dialect.promises.endedRetainedMs.unfilled;
  return isRetained ? { kind: 'absent', asOfMs } : { kind: 'forgotten' };
}

// The simulated exchange as a driver. It decides with pure functions on the account as it was last
// seen, and commits the decision on condition that the account has not changed since: one trip to
// the store for an order, and no process ever holds a lock on an account.

import { createHash } from 'node:crypto';
import { identifierFromBytes } from '#lib/identifier.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import type { MarginMode } from '#domain/position/position.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import { NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type {
  AccountQuestions,
  Exchange,
  NewVenueOrder,
  VenueFill,
  VenueOrder,
  VenuePromises,
  VenueRejection,
} from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { SimAccount, SimFill, SimOrder } from '#adapters/sim/sim-account.ts';
import { isDue } from '#adapters/sim/sim-account.ts';
import { accountListeners } from '#adapters/sim/account-listeners.ts';
import type { AccountUpdater } from '#adapters/sim/account-updater.ts';
import { placedOrder } from '#adapters/sim/sim-commit.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { listedMarket } from '#adapters/sim/sim-markets.ts';
import { decidePlacement, SIM_ORDER_SUPPORT } from '#adapters/sim/sim-placement.ts';
import { refuseBeforeFunding } from '#adapters/sim/settle-account.ts';
import { fundingRatesBetween } from '#adapters/sim/sim-futures-terms.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimReading, SimStore } from '#adapters/sim/sim-store.ts';
import { plainTag } from '#adapters/sim/stepped-tag.ts';
import {
  futuresBalances,
  marginCursorOf,
  marginPlaceOf,
  spotBalances,
  venueFillOf,
  venueMarginEventOf,
  venueOrderOf,
  venuePositionOf,
  walletReport,
} from '#adapters/sim/venue-views.ts';

export type SimExchangeDeps = {
  readonly store: SimStore;
  readonly api: AccountUpdater;
  readonly prices: SimPrices;
  readonly clock: Clock;
  /** Percent of the next order that may fill at once, asked once per order; null: no limit. */
  readonly nextFillShare: () => number | null;
};

export type SimExchange = Exchange & {
  /** For positions that are opened from now on. */
  setLeverage(
    accountId: string,
    setting: { readonly leverage: Decimal; readonly marginMode: MarginMode },
  ): Promise<void>;
};

/** Simulated exchange over a store; a decision that another process overtook is made again. */
export function makeSimExchange(deps: SimExchangeDeps): SimExchange {
  const { api } = deps;
  const listeners = accountListeners();
  return {
    code: 'sim',
    name: 'Simulated exchange',
    isTestNet: false,
    promises: SIM_PROMISES,
    orderSupport: SIM_ORDER_SUPPORT,
    credentialForm: null,
    health: () => 'open',
    clockSkewMs: () => 0,
    ...marketData(deps),
    ...accountData(deps),
    async placeOrder({ accountId }, order) {
      const response = await place(deps, accountId, order);
      if (response.ok) listeners.report(accountId, { kind: 'order', order: response.value });
      return response;
    },
    async cancelOrder({ accountId }, marketTag, { clientOrderId }) {
      const response = await cancel(deps, accountId, marketTag, clientOrderId);
      if (response.ok) listeners.report(accountId, { kind: 'order', order: response.value });
      return response;
    },
    watchAccount: ({ accountId }, onNews, signal) => listeners.watch(accountId, onNews, signal),
    async setLeverage(accountId, setting) {
      await api.change(accountId, ({ state }) => ({
        kind: 'commit',
        step: { state, effects: NO_EFFECTS },
        placed: null,
        value: null,
        setting,
      }));
    },
  };
}

const SIM_PROMISES: VenuePromises = {
  duplicateName: 'first',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'own_requests',
  // An order that was sent lands within this time or, its connection being cut, not at all.
  requestHorizonMs: 5_000,
  visibilityLagMs: 0,
  endedRetainedMs: { filled: Number.MAX_SAFE_INTEGER, unfilled: Number.MAX_SAFE_INTEGER },
};

function marketData({
  prices,
  clock,
}: SimExchangeDeps): Pick<
  Exchange,
  'listMarkets' | 'fetchPrice' | 'fetchBestPrices' | 'fetchCandles' | 'fetchFundingRates'
> {
  const markets = MARKET_CATALOGUE.map(({ market }) => market);
  return {
    listMarkets: async () => markets,
    async fetchPrice(marketTag) {
      await prices.load?.([marketTag], minuteStartMs(clock.nowMs()));
      const found = prices.marketOf(marketTag);
      const atMs = clock.nowMs();
      const ticks = found?.market.isOpen === true ? prices.ticksAt(marketTag, atMs) : null;
      if (found === null || ticks === null)
        throw new Failure('unavailable', `Market "${marketTag}" is unknown or closed.`);
      const forming = prices.formingAt(marketTag, atMs);
      return { price: priceOf(found.grid, ticks), atMs, forming };
    },
    // The spread is a term of each of its markets.
    fetchBestPrices: async () => null,
    async fetchCandles(marketTag, fromMs, toMs) {
      const closedMs = Math.min(toMs, minuteStartMs(clock.nowMs()));
      return [...prices.candles(marketTag, fromMs, closedMs)];
    },
    async fetchFundingRates(marketTag, fromMs, toMs) {
      return fundingRatesBetween(prices, marketTag, fromMs, Math.min(toMs, clock.nowMs() + 1));
    },
  };
}

function accountData(deps: SimExchangeDeps): AccountQuestions {
  const { store, api, prices, clock } = deps;
  const { marketOf } = prices;
  const fillOf = (fill: SimFill): VenueFill => venueFillOf(marketOf, fill);
  const markOf = (marketTag: string): Ticks =>
    present(prices.ticksAt(marketTag, clock.nowMs()), 'a market with a position has a price');
  return {
    async fetchBalances({ accountId }) {
      const wallet = await store.loadWallet(accountId);
      if (wallet === null) throw noWallet(accountId);
      if (wallet.marketType === 'spot' && !isDue(wallet.dueAtMs, clock.nowMs()))
        return { updatedAtMs: wallet.updatedAtMs, balances: spotBalances(wallet.books) };
      const { state, marketType, updatedAtMs } = await api.read(accountId);
      const { books } = state.ledger;
      if (marketType === 'spot') return { updatedAtMs, balances: spotBalances(books) };
      return { updatedAtMs, balances: futuresBalances(books, state.positions, markOf, marketOf) };
    },
    async fetchPositions({ accountId }) {
      const { positions } = (await api.read(accountId)).state;
      return positions.map((position) =>
        venuePositionOf(marketOf, position, markOf(position.marketTag)),
      );
    },
    async fetchOpenOrders({ accountId }) {
      const orders = await askSettled(deps, accountId, () => store.listOpenOrders(accountId));
      return orders.map((order) => venueOrderOf(marketOf, order));
    },
    async fetchOrder({ accountId }, marketTag, { clientOrderId }) {
      const order = await findOrder(deps, accountId, clientOrderId);
      if (order !== null && plainTag(order.marketTag) === marketTag)
        return { kind: 'found', order: venueOrderOf(marketOf, order) };
      return { kind: 'absent', asOfMs: clock.nowMs() };
    },
    async fetchFills({ accountId }, _marketTags, cursor, limit) {
      const after = Number(cursor ?? 0);
      const fills = await askSettled(deps, accountId, () =>
        store.listFills(accountId, after, limit),
      );
      const last = fills.at(-1)?.sequence;
      return { fills: fills.map(fillOf), cursor: last === undefined ? cursor : String(last) };
    },
    async fetchOrderFills({ accountId }, marketTag, { clientOrderId }) {
      const venueOrderId = venueOrderIdOf(accountId, clientOrderId);
      const list = (): Promise<SimReading<SimFill>> =>
        store.listOrderFills(accountId, venueOrderId);
      const fills = (await askSettled(deps, accountId, list)).map(fillOf);
      return fills.filter((fill) => fill.marketTag === marketTag);
    },
    async fetchMarginEvents({ accountId }, cursor, limit) {
      const after = marginPlaceOf(cursor);
      const placed = await askSettled(deps, accountId, () =>
        store.listMarginEvents(accountId, after, limit),
      );
      const last = placed.at(-1)?.place;
      const events = placed.map((each) => venueMarginEventOf(marketOf, each));
      return { events, cursor: last === undefined ? cursor : marginCursorOf(last) };
    },
    async checkCredentials({ accountId }) {
      const wallet = await store.loadWallet(accountId);
      if (wallet === null) throw noWallet(accountId);
      return walletReport(accountId, wallet.marketType);
    },
  };
}

/**
 * One read; when the account is due it is settled first, and asked again. The markets of what is
 * read are known then.
 */
async function askSettled<T extends OnMarket>(
  { api, prices, clock }: SimExchangeDeps,
  accountId: string,
  ask: () => Promise<SimReading<T>>,
): Promise<readonly T[]> {
  let response = await ask();
  if (response === null) throw noWallet(accountId);
  if (isDue(response.dueAtMs, clock.nowMs())) {
    await api.read(accountId);
    response = await ask();
  }
  const items = response?.items ?? [];
  await prices.lookUp?.(items.map(marketTagOf));
  return items;
}

type OnMarket = { readonly marketTag: string } | { readonly event: { readonly marketTag: string } };

function marketTagOf(item: OnMarket): string {
  return 'event' in item ? item.event.marketTag : item.marketTag;
}

/** The order in its state of now; null when the account never had it. */
async function findOrder(
  deps: SimExchangeDeps,
  accountId: string,
  clientOrderId: string,
): Promise<SimOrder | null> {
  const venueOrderId = venueOrderIdOf(accountId, clientOrderId);
  const find = (): Promise<SimReading<SimOrder>> => deps.store.findOrder(accountId, venueOrderId);
  return (await askSettled(deps, accountId, find))[0] ?? null;
}

type PlacementDecision = ReturnType<typeof decidePlacement>;

const DUPLICATE: VenueRejection = {
  code: 'duplicate_name',
  detail: 'An order of this name is working.',
};

function isWorking({ state }: SimAccount, venueOrderId: string): boolean {
  return state.orders.some(({ resting }) => resting.orderId === venueOrderId);
}

async function place(
  deps: SimExchangeDeps,
  accountId: string,
  order: NewVenueOrder,
): Promise<Result<VenueOrder, VenueRejection>> {
  const { clientOrderId } = order;
  const { marketOf, load, loadBestPrices } = deps.prices;
  await Promise.all([
    load?.([order.marketTag], minuteStartMs(deps.clock.nowMs()) - MINUTE_MS),
    loadBestPrices?.(order.marketTag),
  ]);
  if (marketOf(order.marketTag) === null)
    return rejected({
      code: 'order_rejected',
      detail: `There is no market "${order.marketTag}" at this exchange.`,
    });
  const venueOrderId = venueOrderIdOf(accountId, clientOrderId);
  const fillSharePercent = deps.nextFillShare();
  const changed = await deps.api.change<PlacementDecision>(accountId, (account) => {
    const nowMs = deps.clock.nowMs();
    refuseBeforeFunding(deps.prices, account, nowMs);
    const marketTag = retainedTag(deps.prices, account, order.marketTag);
    const market = listedMarket(marketOf, marketTag);
    const stored = { ...order, marketTag };
    const arrival = { order: stored, venueOrderId, market, nowMs, fillSharePercent };
    const decided = isWorking(account, venueOrderId)
      ? rejected(DUPLICATE)
      : decidePlacement(deps.prices, account, arrival);
    if (!decided.ok) return { kind: 'response', value: decided };
    return { kind: 'commit', ...decided.value, value: decided };
  });
  if (changed.kind === 'done' && changed.value.ok) {
    const { step, placed } = changed.value.value;
    return accepted(venueOrderOf(marketOf, placedOrder(marketOf, placed, step).order));
  }
  // The same order may be there from an earlier try, whatever would become of it now.
  const first = await findOrder(deps, accountId, clientOrderId);
  if (first !== null) return accepted(venueOrderOf(marketOf, first));
  assert(changed.kind === 'done' && !changed.value.ok, 'an order that exists can be found');
  return changed.value;
}

/**
 * What works or is open on a futures market goes on in the steps that it began in, and so does what
 * is added to it; on spot each order has the steps of its time.
 */
function retainedTag(prices: SimPrices, { state }: SimAccount, marketTag: string): string {
  const began = [...state.positions, ...state.orders].find(
    (item) => plainTag(item.marketTag) === marketTag,
  );
  const isFutures = prices.marketOf(marketTag)?.market.contract !== null;
  return isFutures && began !== undefined ? began.marketTag : prices.tradedTag(marketTag);
}

async function cancel(
  deps: SimExchangeDeps,
  accountId: string,
  marketTag: string,
  clientOrderId: string,
): ReturnType<Exchange['cancelOrder']> {
  const venueOrderId = venueOrderIdOf(accountId, clientOrderId);
  const changed = await deps.api.change(accountId, (account) => {
    const working = account.state.orders.find((item) => item.resting.orderId === venueOrderId);
    const isThere = working !== undefined && plainTag(working.marketTag) === marketTag;
    const step = isThere ? cancelOrder(account.state, venueOrderId, deps.clock.nowMs()) : null;
    if (step === null) return { kind: 'response', value: false };
    return { kind: 'commit', step, placed: null, value: true };
  });
  const order = await findOrder(deps, accountId, clientOrderId);
  if (order === null || plainTag(order.marketTag) !== marketTag) return rejected('order_not_found');
  const isCancelled = changed.kind === 'done' && changed.value;
  return isCancelled
    ? accepted(venueOrderOf(deps.prices.marketOf, order))
    : rejected('order_not_working');
}

/** Follows from whose order it is, so that it is the same however often the order arrives. */
function venueOrderIdOf(accountId: string, clientOrderId: string): string {
  const hash = createHash('sha256').update(`${accountId}\n${clientOrderId}`, 'utf8').digest();
  return identifierFromBytes('sim', hash);
}

function noWallet(accountId: string): Failure {
  return new Failure('unauthorized', `Account "${accountId}" has no wallet at this exchange.`);
}

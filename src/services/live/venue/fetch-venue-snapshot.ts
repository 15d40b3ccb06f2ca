// Fetches a snapshot of exchanges and of our records before runs continue: in one round over the
// bots, once for all bots of an account.

import { LIMITS } from '#lib/limits.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { lotsOf, marketGrid, settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isUnresolved, isWorking } from '#venue-port/order/order.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { UnreadableFill, VenueFill, VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import type { SentOrders } from '#services/live/orders/send-bot-orders.ts';
import {
  closingIdentities,
  closingNames,
  storedIdentity,
  takenOverName,
} from '#services/live/orders/order-form.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import { runStartMs } from '#services/live/state/live-setup.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import type {
  ForgottenOrder,
  ForgottenOrders,
  LastPrice,
  SeenWallet,
} from '#services/live/state/run-messages.ts';
import type { FeeRates } from '#services/live/state/fee-rates.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';
import { venueWallet } from '#services/live/venue/account-view.ts';
import { fetchFeeRates } from '#services/live/venue/value-fees.ts';
import { nameAllFills, nameUnreadableFills } from '#services/orders/name-fills.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import type { Reconciliation } from '#services/orders/reconcile-account.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type SeenFills = {
  readonly fills: readonly VenueFill[];
  /** Of orders of ours, or of nobody knows whose. */
  readonly unreadable: readonly UnreadableFill[];
  readonly cursor: string | null;
  /**
   * By the exchange's clock: every fill before this instant is among those that were read, if they
   * were read anew.
   */
  readonly completeUntilMs: number;
};

export type SeenMarginEvents = {
  readonly events: readonly VenueMarginEvent[];
  readonly cursor: string | null;
  /** As of fills. */
  readonly completeUntilMs: number;
};

/** Where a run reads a list of its account on. */
export type ListStart = {
  /** Null: it has read nothing of the list yet. */
  readonly cursor: string | null;
  /** What happened before the run began does not concern it. */
  readonly sinceMs: number;
  /** Whether what is remembered of the list will not do: news of it may have been lost. */
  readonly isFresh?: boolean;
};

/** By the exchange's clock: what is listed from now on has all that happened before it. */
function listedUntilMs({ clock }: LiveRunDeps, { exchange }: AccountAtExchange): number {
  return clock.nowMs() + (exchange.clockSkewMs() ?? 0) - exchange.promises.visibilityLagMs;
}

/** All after `from`, and where they end. Throws Failure. */
async function readFills(
  deps: LiveRunDeps,
  at: AccountAtExchange,
  marketTags: readonly MarketTag[],
  { cursor: from, sinceMs, isFresh = false }: ListStart,
): Promise<SeenFills> {
  const { account, exchange } = at;
  const completeUntilMs = listedUntilMs(deps, at);
  const fills: VenueFill[] = [];
  const unreadable: UnreadableFill[] = [];
  const limit = LIMITS.fillsPageItemsMax;
  let cursor = from;
  for (;;) {
    const page = await exchange.fetchFills(account, marketTags, cursor, limit, sinceMs, isFresh);
    fills.push(...(await nameAllFills(deps, at, page.fills)));
    unreadable.push(...(await nameUnreadableFills(deps, at, page.unreadable ?? [])));
    ({ cursor } = page);
    if (page.fills.length < limit) return { fills, unreadable, cursor, completeUntilMs };
  }
}

/** As `readFills`, of funding and liquidations. */
async function readMarginEvents(
  deps: LiveRunDeps,
  at: AccountAtExchange,
  { cursor: from, sinceMs }: ListStart,
): Promise<SeenMarginEvents> {
  const { account, exchange } = at;
  const completeUntilMs = listedUntilMs(deps, at);
  const events: VenueMarginEvent[] = [];
  const limit = LIMITS.fillsPageItemsMax;
  let cursor = from;
  for (;;) {
    const page = await exchange.fetchMarginEvents(account, cursor, limit, sinceMs);
    events.push(...page.events);
    ({ cursor } = page);
    if (page.events.length < limit) return { events, cursor, completeUntilMs };
  }
}

export type VenueRound = {
  /** Makes our records of the account's orders say what its exchange says. Throws Failure. */
  reconcile(at: AccountAtExchange): Promise<Reconciliation>;
  /** The account as its exchange shows it, as far as these markets need it. Throws Failure. */
  wallet(at: AccountAtExchange, markets: readonly Market[]): Promise<SeenWallet>;
  /** Fills of the account on these markets from there on. Throws Failure. */
  fills(
    at: AccountAtExchange,
    marketTags: readonly MarketTag[],
    start: ListStart,
  ): Promise<SeenFills>;
  /** The last prices of markets. Throws Failure. */
  prices(at: AccountAtExchange, markets: readonly MarketTag[]): Promise<readonly LastPrice[]>;
  /** Funding and liquidations from there on. Throws Failure. */
  marginEvents(at: AccountAtExchange, start: ListStart): Promise<SeenMarginEvents>;
};

/** Round that fetches each fact of an account at most once, whoever asks first. */
export function venueRound(deps: LiveRunDeps): VenueRound {
  const reconciled = new Map<string, Promise<Reconciliation>>();
  const wallets = new Map<string, Promise<SeenWallet>>();
  const fills = new Map<string, Promise<SeenFills>>();
  const prices = new Map<string, Promise<LastPrice>>();
  const margins = new Map<string, Promise<SeenMarginEvents>>();
  return {
    reconcile: (at) => once(reconciled, idOf(at), () => reconcileAccount(deps, at)),
    async wallet(at, markets) {
      try {
        return await once(wallets, idOf(at), () => seeWallet(at));
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'corrupt_reply') throw error;
        // A row that cannot be read concerns the bots of its market, or of its currency.
        const tags = markets.map(({ marketTag }) => marketTag);
        return once(wallets, [idOf(at), ...tags].join(' '), () => seeWallet(at, markets));
      }
    },
    prices: ({ exchange }, markets) =>
      Promise.all(
        markets.map((marketTag) =>
          once(prices, marketTag, async () => {
            const { price } = await exchange.fetchPrice(marketTag);
            return { marketTag, price };
          }),
        ),
      ),
    marginEvents: (at, start) =>
      once(margins, `${idOf(at)} ${startText(start)}`, () => readMarginEvents(deps, at, start)),
    fills(at, marketTags, start) {
      const isWhole = at.exchange.promises.fillLists === 'account';
      const key = [idOf(at), startText(start), ...(isWhole ? [] : marketTags)].join(' ');
      return once(fills, key, () => readFills(deps, at, marketTags, start));
    },
  };
}

function idOf({ account }: AccountAtExchange): string {
  return account.accountId;
}

/** Bots that have a cursor read on alike, whenever they began. */
function startText({ cursor, sinceMs, isFresh = false }: ListStart): string {
  return `${isFresh ? 'fresh ' : ''}${cursor ?? `since ${sinceMs}`}`;
}

async function seeWallet(at: AccountAtExchange, markets?: readonly Market[]): Promise<SeenWallet> {
  const wallet = await readWallet(at, markets);
  return { wallet, text: toStoredForm(wallet) };
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const requested = known.get(key) ?? ask();
  known.set(key, requested);
  return requested;
}

/**
 * The account as its exchange shows it now. Throws Failure, also where a balance or position of
 * these markets (absent: of any) cannot be read: it is not zero.
 */
export async function readWallet(
  { account, exchange }: AccountAtExchange,
  markets?: readonly Market[],
): Promise<VenueWallet> {
  const currencies = markets?.flatMap((market) => [market.base, settlementCurrencyOf(market)]);
  const balances = await exchange.fetchBalances(account, currencies);
  const tags = markets?.map(({ marketTag }) => marketTag);
  const positions =
    account.marketType === 'spot' ? [] : await exchange.fetchPositions(account, tags);
  return venueWallet(balances, positions);
}

/** What the exchange and our records show of a bot now; the run knows nothing of it yet. */
export type FetchedVenueSnapshot = SeenWallet &
  SeenFills & {
    /** False: there is funding, or a liquidation, that is left to the next reading. */
    readonly isComplete: boolean;
    readonly feeRates: FeeRates;
    readonly margin: SeenMarginEvents;
    /** Of a stopped bot: until when what closes its positions may have filled; 0: nothing does. */
    readonly closedAtMs: number;
    /** Orders among the fills that the run has released. */
    readonly forgotten: ForgottenOrders;
    readonly orders: SentOrders;
    /** The last prices of its markets, where it is to be updated on them. */
    readonly prices: readonly LastPrice[];
  };

/**
 * Asks for all that may be news, at once where nothing depends on the order. The orders were read
 * before: of one that had ended by then, all fills are there. Throws Failure.
 */
export async function fetchVenueSnapshot(
  deps: LiveRunDeps,
  live: LiveRun,
  round: VenueRound,
  orders: SentOrders,
): Promise<FetchedVenueSnapshot> {
  const { at } = live.identity;
  const tags = live.schedule.poll === 'prices' ? live.run.setup.marketTags : [];
  const [wallet, happened, prices] = await Promise.all([
    round.wallet(at, live.run.window.markets),
    fetchHappened(deps, live, round),
    round.prices(at, tags),
  ]);
  return { ...wallet, ...happened, orders, prices };
}

type VenueNews = Omit<FetchedVenueSnapshot, keyof SeenWallet | 'orders' | 'prices'>;

/**
 * What funding comes to follows from what was held at its instant, so the fills are read after it,
 * and anew. If a fill, or a liquidation, before it may not be listed yet, funding is left to the
 * next reading.
 */
async function fetchHappened(
  deps: LiveRunDeps,
  live: Pick<LiveRun, 'identity' | 'run' | 'orders'>,
  round: VenueRound,
): Promise<VenueNews> {
  const { at } = live.identity;
  const { record, view, setup } = live.run;
  const { placedCount } = view;
  const sinceMs = runStartMs(setup);
  const noMargin = { events: [], cursor: record.marginCursor, completeUntilMs: Infinity };
  // Before its first order nothing of it can have been filled.
  if (placedCount === 0) {
    const { fillCursor: cursor } = record;
    return {
      fills: [],
      unreadable: [],
      cursor,
      feeRates: new Map(),
      forgotten: NONE,
      margin: noMargin,
      isComplete: true,
      completeUntilMs: Infinity,
      closedAtMs: 0,
    };
  }
  // Before the fills: of one that has ended by then, they show all.
  const closedAtMs = await findClosedAt(deps, live);
  const margin =
    at.account.marketType === 'spot'
      ? noMargin
      : await round.marginEvents(at, { cursor: record.marginCursor, sinceMs });
  // Of a stopped bot, the last fills are waited for.
  const isFresh = margin.events.length > 0 || live.identity.isFollowed;
  const start = { cursor: record.fillCursor, sinceMs, isFresh };
  const seen = await round.fills(at, setup.marketTags, start);
  const { fills, unreadable, cursor } = seen;
  const completeUntilMs = Math.min(seen.completeUntilMs, margin.completeUntilMs);
  await requireOwnFills(deps, live, unreadable);
  const forgotten = await findForgotten(deps, live, fills);
  const feeRates = await fetchFeeRates(at.exchange, live.run.window.markets, fills);
  const isComplete = margin.events.every(({ atMs }) => atMs < completeUntilMs);
  const read = {
    fills,
    unreadable,
    cursor,
    feeRates,
    forgotten,
    isComplete,
    completeUntilMs,
    closedAtMs,
  };
  return { ...read, margin: isComplete ? margin : noMargin };
}

/**
 * Throws Failure where a fill of an order of this bot, or of one that nobody can name, cannot be
 * read: what the bot holds is not known without it.
 */
async function requireOwnFills(
  { runs }: LiveRunDeps,
  { identity, run }: Pick<LiveRun, 'identity' | 'run'>,
  unreadable: readonly UnreadableFill[],
): Promise<void> {
  for (const { clientOrderId, marketTag, detail } of unreadable) {
    if (marketTag !== null && !run.setup.marketTags.includes(marketTag)) continue;
    const orderId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
    const isOthers =
      orderId !== null && (await runs.findBotOrders(identity.bot.botId, [orderId])).length === 0;
    if (isOthers) continue;
    const text = `The exchange lists a fill of the bot in a form that cannot be read: ${detail}`;
    throw new Failure('corrupt_reply', text);
  }
}

/** When the orders ended that close a stopped bot's positions; infinite while one may fill. */
async function findClosedAt(
  { runs, digest }: LiveRunDeps,
  { identity, run }: Pick<LiveRun, 'identity' | 'run'>,
): Promise<number> {
  const { bot, isFollowed } = identity;
  if (!isFollowed) return 0;
  const orders = await runs.findBotOrders(bot.botId, closingIds(digest, bot, run));
  const mayFill = (order: Order): boolean => isWorking(order) || isUnresolved(order);
  if (orders.some(mayFill)) return Infinity;
  return Math.max(0, ...orders.map(({ updatedAtMs }) => updatedAtMs));
}

function closingIds(
  digest: Digest,
  bot: Bot,
  { setup, view }: Pick<LiveRun['run'], 'setup' | 'view'>,
): readonly string[] {
  return setup.marketTags.flatMap((marketTag) =>
    closingIdentities(digest, bot, view.placedCount, marketTag).map(({ orderId }) => orderId),
  );
}

/** Orders of this run that are among the fills and that it no longer knows. Throws Failure. */
async function findForgotten(
  { runs, digest }: LiveRunDeps,
  { identity, run, orders }: Pick<LiveRun, 'identity' | 'run' | 'orders'>,
  fills: readonly VenueFill[],
): Promise<ForgottenOrders> {
  const { bot, isFollowed } = identity;
  const { view, window, setup } = run;
  // What closed a stopped bot's positions was not requested by its run.
  const isSearched = view.hasForgotten || isFollowed;
  if (!isSearched || fills.length === 0) return NONE;
  const ids = fills.flatMap(({ clientOrderId }) => {
    const storedId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
    return storedId === null || orders.names.has(storedId) ? [] : [storedId];
  });
  if (ids.length === 0) return NONE;
  const stored = await runs.findBotOrders(bot.botId, [...new Set(ids)]);
  if (stored.length === 0) return NONE;
  const wanted = new Map(stored.map((order) => [order.orderId, order]));
  const found = new Map<string, ForgottenOrder>();
  // Orders of an earlier activation have other names.
  for (let number = 1; number <= view.requestedCount; number += 1) {
    const orderId = `o${number}`;
    for (const name of [orderId, takenOverName(orderId)]) {
      const order = wanted.get(storedIdentity(digest, bot, name).orderId);
      if (order !== undefined)
        found.set(order.orderId, { orderId, leftLots: lotsIn(window, order) });
    }
  }
  if (isFollowed)
    for (const orderId of setup.marketTags.flatMap((tag) => closingNames(view.placedCount, tag))) {
      const order = wanted.get(storedIdentity(digest, bot, orderId).orderId);
      if (order !== undefined)
        found.set(order.orderId, { orderId, leftLots: lotsIn(window, order) });
    }
  if (found.size === 0 || view.placedCount === 0) return NONE;
  const byName = new Map([...found.values()].map((each) => [each.orderId, each]));
  for (const text of await runs.listEvents(bot.botId, bot.activation)) {
    const { event } = fromStoredForm(text) as LiveEvent;
    const order = event.kind === 'filled' ? byName.get(event.fill.orderId) : undefined;
    if (event.kind === 'filled' && order !== undefined)
      order.leftLots = (order.leftLots - event.fill.lots) as Lots;
  }
  return found;
}

const NONE: ForgottenOrders = new Map();

function lotsIn({ markets }: MarketWindow, { marketTag, amount }: Order): Lots {
  const market = markets.find((each) => each.marketTag === marketTag);
  return market === undefined ? (0n as Lots) : lotsOf(marketGrid(market), amount, 'floor');
}

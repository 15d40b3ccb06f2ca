// An exchange whose markets exist only as imported history. Nothing trades there: its prices are in
// the past, and its accounts are for backtests and labs.

import { canonicalJson } from '#lib/json.ts';
import { rejected } from '#lib/result.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type {
  AccountQuestions,
  Exchange,
  VenuePromises,
  VenueRejection,
} from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import { untilAborted } from '#adapters/sim/account-listeners.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { futuresBalances, spotBalances, walletReport } from '#adapters/sim/venue-views.ts';

const ARCHIVE_CODE = 'archive';

export type ArchiveExchangeDeps = {
  readonly history: Pick<HistoryStore, 'listHistoryMarkets' | 'loadCandles' | 'summarizeHistory'>;
  /** Where its accounts have their wallets, as those of the simulated exchange do. */
  readonly wallets: Pick<SimStore, 'loadWallet'>;
  readonly clock: Clock;
};

/** For this long an import made elsewhere may go unnoticed. */
const LIST_RETAINED_MS = 1_000;

/**
 * Exchange that has no prices of now and rejects every order; candles are those that were imported.
 */
export function makeArchiveExchange(deps: ArchiveExchangeDeps): Exchange {
  return {
    code: ARCHIVE_CODE,
    name: 'Archive of imported history',
    isTestNet: false,
    promises: PROMISES,
    orderSupport: {
      types: [],
      postOnly: false,
      reduceOnly: false,
      exemptsReduceOnly: false,
      timeOuts: false,
      trailActivation: false,
    },
    credentialForm: null,
    health: () => 'open',
    clockSkewMs: () => 0,
    ...marketLists(deps),
    async fetchPrice(marketTag) {
      throw new Failure('unavailable', `Market "${marketTag}" is unknown or closed.`);
    },
    fetchBestPrices: async () => null,
    async fetchCandles(marketTag, fromMs, toMs) {
      const endMs = Math.min(toMs, minuteStartMs(deps.clock.nowMs()));
      const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
      if (endMs <= firstMs) return [];
      const lastMs = Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
      const window = { fromMs: firstMs, toMs: lastMs };
      // Minutes cannot be distinguished from longer candles.
      const isMinutes = (await deps.history.summarizeHistory(marketTag))?.candleMinutes === 1;
      if (!isMinutes) return [];
      return [...candlesOf(await deps.history.loadCandles(marketTag, window, 'own'))];
    },
    fetchFundingRates: async () => [],
    ...accountQuestions(deps),
    placeOrder: async (_account, { marketTag }) => rejected(refusal(marketTag)),
    cancelOrder: async () => rejected('order_not_found'),
    watchAccount: (_account, onNews, signal) => {
      onNews({ kind: 'connected' });
      return untilAborted(signal);
    },
  };
}

/** There are no orders, so nothing about them can change. */
const PROMISES: VenuePromises = {
  duplicateName: 'first',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'own_requests',
  requestHorizonMs: 0,
  visibilityLagMs: 0,
  endedRetainedMs: { filled: Number.MAX_SAFE_INTEGER, unfilled: Number.MAX_SAFE_INTEGER },
};

/** Hands out the same array until the list has changed: others build indexes of it. */
function marketLists({
  history,
  clock,
}: ArchiveExchangeDeps): Required<Pick<Exchange, 'listMarkets' | 'readMarkets'>> {
  let retained: { readonly markets: readonly Market[]; readonly text: string } | null = null;
  let readAtMs = 0;
  const readMarkets = async (): Promise<readonly Market[]> => {
    const nowMs = clock.nowMs();
    const stored = await history.listHistoryMarkets();
    const markets = stored.filter(({ exchange }) => exchange === ARCHIVE_CODE);
    const text = canonicalJson(markets);
    if (retained?.text !== text) retained = { markets, text };
    readAtMs = nowMs;
    return retained.markets;
  };
  const listMarkets = async (): Promise<readonly Market[]> => {
    const ageMs = Math.abs(clock.nowMs() - readAtMs);
    return retained !== null && ageMs < LIST_RETAINED_MS ? retained.markets : readMarkets();
  };
  return { listMarkets, readMarkets };
}

function accountQuestions({ wallets, clock }: ArchiveExchangeDeps): AccountQuestions {
  return {
    async fetchBalances({ accountId }) {
      const wallet = await wallets.loadWallet(accountId);
      if (wallet === null) throw noWallet(accountId);
      const { books, marketType, updatedAtMs } = wallet;
      const balances =
        marketType === 'spot' ? spotBalances(books) : futuresBalances(books, [], noMark, noMarket);
      return { updatedAtMs, balances };
    },
    fetchPositions: async () => [],
    fetchOpenOrders: async () => [],
    fetchOrder: async () => ({ kind: 'absent', asOfMs: clock.nowMs() }),
    fetchFills: async (_account, _marketTags, cursor) => ({ fills: [], cursor }),
    fetchOrderFills: async () => [],
    fetchMarginEvents: async (_account, cursor) => ({ events: [], cursor }),
    async checkCredentials({ accountId, marketType }) {
      if ((await wallets.loadWallet(accountId)) === null) throw noWallet(accountId);
      return { ...walletReport(accountId, marketType), canTrade: false, permissions: [] };
    },
  };
}

function noWallet(accountId: string): Failure {
  return new Failure('unauthorized', `Account "${accountId}" has no wallet here.`);
}

const noMarket = (): null => null;
/** Without positions no price is requested. */
const noMark = (): Ticks => 0n as Ticks;

function refusal(marketTag: string): VenueRejection {
  return {
    code: 'order_rejected',
    detail: `Market "${marketTag}" exists only as imported history, for backtests and labs.`,
  };
}

// A real exchange as the processes see it that hold no credentials: every call goes over the link
// to a venue process.

import type { Exchange } from '#ports/exchange/exchange.ts';
import { Failure, isOfStore } from '#ports/world/failure.ts';
import type { CandleReply } from '#adapters/venue-link/candle-text.ts';
import { candlesFromText, stepsToText } from '#adapters/venue-link/candle-text.ts';
import type { VenueLink } from '#adapters/venue-link/open-venue-link.ts';
import type { MonotonicTime } from '#adapters/venues/monotonic-time.ts';
import { pauseFor } from '#adapters/venues/monotonic-time.ts';

/** What is known of a venue without asking it. */
export type VenueDescription = Pick<
  Exchange,
  'code' | 'name' | 'isTestNet' | 'promises' | 'orderSupport' | 'credentialForm'
>;

/** Market lists change every five minutes at most, and have some megabytes. */
const MARKETS_MAX_AGE_MS = 30_000;
const RECONNECT_MS = 1_000;
/** As often as the venue is probed while it does not reply. */
const RETRIED_EVERY_MS = 5_000;

export function linkedExchange(
  link: VenueLink,
  venue: VenueDescription,
  time: MonotonicTime,
): Exchange {
  const { code } = venue;
  // The other end is this same port, so what comes back has the type that the method promises;
  // candles are a text.
  const ask = async <T>(
    method: Parameters<VenueLink['call']>[1],
    ...values: unknown[]
  ): Promise<T> => {
    try {
      return (await link.call(code, method, values)) as T;
    } catch (cause) {
      if (!(cause instanceof Failure) || isOfStore(cause)) throw cause;
      throw new Failure(cause.code, cause.message, { cause, exchange: code });
    }
  };
  const markets = rememberedFor(MARKETS_MAX_AGE_MS, time, () =>
    ask<Awaited<ReturnType<Exchange['listMarkets']>>>('listMarkets'),
  );
  return {
    ...venue,
    ...statusOf(link, code),
    listMarkets: markets.read,
    knownMarkets: markets.known,
    fetchPrice: (marketTag) => ask('fetchPrice', marketTag),
    fetchBestPrices: (marketTag) => ask('fetchBestPrices', marketTag),
    async fetchCandles(marketTag, fromMs, toMs) {
      const { steps, candles } = await ask<CandleReply>('fetchCandles', marketTag, fromMs, toMs);
      const known = (await markets.read()).find((market) => market.marketTag === marketTag);
      if (known !== undefined && steps !== null && steps !== stepsToText(known)) {
        markets.forget();
        const text = `The steps of "${marketTag}" were changed.`;
        throw new Failure('conflict', text, { exchange: code });
      }
      return candlesFromText(candles);
    },
    fetchFundingRates: (marketTag, fromMs, toMs) =>
      ask('fetchFundingRates', marketTag, fromMs, toMs),
    fetchBalances: (account, ...of) => ask('fetchBalances', addressOf(account), ...of),
    fetchPositions: (account, ...of) => ask('fetchPositions', addressOf(account), ...of),
    fetchOpenOrders: (account) => ask('fetchOpenOrders', addressOf(account)),
    fetchOrder: (account, marketTag, name) =>
      ask('fetchOrder', addressOf(account), marketTag, name),
    fetchFills: (account, marketTags, cursor, limit, sinceMs = null) =>
      ask('fetchFills', addressOf(account), marketTags, cursor, limit, sinceMs),
    fetchOrderFills: (account, marketTag, name) =>
      ask('fetchOrderFills', addressOf(account), marketTag, name),
    fetchMarginEvents: (account, cursor, limit, sinceMs = null) =>
      ask('fetchMarginEvents', addressOf(account), cursor, limit, sinceMs),
    placeOrder: (account, order) => ask('placeOrder', addressOf(account), order),
    cancelOrder: (account, marketTag, name) =>
      ask('cancelOrder', addressOf(account), marketTag, name),
    checkCredentials: (account, candidate, marketTag) =>
      ask('checkCredentials', addressOf(account), candidate ?? null, marketTag ?? null),
    async watchAccount(account, onNews, signal) {
      while (!signal.aborted) {
        try {
          await link.watch({ exchange: code, account: addressOf(account), onNews }, signal);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          onNews({ kind: 'disconnected' });
          await pauseFor(time, RECONNECT_MS, signal);
        }
      }
    },
  };
}

/** As the venue process said last. */
function statusOf(
  link: VenueLink,
  code: string,
): Pick<Exchange, 'health' | 'clockSkewMs' | 'unreadableRows'> {
  return {
    health: () => link.statusOf(code)?.health ?? 'down',
    clockSkewMs: () => link.statusOf(code)?.clockSkewMs ?? null,
    unreadableRows: () => link.statusOf(code)?.unreadableRows ?? [],
  };
}

/** Callers hand in whole accounts; the venue process needs no more than this. */
function addressOf<A extends { readonly accountId: string; readonly marketType: unknown }>({
  accountId,
  marketType,
}: A): Pick<A, 'accountId' | 'marketType'> {
  return { accountId, marketType };
}

type Remembered<T> = {
  readonly read: () => Promise<T>;
  /** As read last, however old; begins to read it anew when it is too old. Waits for nothing. */
  readonly known: () => T | null;
  readonly forget: () => void;
};

/** Callers at once share a request; `read` remembers no failure, `known` does. */
function rememberedFor<T>(
  maxAgeMs: number,
  time: Pick<MonotonicTime, 'nowMs'>,
  fetch: () => Promise<T>,
): Remembered<T> {
  let last: { readonly value: Promise<T>; readonly atMs: number } | null = null;
  let known: T | null = null;
  let failedAtMs: number | null = null;
  const note = async (fetched: { readonly value: Promise<T> }): Promise<void> => {
    try {
      const value = await fetched.value;
      if (last !== fetched) return;
      known = value;
      failedAtMs = null;
    } catch {
      if (last !== fetched) return;
      last = null;
      failedAtMs = time.nowMs();
    }
  };
  const read = (): Promise<T> => {
    const nowMs = time.nowMs();
    if (last !== null && nowMs - last.atMs < maxAgeMs) return last.value;
    const fetched = { value: fetch(), atMs: nowMs };
    last = fetched;
    void note(fetched);
    return fetched.value;
  };
  const hasFailedLately = (): boolean =>
    failedAtMs !== null && time.nowMs() - failedAtMs < RETRIED_EVERY_MS;
  return {
    read,
    known() {
      if (!hasFailedLately()) read().catch(() => undefined);
      return known;
    },
    forget() {
      last = null;
      known = null;
      failedAtMs = null;
    },
  };
}

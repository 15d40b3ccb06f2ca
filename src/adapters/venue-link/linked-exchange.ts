// A real exchange as the processes see it that hold no credentials: every call goes over the link
// to a venue process.

import type { Market } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure, isOfStore } from '#venue-port/world/failure.ts';
import type { CandleReply } from '#adapters/venue-link/candle-text.ts';
import { candlesFromText, stepsToText } from '#adapters/venue-link/candle-text.ts';
import type { VenueLink } from '#adapters/venue-link/open-venue-link.ts';
import type { RetainedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { rememberedMarkets } from '#adapters/venue-link/remembered-markets.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { pauseFor } from '#venues/monotonic-time.ts';

/** What is known of a venue without asking it. */
export type VenueDescription = Pick<
  Exchange,
  | 'code'
  | 'name'
  | 'isTestNet'
  | 'companyOf'
  | 'offeredTypes'
  | 'promises'
  | 'orderSupport'
  | 'capabilities'
  | 'credentialForm'
>;

const RECONNECT_MS = 1_000;

/** Exchange over a link. Calls throw what the venue process threw; markets are remembered. */
export function linkedExchange(
  link: VenueLink,
  venue: VenueDescription,
  time: MonotonicTime,
  retained: RetainedMarkets | null = null,
): Exchange {
  const { code } = venue;
  const ask = askOver(link, code);
  const markets = rememberedMarkets({
    code,
    time,
    retained,
    isOnDemand: isCompany(venue),
    fetch: () => ask<readonly Market[]>('listMarkets'),
    readAtMs: () => link.statusOf(code)?.marketsAsOfMs ?? null,
  });
  return {
    ...venue,
    ...statusOf(link, code),
    listMarkets: markets.read,
    knownMarkets: markets.known,
    marketsAsOfMs: markets.asOfMs,
    isUnused: markets.isUnused,
    isStarting: () => markets.isFirstReadUnderWay() && link.statusOf(code)?.health !== 'down',
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
    fetchFills: (account, marketTags, cursor, limit, sinceMs = null, isFresh = false) =>
      ask('fetchFills', addressOf(account), marketTags, cursor, limit, sinceMs, isFresh),
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

type Ask = <T>(
  method: Parameters<VenueLink['call']>[1],
  ...values: readonly unknown[]
) => Promise<T>;

/**
 * The other end is this same port, so what comes back has the type that the method promises;
 * candles are a text.
 */
function askOver(link: VenueLink, code: string): Ask {
  return async <T>(
    method: Parameters<VenueLink['call']>[1],
    ...values: readonly unknown[]
  ): Promise<T> => {
    try {
      return (await link.call(code, method, values)) as T;
    } catch (cause) {
      if (!(cause instanceof Failure) || isOfStore(cause)) throw cause;
      throw new Failure(cause.code, cause.message, { cause, exchange: code });
    }
  };
}

/** As the venue process said last. */
function statusOf(
  link: VenueLink,
  code: string,
): Pick<Exchange, 'health' | 'isHealthKnown' | 'clockSkewMs' | 'unreadableRows'> {
  return {
    isHealthKnown: () => link.statusOf(code) !== null,
    health: () => link.statusOf(code)?.health ?? 'down',
    clockSkewMs: () => link.statusOf(code)?.clockSkewMs ?? null,
    unreadableRows: () => link.statusOf(code)?.unreadableRows ?? [],
  };
}

/** There are many, most of which nobody has an account at. */
function isCompany({ companyOf = null }: VenueDescription): boolean {
  return companyOf !== null;
}

/** Callers hand in whole accounts; the venue process needs no more than this. */
function addressOf<A extends { readonly accountId: string; readonly marketType: unknown }>({
  accountId,
  marketType,
}: A): Pick<A, 'accountId' | 'marketType'> {
  return { accountId, marketType };
}

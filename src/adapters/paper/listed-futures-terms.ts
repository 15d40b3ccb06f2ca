// The funding rates of a real exchange as its lists have them, for backtests: those by which paper
// accounts pay. What was listed is retained, because the slices of a lab have the same window.

import { ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { dueAtMs, LATE_MS_MAX } from '#adapters/paper/funding-rates.ts';

const MARKETS_MAX = 200;

type FundingList = MinuteWindow & { readonly rates: readonly FundingRate[] };

const NOTHING: FundingList = { fromMs: 0, toMs: 0, rates: [] };

/**
 * Source of futures terms with the rates that an exchange lists; few markets are retained, the last
 * used.
 */
export function makeListedFuturesTerms(
  exchange: Pick<Exchange, 'code' | 'fetchFundingRates'>,
  clock: Clock,
): FuturesTermsSource {
  /** The markets that were used last are at the end. */
  const retained = new Map<MarketTag, Promise<FundingList>>();
  const listedOf = (marketTag: MarketTag, window: MinuteWindow): Promise<FundingList> => {
    const before = retained.get(marketTag) ?? Promise.resolve(NOTHING);
    const listing = before
      .catch(() => NOTHING)
      .then((known) => extended(exchange, marketTag, known, window, clock.nowMs()));
    retained.delete(marketTag);
    retained.set(marketTag, listing);
    if (retained.size > MARKETS_MAX) retained.delete([...retained.keys()][0] ?? '');
    return listing;
  };
  return {
    code: exchange.code,
    async findTerms({ marketTag, contract }: Market, { fromMs, toMs }) {
      if (contract === null) return null;
      const terms = { tiers: null, liquidationFeePercent: ZERO };
      if (fromMs >= toMs) return { ...terms, funding: [] };
      const { rates } = await listedOf(marketTag, { fromMs, toMs });
      return { ...terms, funding: rates.filter(({ atMs }) => atMs >= fromMs && atMs < toMs) };
    },
  };
}

/** What is known, and the window: one range, without a hole. Rates may be listed late. */
async function extended(
  exchange: Pick<Exchange, 'fetchFundingRates'>,
  marketTag: MarketTag,
  known: FundingList,
  window: MinuteWindow,
  nowMs: number,
): Promise<FundingList> {
  const list = async (fromMs: number, toMs: number): Promise<readonly FundingRate[]> => {
    if (fromMs >= toMs) return [];
    const around = [fromMs - MINUTE_MS / 2, toMs + MINUTE_MS / 2] as const;
    const rates = await exchange.fetchFundingRates(marketTag, ...around);
    return rates
      .map(({ atMs, rate }) => ({ atMs: dueAtMs(atMs), rate }))
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  };
  if (known.rates === NOTHING.rates) {
    const rates = await list(window.fromMs, window.toMs);
    return { ...window, toMs: Math.max(window.fromMs, settledUntilMs(window.toMs, nowMs)), rates };
  }
  const earlier = await list(window.fromMs, known.fromMs);
  const later = await list(known.toMs, window.toMs);
  const still = known.rates.filter(({ atMs }) => atMs < known.toMs);
  return {
    fromMs: Math.min(known.fromMs, window.fromMs),
    toMs: Math.max(known.toMs, settledUntilMs(window.toMs, nowMs)),
    rates: [...earlier, ...still, ...later],
  };
}

function settledUntilMs(toMs: number, nowMs: number): number {
  return Math.min(toMs, nowMs - LATE_MS_MAX);
}

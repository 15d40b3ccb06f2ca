// Begins the feed of a market: fetches what was missed since its history was stored last, and takes
// the newest minutes up from there.

import { LIMITS } from '#lib/limits.ts';
import { addText, digestNumber, newDigest } from '#lib/digest.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import type { MarketMinutes } from '#venue-port/feed/market-minutes.ts';
import { SETTLE_AFTER_MS, startMinutes } from '#venue-port/feed/market-minutes.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { FeedDeps } from '#services/feeds/feed-state.ts';
import { syncHistory } from '#services/history/sync-history.ts';

/** Confirmations of the markets are spread over so long. */
const STAGGER_MS_MAX = 30_000;

type StartedFeed = { readonly market: Market; readonly minutes: MarketMinutes };

/** The rejection says why the market cannot be followed. Throws Failure and OutcomeUnknown. */
export async function startFeed(
  deps: Pick<FeedDeps, 'exchange' | 'history' | 'venueNowMs'>,
  marketTag: MarketTag,
): Promise<Result<StartedFeed, string>> {
  const { exchange, history, venueNowMs } = deps;
  const known = await history.summarizeHistory(marketTag);
  const fromMs = known === null ? venueNowMs() - LIMITS.feedFirstSyncMs : null;
  const place = { exchanges: exchangeRegistry([exchange]), candleSources: [], archiveCode: '' };
  const syncDeps = { ...place, history, clock: { nowMs: venueNowMs } };
  const synced = await syncHistory(syncDeps, { marketTag, fromMs }, () => undefined);
  if (!synced.ok) return rejected(`its history cannot be read: ${synced.rejection.code}`);
  const { covered, market } = synced.value;
  if (covered === null) return rejected('the exchange lists no minutes of it');
  const recentMs = Math.ceil(SETTLE_AFTER_MS / MINUTE_MS) * MINUTE_MS;
  const window = { fromMs: Math.max(covered.fromMs, covered.toMs - recentMs), toMs: covered.toMs };
  const columns = await history.loadCandles(marketTag, window, 'own');
  const recent = { ...window, candles: [...candlesOf(columns)] };
  return accepted({ market, minutes: startMinutes(covered.toMs, recent, staggerMs(marketTag)) });
}

function staggerMs(marketTag: MarketTag): number {
  const digest = newDigest();
  addText(digest, marketTag);
  return digestNumber(digest) % STAGGER_MS_MAX;
}

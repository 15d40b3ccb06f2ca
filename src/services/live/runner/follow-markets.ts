// Follows the markets of running bots at real exchanges: whoever starts a bot on a market starts
// its feed, and when no bot reads a market any more, its feed ends.

import { describeError } from '#lib/describe-error.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { noteFeedNews } from '#services/live/state/live-minutes.ts';

/** Begins to follow markets that a window has by now, and stops for those that none has. */
export function followMarkets(state: RunnerState): void {
  const { windows, follows } = state;
  const wanted = new Map<MarketTag, string>();
  for (const { markets } of windows.values())
    for (const { marketTag, exchange } of markets) wanted.set(marketTag, exchange);
  for (const [marketTag, following] of follows)
    if (!wanted.has(marketTag)) end(state, marketTag, following);
  for (const [marketTag, exchange] of wanted)
    if (!follows.has(marketTag)) begin(state, marketTag, exchange);
}

/** Stops all. */
export function leaveMarkets(state: RunnerState): void {
  for (const [marketTag, following] of state.follows) end(state, marketTag, following);
}

function begin(state: RunnerState, marketTag: MarketTag, exchange: string): void {
  const { marketFeeds, liveMinutes, log } = state.deps;
  const feed = marketFeeds?.get(exchange);
  if (feed === undefined || liveMinutes === undefined) return;
  const following = new AbortController();
  state.follows.set(marketTag, following);
  feed
    .follow(
      marketTag,
      (news) => {
        if (following.signal.aborted) return;
        noteFeedNews(liveMinutes, marketTag, news);
        if (news.kind !== 'lost') state.options.onMinutes?.();
      },
      following.signal,
    )
    // Without it minutes are read from the store.
    .catch((error: unknown) => {
      liveMinutes.delete(marketTag);
      const cause = describeError(error);
      log.error('bot.market_not_followed', { market_tag: marketTag, cause });
    });
}

function end(
  { follows, deps }: RunnerState,
  marketTag: MarketTag,
  following: AbortController,
): void {
  follows.delete(marketTag);
  deps.liveMinutes?.delete(marketTag);
  following.abort();
}

// Requests lists of the venue for minutes that the stream has not brought and for those that are to
// be confirmed.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { isMinuteCandle } from '#domain/candle/columns-from-candles.ts';
import type { Ask, FeedStep } from '#venue-port/feed/market-minutes.ts';
import { askOf, noteList, noteRequested } from '#venue-port/feed/market-minutes.ts';
import { LATE_AFTER_MS, lateAfterMs } from '#venue-port/feed/stream-pace.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Due, FeedState, FollowedMarket } from '#services/feeds/feed-state.ts';
import { isFollowed } from '#services/feeds/feed-state.ts';
import { fetchMinutes } from '#services/history/fetch-minutes.ts';

/** What is due is listed so often. */
export const TICK_MS = 200;
/** A tick that comes so long after the one before it found the process busy or stopped. */
const BEHIND_MS = 2 * TICK_MS;
/** Of lists, at once; fewer where no bot waits for them. */
const REQUESTS_MAX = 24;
const CONFIRMATIONS_MAX = 8;
const MINUTES_PER_REQUEST_MAX = 1_000;

/** What becomes of a list, or of minutes that are not what the feed knew. */
export type ListUse = {
  readonly apply: (followed: FollowedMarket, step: FeedStep) => void;
  readonly restart: (followed: FollowedMarket) => void;
};

/** At each tick. */
export function requestDue(state: FeedState, use: ListUse): void {
  const nowMs = state.venueNowMs();
  lookAtPace(state, nowMs);
  const due: Due[] = [];
  for (const followed of state.markets.values()) {
    const ask = askNow(state, followed, nowMs);
    if (ask !== null) due.push({ followed, ask });
  }
  // First what bots may wait for, then what is oldest.
  const rank = ({ ask }: Due): number => (ask.why === 'gap' ? 0 : 1);
  due.sort((one, other) => rank(one) - rank(other) || one.ask.fromMs - other.ask.fromMs);
  state.due = due;
  requestNext(state, use);
}

function lookAtPace({ markets, pace, elapsedMs }: FeedState, nowMs: number): void {
  const endMs = minuteStartMs(nowMs);
  let awaitedCount = 0;
  for (const { minutes, isStreamed } of markets.values())
    if (isStreamed && minutes !== null && minutes.knownUntilMs < endMs) awaitedCount += 1;
  const atMs = elapsedMs();
  const sinceMs = atMs - pace.tickedAtMs;
  const { broughtCount } = pace;
  const isBehind = sinceMs > BEHIND_MS;
  pace.lateAfterMs = lateAfterMs({ sinceMs, broughtCount, awaitedCount, isBehind });
  pace.tickedAtMs = atMs;
  pace.broughtCount = 0;
}

function askNow({ pace }: FeedState, followed: FollowedMarket, nowMs: number): Ask | null {
  const { minutes, isRequested, isStreamed } = followed;
  if (minutes === null || isRequested) return null;
  return askOf(minutes, nowMs, isStreamed ? pace.lateAfterMs : LATE_AFTER_MS);
}

/** What was due at the tick, as far as it is still. */
function requestNext(state: FeedState, use: ListUse): void {
  const nowMs = state.venueNowMs();
  let taken = 0;
  for (const { followed, ask: before } of state.due) {
    const most = before.why === 'gap' ? REQUESTS_MAX : CONFIRMATIONS_MAX;
    if (state.isClosed || state.requestsCount >= most) break;
    taken += 1;
    if (!isFollowed(state, followed)) continue;
    const ask = askNow(state, followed, nowMs);
    if (ask !== null) void requestList(state, followed, ask, use).catch(state.onDefect);
  }
  state.due = state.due.slice(taken);
}

async function requestList(
  state: FeedState,
  followed: FollowedMarket,
  { fromMs, toMs: untilMs, why }: Ask,
  use: ListUse,
): Promise<void> {
  const { marketTag, market } = followed;
  if (followed.minutes === null || market === null) return;
  const requestedAtMs = state.venueNowMs();
  const toMs = Math.min(untilMs, fromMs + MINUTES_PER_REQUEST_MAX * MINUTE_MS);
  followed.minutes = noteRequested(followed.minutes, { fromMs, toMs: untilMs, why }, requestedAtMs);
  followed.isRequested = true;
  state.requestsCount += 1;
  state.figures.requestsCount += 1;
  if (why === 'gap') state.figures.gapRequestsCount += 1;
  try {
    const found = { market, exchange: state.exchange };
    const listed = await fetchMinutes(found, { fromMs, toMs });
    const candles = listed.filter(isMinuteCandle);
    if (followed.minutes !== null && isFollowed(state, followed))
      use.apply(followed, noteList(followed.minutes, { fromMs, toMs, requestedAtMs, candles }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'conflict') use.restart(followed);
    state.log.debug('feed.not_listed', { market_tag: marketTag, cause: error.message });
  } finally {
    followed.isRequested = false;
    state.requestsCount -= 1;
  }
  requestNext(state, use);
}

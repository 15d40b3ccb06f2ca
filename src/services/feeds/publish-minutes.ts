// Stores what has closed, of all markets at once, and reports it to who follows them. Nothing is
// reported that is not stored: a bot that was restarted sees the minutes that it has seen before.

import { MINUTE_MS, formatInstant } from '#lib/time.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { ClosedMinutes } from '#domain/feed/market-minutes.ts';
import type { Market } from '#domain/market/market.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';
import type { Closed, Corrected, FeedState, FollowedMarket } from '#services/feeds/feed-state.ts';
import { isFollowed } from '#services/feeds/feed-state.ts';
import { stepsOf } from '#services/history/history-coverage.ts';

/** Minutes that close at the same time are stored together. */
const GATHER_MS = 10;
const RETRY_MS = 1_000;
const MARKETS_AT_ONCE_MAX = 500;

/** Until nothing is left. `restart`: what is stored of the market is not what its feed knew. */
export async function publishMinutes(
  state: FeedState,
  restart: (followed: FollowedMarket) => void,
): Promise<void> {
  if (state.isPublishing) return;
  state.isPublishing = true;
  try {
    await state.pause(GATHER_MS);
    while (!state.isClosed && state.outbox.length + state.corrections.length > 0)
      await publishSome(state, restart);
  } finally {
    state.isPublishing = false;
  }
}

async function publishSome(
  state: FeedState,
  restart: (followed: FollowedMarket) => void,
): Promise<void> {
  const batch = state.outbox.splice(0, MARKETS_AT_ONCE_MAX);
  try {
    if (batch.length > 0) await append(state, batch, restart);
    // What is corrected was appended before.
    else await correct(state, state.corrections[0] as Corrected);
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    state.log.warn('feed.not_stored', { exchange: state.exchange.code, cause: error.message });
    if (error instanceof OutcomeUnknown) for (const { followed } of batch) restart(followed);
    else state.outbox.unshift(...batch);
    await state.pause(RETRY_MS);
  }
}

async function append(
  state: FeedState,
  batch: readonly Closed[],
  restart: (followed: FollowedMarket) => void,
): Promise<void> {
  const joined = [...joinedByMarket(state, batch)];
  const appended = await state.history.appendMinutes(
    joined.map(([{ marketTag, market }, closed]) => ({
      marketTag,
      steps: stepsOf(market as Market),
      closed,
    })),
  );
  for (const [index, [followed, closed]] of joined.entries()) {
    if (appended[index] !== true) {
      restart(followed);
      continue;
    }
    followed.storedUntilMs = closed.toMs;
    state.figures.minutesCount += (closed.toMs - closed.fromMs) / MINUTE_MS;
    for (const follower of followed.followers) follower({ kind: 'minutes', closed });
  }
}

/** Those of one market follow one another. */
function joinedByMarket(
  state: FeedState,
  batch: readonly Closed[],
): ReadonlyMap<FollowedMarket, ClosedMinutes> {
  const joined = new Map<FollowedMarket, ClosedMinutes>();
  for (const { followed, closed } of batch) {
    if (!isFollowed(state, followed) || followed.minutes === null) continue;
    const before = joined.get(followed);
    const { fromMs, candles } = before ?? { ...closed, candles: [] };
    joined.set(followed, { fromMs, toMs: closed.toMs, candles: [...candles, ...closed.candles] });
  }
  return joined;
}

async function correct(state: FeedState, corrected: Corrected): Promise<void> {
  const { followed, correction } = corrected;
  const { marketTag, market } = followed;
  const { openMs, after, before } = correction;
  const covered = { fromMs: openMs, toMs: openMs + MINUTE_MS };
  const written = await state.history.writeHistory({
    marketTag,
    steps: stepsOf(market as Market),
    candleMinutes: 1,
    days: daysOf(columnsFromCandles([after], covered.fromMs, covered.toMs)),
    covered,
    onDifference: 'correct',
    market: null,
  });
  state.corrections = state.corrections.filter((each) => each !== corrected);
  state.figures.correctionsCount += 1;
  state.log.info('feed.corrected', {
    market_tag: marketTag,
    minute: formatInstant(openMs),
    was_missing: before === null,
    is_stored: written.ok,
  });
}

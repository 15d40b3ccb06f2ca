// Stores what has closed, of all markets at once, and reports it to who follows them. Nothing is
// reported that is not stored: a bot that was restarted sees the minutes that it has seen before.

import { MINUTE_MS, formatInstant } from '#lib/time.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { ClosedMinutes } from '#venue-port/feed/market-minutes.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type {
  MarketMinutesClosed,
  MarketCorrection,
  FeedState,
  FollowedMarket,
} from '#services/feeds/feed-state.ts';
import { isFollowed } from '#services/feeds/feed-state.ts';
import { stepsOf } from '#services/history/history-coverage.ts';

/** Minutes that close at the same time are stored together. */
const GATHER_MS = 10;
const RETRY_MS = 1_000;
const MARKETS_AT_ONCE_MAX = 1_000;

type Restart = (followed: FollowedMarket) => void;

/**
 * Stores what there is, until nothing is left. A correction takes many statements: no minute of
 * another market waits for it. `restart`: what is stored of the market is not what its feed knew.
 */
export function publishMinutes(state: FeedState, restart: Restart): void {
  if (state.publishing === null && nextBatch(state).length > 0)
    void publishAll(state, restart).catch(state.onDefect);
  const correction = nextCorrection(state);
  if (correction !== null) void correctNext(state, correction, restart).catch(state.onDefect);
}

async function publishAll(state: FeedState, restart: Restart): Promise<void> {
  state.publishing = new Set();
  try {
    await state.pause(GATHER_MS);
    for (let batch = nextBatch(state); batch.length > 0; batch = nextBatch(state)) {
      state.publishing = new Set(batch.map(({ followed }) => followed));
      await publishSome(state, batch, restart);
    }
  } finally {
    state.publishing = null;
  }
  publishMinutes(state, restart);
}

/** A market that is being corrected waits: it has one writer at a time. */
function nextBatch({ isClosed, outbox, correcting }: FeedState): readonly MarketMinutesClosed[] {
  if (isClosed) return [];
  const free =
    correcting === null ? outbox : outbox.filter(({ followed }) => followed !== correcting);
  return free.slice(0, MARKETS_AT_ONCE_MAX);
}

async function publishSome(
  state: FeedState,
  batch: readonly MarketMinutesClosed[],
  restart: Restart,
): Promise<void> {
  const taken = new Set(batch);
  state.outbox = state.outbox.filter((each) => !taken.has(each));
  try {
    await append(state, batch, restart);
  } catch (error) {
    noteNotStored(state, error);
    if (error instanceof OutcomeUnknown) for (const { followed } of batch) restart(followed);
    else state.outbox.unshift(...batch);
    await state.pause(RETRY_MS);
  }
}

async function correctNext(
  state: FeedState,
  corrected: MarketCorrection,
  restart: Restart,
): Promise<void> {
  state.correcting = corrected.followed;
  try {
    await correct(state, corrected);
  } catch (error) {
    noteNotStored(state, error);
    await state.pause(RETRY_MS);
  } finally {
    state.correcting = null;
  }
  publishMinutes(state, restart);
}

/** What is corrected is stored before; the minutes of its market come first. */
function nextCorrection(state: FeedState): MarketCorrection | null {
  const { isClosed, outbox, corrections, correcting, publishing } = state;
  if (isClosed || correcting !== null) return null;
  const isFree = ({ followed }: MarketCorrection): boolean =>
    publishing?.has(followed) !== true && !outbox.some((each) => each.followed === followed);
  return corrections.find(isFree) ?? null;
}

/** Throws what nobody expects. */
function noteNotStored({ log, exchange }: FeedState, error: unknown): void {
  if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
  log.warn('feed.not_stored', { exchange: exchange.code, cause: error.message });
}

async function append(
  state: FeedState,
  batch: readonly MarketMinutesClosed[],
  restart: Restart,
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
  batch: readonly MarketMinutesClosed[],
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

async function correct(state: FeedState, corrected: MarketCorrection): Promise<void> {
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
    mustJoin: true,
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

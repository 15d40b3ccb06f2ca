// History that a run of a bot begins with: as much as a backtest that begins in the same minute is
// gathered with. What its exchange has to give is fetched first.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MissingHistory, WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { isLongest, longerWarmUp, usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import { intervalText } from '#domain/candle/interval.ts';
import { historyCoverage } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { canFetch, syncHistory } from '#services/history/sync-history.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { runStartMs } from '#services/live/state/live-setup.ts';
import type { LaterMarkets } from '#services/live/state/market-window.ts';

export type RunHistory = { readonly startMs: number; readonly laterMarkets: LaterMarkets };

/**
 * From `fromMs` on, as far as the first market has it; the others may begin later. The rejection
 * says why a bot cannot run on them. Throws Failure.
 */
export async function knownHistory(
  deps: HistoryDeps,
  markets: readonly Market[],
  fromMs: number,
): Promise<Result<RunHistory, string>> {
  const begins: [marketTag: MarketTag, fromMs: number][] = [];
  for (const market of markets) {
    const { marketTag } = market;
    const covered = await historyCoverage(deps, market);
    if (covered === null) return rejected(`Market "${marketTag}" has no price history.`);
    if (covered === 'steps_changed')
      return rejected(`Market "${marketTag}" has other steps than its price history.`);
    if (covered.candleMinutes > 1) return rejected(needsMinutes(market, covered.candleMinutes));
    begins.push([marketTag, Math.ceil(covered.fromMs / MINUTE_MS) * MINUTE_MS]);
  }
  const startMs = Math.max(fromMs, begins[0]?.[1] ?? fromMs);
  return accepted({ startMs, laterMarkets: begins.filter(([, eachMs]) => eachMs > startMs) });
}

function needsMinutes({ marketTag }: Market, candleMinutes: number): string {
  const held = `holds candles of ${intervalText(candleMinutes)}`;
  return (
    `The history of market "${marketTag}" ${held}, and a bot needs minutes: ` +
    'delete it ("tidemill history delete") and sync the market.'
  );
}

/** The same setup with another history. */
function withHistory(setup: LiveSetup, { startMs, laterMarkets }: RunHistory): LiveSetup {
  const { laterMarkets: _, ...rest } = setup;
  const firstRow = setup.firstRow + (setup.startMs - startMs) / MINUTE_MS;
  const later = laterMarkets.length === 0 ? {} : { laterMarkets };
  return { ...rest, startMs, firstRow, ...later };
}

export type Growing = {
  /** Of the bot: at whose expense minutes are fetched. */
  readonly userId: string;
  readonly markets: readonly Market[];
  readonly activatedAtMs: number;
  /** What a run with this setup lacks before its history. */
  readonly missing: (setup: LiveSetup) => Promise<MissingHistory>;
};

/**
 * The setup with as much history as the run's series turn out to need, as far as there is so much.
 * Throws Failure, also while more is still being fetched: called again, it goes on.
 */
export async function growHistory(
  deps: HistoryDeps,
  first: LiveSetup,
  { userId, markets, activatedAtMs, missing }: Growing,
): Promise<LiveSetup> {
  const begin = { intervalMinutes: first.intervalMinutes, startMs: runStartMs(first) };
  let setup = first;
  let wish: WarmUpWish = usualWarmUp(begin, true);
  for (;;) {
    const fromMs = begin.startMs - wish.minutes * MINUTE_MS;
    if (!wish.canGrow || isLongest(wish) || setup.startMs > fromMs) return setup;
    const lacking = await missing(setup);
    if (lacking.missingMinutes === 0) return setup;
    wish = longerWarmUp(wish, { kind: 'short_history', ...lacking }, begin) ?? wish;
    const earlierMs = begin.startMs - wish.minutes * MINUTE_MS;
    for (const market of markets)
      await fetchEarlier(deps, market, { userId, fromMs: earlierMs, activatedAtMs });
    const known = await knownHistory(deps, markets, earlierMs);
    if (!known.ok) return setup;
    setup = withHistory(setup, known.value);
  }
}

const PASSING: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout', 'rate_limited']);

/** Of one store. */
type Fetching = {
  /** What is being fetched of a market; bots that begin together wait for the same. */
  readonly underWay: Map<MarketTag, Promise<boolean>>;
  /** How many of these fetches the bots of a user began. */
  readonly ofUser: Map<string, number>;
  readonly minutes: Map<string, number>;
};

const stores = new WeakMap<HistoryDeps['history'], Fetching>();

function fetchingOf({ history }: Pick<HistoryDeps, 'history'>): Fetching {
  const known = stores.get(history);
  const fetching = known ?? { underWay: new Map(), ofUser: new Map(), minutes: new Map() };
  stores.set(history, fetching);
  return fetching;
}

export type FetchedMinutes = { readonly userId: string; readonly minutesCount: number };

/** Users for whose bots most minutes were fetched by this process, those first. */
export function mostFetched(
  deps: Pick<HistoryDeps, 'history'>,
  usersMax: number,
): readonly FetchedMinutes[] {
  return [...fetchingOf(deps).minutes]
    .map(([userId, minutesCount]) => ({ userId, minutesCount }))
    .toSorted((left, right) => right.minutesCount - left.minutesCount)
    .slice(0, usersMax);
}

type EarlierHistory = {
  readonly userId: string;
  readonly fromMs: number;
  readonly activatedAtMs: number;
};

/**
 * Some days of a market's earlier minutes at a time. Throws Failure while there are more to fetch,
 * or much is being fetched for the same user, so that nobody waits for the bot meanwhile; after a
 * while the bot begins with what is there.
 */
async function fetchEarlier(
  deps: HistoryDeps,
  { marketTag, exchange }: Market,
  { userId, fromMs, activatedAtMs }: EarlierHistory,
): Promise<void> {
  if (!canFetch(deps, exchange)) return;
  const isPatient = deps.clock.nowMs() - activatedAtMs < LIMITS.botHistoryPatienceMs;
  const { underWay, ofUser } = fetchingOf(deps);
  try {
    const summary = await deps.history.summarizeHistory(marketTag);
    if (summary !== null && summary.covered.fromMs <= fromMs) return;
    let own = underWay.get(marketTag);
    if (own === undefined) {
      const others = ofUser.get(userId) ?? 0;
      if (others >= LIMITS.botHistoryFetchesOfUserMax)
        throw new Failure('unavailable', `minutes of ${others} other markets are being fetched`);
      ofUser.set(userId, others + 1);
      own = fetchSome(deps, marketTag, fromMs, userId).finally(() => {
        underWay.delete(marketTag);
        ofUser.set(userId, (ofUser.get(userId) ?? 1) - 1);
      });
      underWay.set(marketTag, own);
    }
    const isMore = await own;
    if (isMore && isPatient)
      throw new Failure('unavailable', `earlier minutes of "${marketTag}" are being fetched`);
  } catch (error) {
    if (!(error instanceof Failure) || (isPatient && PASSING.has(error.code))) throw error;
  }
}

/** Returns whether there is more. Throws Failure. */
async function fetchSome(
  deps: HistoryDeps,
  marketTag: MarketTag,
  fromMs: number,
  userId: string,
): Promise<boolean> {
  const before = (await deps.history.summarizeHistory(marketTag))?.covered.fromMs ?? Infinity;
  if (before <= fromMs) return false;
  const daysMax = LIMITS.botHistoryDaysAtOnce;
  const { minutes } = fetchingOf(deps);
  let notedMinutes = 0;
  // Also what a fetch that fails has brought.
  await syncHistory(deps, { marketTag, fromMs, daysMax }, ({ doneMinutes }) => {
    minutes.set(userId, (minutes.get(userId) ?? 0) + doneMinutes - notedMinutes);
    notedMinutes = doneMinutes;
  });
  const now = (await deps.history.summarizeHistory(marketTag))?.covered.fromMs ?? Infinity;
  return now > fromMs && now < before;
}

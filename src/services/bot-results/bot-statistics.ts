// Statistics of a bot's run by the code that computes those of backtests: from what its steps say
// of its equity, and from the positions that it closed.

import { formatDecimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { RunCloses } from '#backtesting/portfolio/day-closes.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { BotEquityPoint, BotEquityStore } from '#ports/stores/bot-equity-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import { loadHistory } from '#services/history/load-history.ts';
import { readLiveSetup, runStartMs } from '#services/live/state/live-setup.ts';
import type { RunCurve } from '#services/live/state/run-curve.ts';
import { fallsOfCurve } from '#services/live/state/run-curve.ts';
import type { ReadableItems } from '#services/pages/readable-items.ts';
import { readableItems } from '#services/pages/readable-items.ts';
import type { BacktestStatistics } from '#services/results/get-statistics.ts';
import { tradeOf } from '#services/results/statistics-source.ts';

export type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';

export type BotStatisticsDeps = Omit<HistoryDeps, 'archiveCode'> & {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: BotEquityStore &
    Pick<BotRunStore, 'findRun' | 'findPositions' | 'listClosedPositions'>;
};

/** `run`: 1 for the first; null: the newest. */
export type RunQuery = {
  readonly userId: string;
  readonly botId: string;
  readonly run: number | null;
};

type OfBot<T> = Promise<Result<T, 'bot_not_found'>>;

export type BotStatistics = {
  readonly run: number;
  /** The first minute's open, and up to where it has run; null before it began. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Older trades were left out of the figures of trades. */
  readonly isCut: boolean;
  /** Null before the first minute. */
  readonly statistics: BacktestStatistics | null;
};

/** Closed positions that figures are computed from, at most. */
const TRADES_MAX = 20_000;
const READ_AT_ONCE = 1_000;
const PERCENT_STEPS = 1e8;

/** Throws Failure. */
export async function getBotStatistics(
  deps: BotStatisticsDeps,
  query: RunQuery,
): OfBot<BotStatistics> {
  const bot = await deps.bots.findBot(query.userId, query.botId);
  if (bot === null) return rejected('bot_not_found');
  const run = query.run ?? bot.activation;
  const named = { botId: bot.botId, activation: run };
  const record = await deps.botRuns.findRun(bot.botId, run);
  const curve = await findCurve(deps, named);
  const nothing = { run, startMs: null, endMs: null, isCut: false, statistics: null };
  if (record === null || curve === null) return accepted(nothing);
  const setup = readLiveSetup(record);
  const [startMs, endMs] = [runStartMs(setup), record.doneUntilMs];
  if (endMs <= startMs) return accepted({ ...nothing, startMs });
  const closed = await closedOf(deps, named);
  const open = run === bot.activation ? await openOf(deps, named) : [];
  const trades = [...closed.positions, ...open];
  const points = await withNow(deps, await pointsOf(deps, named), bot, { run, curve, endMs });
  const currency = trades[0]?.profitCurrency ?? bot.profitCurrency ?? '';
  const [first, last] = [points[0], points.findLast(({ price }) => price !== null)];
  const statistics = computeStatistics({
    startMs,
    endMs,
    seed: setup.seed,
    startEquity: curve.startEquity,
    endEquity: points.at(-1)?.value ?? curve.startEquity,
    realizedProfit: points.at(-1)?.realized ?? 0,
    priceChangePercent: changePercent(first?.price ?? null, last?.price ?? null),
    maxDrawdown: curve.maxDrawdown,
    maxDrawdownPercent: roundedPercent(curve.maxDrawdownPercent),
    falls: fallsOfCurve(curve, endMs),
    days: points.filter(({ isLasting, atMs }) => isLasting || atMs === endMs),
    trades: trades.map(tradeOf),
    pairs: run === bot.activation ? bot.pairs : null,
  });
  return accepted({
    run,
    startMs,
    endMs,
    isCut: closed.isCut,
    statistics: { ...statistics, profitCurrency: currency },
  });
}

export type BotCloses = RunCloses & { readonly bot: Bot; readonly profitCurrency: string };

/** Of the newest run, at closes of days; null before its first minute. Throws Failure. */
export async function getBotCloses(
  deps: BotStatisticsDeps,
  { userId, botId }: Omit<RunQuery, 'run'>,
): OfBot<BotCloses | null> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  const { activation: run } = bot;
  const named = { botId, activation: run };
  const record = await deps.botRuns.findRun(botId, run);
  const curve = await findCurve(deps, named);
  if (record === null || curve === null) return accepted(null);
  const [startMs, endMs] = [runStartMs(readLiveSetup(record)), record.doneUntilMs];
  if (endMs <= startMs) return accepted(null);
  const points = await withNow(deps, await pointsOf(deps, named), bot, { run, curve, endMs });
  const days = points.filter(({ isLasting, atMs }) => isLasting || atMs === endMs);
  const { startEquity } = curve;
  return accepted({
    bot,
    startMs,
    endMs,
    startEquity,
    days,
    profitCurrency: bot.profitCurrency ?? '',
  });
}

export type BotEquity = {
  readonly points: readonly BotEquityPoint[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

/** Oldest first; the last page ends with where the run stands now. Throws Failure. */
export async function listBotEquity(
  deps: BotStatisticsDeps,
  query: RunQuery & { readonly after: string | null; readonly limit: number },
): OfBot<BotEquity> {
  const bot = await deps.bots.findBot(query.userId, query.botId);
  if (bot === null) return rejected('bot_not_found');
  const run = query.run ?? bot.activation;
  const named = { botId: bot.botId, activation: run };
  const afterMs = query.after === null ? null : Number(query.after);
  const found = await deps.botRuns.listBotEquity(named, afterMs, query.limit + 1);
  const points = found.slice(0, query.limit);
  if (found.length > query.limit) return accepted({ points, lastKey: keyOf(points) });
  const record = await deps.botRuns.findRun(bot.botId, run);
  const curve = await findCurve(deps, named);
  if (record === null || curve === null) return accepted({ points, lastKey: null });
  const { doneUntilMs: endMs } = record;
  const isLater = endMs > (afterMs ?? 0);
  const all = isLater ? await withNow(deps, points, bot, { run, curve, endMs }) : points;
  // Where it stands is on a page of its own when the one before is full.
  const isFull = all.length > query.limit;
  return accepted(isFull ? { points, lastKey: keyOf(points) } : { points: all, lastKey: null });
}

function keyOf(points: readonly BotEquityPoint[]): string {
  return String(points.at(-1)?.atMs);
}

export type BotTrades = {
  readonly trades: readonly BacktestPosition[];
  readonly leftOut: ReadableItems<BacktestPosition>['leftOut'];
  readonly lastKey: string | null;
};

/** Closed positions of all runs, newest first. Throws Failure. */
export async function listBotTrades(
  { bots, botRuns }: BotStatisticsDeps,
  query: Omit<RunQuery, 'run'> & { readonly after: string | null; readonly limit: number },
): OfBot<BotTrades> {
  const { userId, botId, after, limit } = query;
  if ((await bots.findBot(userId, botId)) === null) return rejected('bot_not_found');
  const before = after === null ? null : Number(after);
  const found = await botRuns.listClosedPositions(botId, before, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const lastKey = found.length > limit && last !== undefined ? String(last.sequence) : null;
  // Each run names its positions from the first one on.
  const { items: trades, leftOut } = readableItems(shown, ({ activation, position }) => {
    const closed = fromStoredForm(position) as BacktestPosition;
    return { ...closed, positionId: `${activation}_${closed.positionId}` };
  });
  return accepted({ trades, leftOut, lastKey });
}

type Run = { readonly botId: string; readonly activation: number };

async function findCurve({ botRuns }: BotStatisticsDeps, run: Run): Promise<RunCurve | null> {
  const text = await botRuns.findCurve(run.botId, run.activation);
  return text === null ? null : (fromStoredForm(text) as RunCurve);
}

async function pointsOf(
  { botRuns }: BotStatisticsDeps,
  run: Run,
): Promise<readonly BotEquityPoint[]> {
  const all: BotEquityPoint[] = [];
  for (;;) {
    const read = await botRuns.listBotEquity(run, all.at(-1)?.atMs ?? null, READ_AT_ONCE);
    all.push(...read);
    if (read.length < READ_AT_ONCE) return all;
  }
}

/**
 * Oldest first; the newest ones where there are too many. `isCut`: there are more, or some that
 * cannot be read.
 */
async function closedOf({ botRuns }: BotStatisticsDeps, { botId, activation }: Run) {
  const positions: BacktestPosition[] = [];
  let before: number | null = null;
  let isWhole = true;
  for (;;) {
    const read = await botRuns.listClosedPositions(botId, before, READ_AT_ONCE);
    const { items, leftOut } = readableItems(
      read.filter((each) => each.activation === activation),
      ({ position }) => fromStoredForm(position) as BacktestPosition,
    );
    positions.push(...items);
    isWhole &&= leftOut === null;
    const last = read.at(-1);
    const isAll = last === undefined || read.length < READ_AT_ONCE || last.activation < activation;
    if (isAll || positions.length >= TRADES_MAX)
      return { positions: positions.toReversed(), isCut: !isAll || !isWhole };
    before = last.sequence;
  }
}

async function openOf(
  { botRuns }: BotStatisticsDeps,
  { botId, activation }: Run,
): Promise<readonly BacktestPosition[]> {
  const stored = await botRuns.findPositions(botId);
  if (stored?.activation !== activation) return [];
  return fromStoredForm(stored.positions) as readonly BacktestPosition[];
}

type Now = { readonly run: number; readonly curve: RunCurve; readonly endMs: number };

/** With what the newest run is worth where it stands. */
async function withNow(
  deps: BotStatisticsDeps,
  points: readonly BotEquityPoint[],
  { activation, marketTag, realizedProfit, unrealizedProfit }: Bot,
  { run, curve, endMs }: Now,
): Promise<readonly BotEquityPoint[]> {
  const last = points.at(-1);
  if (run !== activation || (last !== undefined && last.atMs >= endMs)) return points;
  const [realized, unrealized] = [realizedProfit, unrealizedProfit].map((money) =>
    Number(formatDecimal(money)),
  ) as [number, number];
  const value = curve.startEquity + realized + unrealized;
  const price = await closeBefore(deps, marketTag, endMs);
  return [...points, { atMs: endMs, value, realized, price, isLasting: false }];
}

/** Null where the minute is not known. */
async function closeBefore(
  deps: BotStatisticsDeps,
  marketTag: MarketTag | null,
  endMs: number,
): Promise<number | null> {
  if (marketTag === null) return null;
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return null;
  const loaded = await loadHistory(deps, marketTag, endMs - MINUTE_MS, endMs, 'own');
  const ticks = loaded.ok ? loaded.value.close[0] : undefined;
  if (ticks === undefined) return null;
  return Number(formatDecimal(priceOf(marketGrid(found.market), BigInt(ticks) as Ticks)));
}

function changePercent(first: number | null, last: number | null): number {
  return first === null || last === null || first <= 0
    ? 0
    : roundedPercent((last / first - 1) * 100);
}

/** As reports of backtests retain them. */
function roundedPercent(percent: number): number {
  return Math.round(percent * PERCENT_STEPS) / PERCENT_STEPS;
}

// A finished day of a bot beside the same minutes in a backtest: what both filled, by how much the
// results differ, and why. A bot that was started anew during the day has several runs in it; each
// is compared with a backtest of its own.

import { LIMITS } from '#lib/limits.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf, settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { ParityReport } from '#domain/parity/compare-orders.ts';
import { compareOrders } from '#domain/parity/compare-orders.ts';
import { feeRoundingOf, gainOfMarket, valueOfMarket } from '#domain/parity/gain-of-market.ts';
import type { OrderPair } from '#domain/parity/pair-orders.ts';
import { pairOrders } from '#domain/parity/pair-orders.ts';
import type { WithinPairs } from '#domain/parity/pairs-within.ts';
import { pairsWithin } from '#domain/parity/pairs-within.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { BacktestStore, StoredBacktest } from '#ports/stores/backtest-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ComparedOrdersDeps } from '#services/comparisons/compared-orders.ts';
import { backtestOrders, liveOrders } from '#services/comparisons/compared-orders.ts';
import type { ComparedRun, FindRunsDeps } from '#services/comparisons/compared-run.ts';
import { comparisonBacktestId, findComparedRuns } from '#services/comparisons/compared-run.ts';
import { comparisonNotes } from '#services/comparisons/comparison-notes.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { describeLoadRejection, loadHistory } from '#services/history/load-history.ts';

export type GetComparisonDeps = Omit<HistoryDeps, 'archiveCode'> & {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: FindRunsDeps & ComparedOrdersDeps['botRuns'];
  readonly backtests: Pick<BacktestStore, 'findBacktest'> & ComparedOrdersDeps['backtests'];
  readonly digest: Digest;
};

/** A part of the day in which the bot ran without being stopped. */
export type ComparedSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly backtestId: string;
};

export type Comparison = {
  readonly botId: string;
  /** Whether the bot trades play money on a paper account. */
  readonly isPaper: boolean;
  readonly dayMs: number;
  /** Of the last run. */
  readonly backtestId: string;
  /** Oldest first. */
  readonly runs: readonly ComparedSpan[];
  readonly market: Market;
  /** Of all figures. */
  readonly currency: string;
  /** Null until the backtests have finished. */
  readonly report: ParityReport | null;
  /** What the backtest cannot repeat, in words. */
  readonly notes: readonly string[];
};

export type ComparisonMissing = {
  readonly code: 'bot_not_found' | 'backtest_not_found';
  readonly detail: string;
};

/** A comparison whose backtests have finished. */
export type FinishedComparison = Comparison & { readonly report: ParityReport };

type OfComparison<T> = Promise<Result<T, ComparisonMissing>>;

/** Of a day whose comparison was requested. Throws Failure. */
export async function getComparison(
  deps: GetComparisonDeps,
  query: { readonly userId: string; readonly botId: string; readonly dayMs: number },
): OfComparison<Comparison> {
  const { userId, botId, dayMs } = query;
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return missing('bot_not_found', 'There is no such bot.');
  const parts: Part[] = [];
  for (const run of await findComparedRuns(deps.botRuns, bot, dayMs)) {
    const backtestId = comparisonBacktestId(deps.digest, run, dayMs);
    const stored = await deps.backtests.findBacktest(userId, backtestId);
    if (stored === null) return notRequested();
    parts.push({ run, stored });
  }
  const last = parts.at(-1);
  if (last === undefined) return notRequested();
  const found = await findMarketAnywhere(deps, last.stored.backtest.marketTag);
  if (found === null) return missing('backtest_not_found', 'The market of the bot is gone.');
  return describe(deps, bot, { parts, last, market: found.market, dayMs });
}

function notRequested(): Result<never, ComparisonMissing> {
  return missing('backtest_not_found', 'The comparison of this day was not requested.');
}

/** A run of the day, with its backtest. */
type Part = { readonly run: ComparedRun; readonly stored: StoredBacktest };

type Subject = {
  readonly parts: readonly Part[];
  readonly last: Part;
  readonly market: Market;
  readonly dayMs: number;
};

async function describe(
  deps: GetComparisonDeps,
  { botId, accountId }: Bot,
  subject: Subject,
): OfComparison<Comparison> {
  const { parts, last, market, dayMs } = subject;
  const { backtestId } = last.stored.backtest;
  const currency = settlementCurrencyOf(market);
  const runs = parts.map(({ run: { window }, stored }) => {
    const { fromMs, toMs } = window;
    return { fromMs, toMs, backtestId: stored.backtest.backtestId };
  });
  const isPaper = isPaperAccount(accountId);
  const about = { botId, isPaper, dayMs, backtestId, runs, market, currency };
  const compared = parts.map(({ run }) => run);
  for (const { stored } of parts) {
    const { progress } = stored;
    if (progress.state !== 'failed') continue;
    const detail = `The backtest of the day failed: ${progress.reason.message}`;
    return missing('backtest_not_found', detail);
  }
  if (parts.some(({ stored }) => stored.progress.state === 'queued')) {
    return accepted({
      ...about,
      report: null,
      notes: comparisonNotes(compared, { dayMs, isPaper, waitingCount: 0 }),
    });
  }
  const within = await pairsOfDay(deps, subject);
  const report = await compareDay(deps, subject, within.pairs);
  if (!report.ok) return report;
  const notes = comparisonNotes(compared, { dayMs, isPaper, waitingCount: within.waitingCount });
  return accepted({ ...about, report: report.value, notes });
}

/** The orders of one run are paired with those of its own backtest only. */
async function pairsOfDay(
  deps: GetComparisonDeps,
  { parts, market: { marketTag }, dayMs }: Subject,
): Promise<WithinPairs> {
  const place = { marketTag, dayMs };
  const all: WithinPairs[] = [];
  for (const { run, stored } of parts) {
    const live = await liveOrders(deps, run, place);
    const backtest = await backtestOrders(deps, stored, place);
    const paired = pairOrders(live, backtest, LIMITS.comparisonPlacedApartMs);
    all.push(pairsWithin(paired, run.window));
  }
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    waitingCount: all.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
  };
}

async function compareDay(
  deps: GetComparisonDeps,
  { market, dayMs }: Subject,
  pairs: readonly OrderPair[],
): OfComparison<ParityReport> {
  const { marketTag } = market;
  const { fromMs, toMs } = minutesOf(pairs, dayMs);
  const loaded = await loadHistory(deps, marketTag, fromMs, toMs, 'own');
  if (!loaded.ok) {
    const detail = `${describeLoadRejection(loaded.rejection, marketTag)}.`;
    return missing('backtest_not_found', detail);
  }
  const candles = loaded.value;
  const lastRow = rowOf(candles, dayMs + DAY_MS - MINUTE_MS);
  const report = compareOrders(pairs, {
    closingPrice: priceAt(market, candles.close[lastRow] ?? 0),
    openOf: openPrices(market, candles),
    gainOf: gainOfMarket(market),
    valueOf: valueOfMarket(market),
    feeRounding: feeRoundingOf(market),
  });
  return accepted(report);
}

/** The day, and what it takes to know the market when an order filled before or after it. */
function minutesOf(pairs: readonly OrderPair[], dayMs: number) {
  const filledAtMs = pairs
    .flatMap(({ live, backtest }) => [live?.filledAtMs, backtest?.filledAtMs])
    .filter((atMs) => typeof atMs === 'number');
  const earliestMs = filledAtMs.reduce((least, atMs) => Math.min(least, atMs), dayMs);
  const latestMs = filledAtMs.reduce((most, atMs) => Math.max(most, atMs), dayMs);
  return {
    fromMs: minuteStartMs(earliestMs),
    toMs: Math.max(dayMs + DAY_MS, minuteStartMs(latestMs) + MINUTE_MS),
  };
}

function openPrices(market: Market, candles: CandleColumns): (atMs: number) => Decimal | null {
  return (atMs) => {
    const row = rowOf(candles, atMs);
    const isKnown = row >= 0 && row < candles.rowCount;
    return isKnown ? priceAt(market, candles.open[row] ?? 0) : null;
  };
}

function priceAt(market: Market, ticks: number): Decimal {
  return priceOf(marketGrid(market), BigInt(ticks) as Ticks);
}

function missing(
  code: ComparisonMissing['code'],
  detail: string,
): Result<never, ComparisonMissing> {
  return rejected({ code, detail });
}

// A finished day of a bot beside the same minutes in a backtest: what both filled, by how much the
// results differ, and why.

import { LIMITS } from '#lib/limits.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import { DAY_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import type { Market } from '#domain/market/market.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { marketGrid, priceOf, settlementCurrencyOf } from '#domain/market/market-grid.ts';
import type { OrderType } from '#domain/order/order.ts';
import type { ParityReport } from '#domain/parity/compare-orders.ts';
import { compareOrders } from '#domain/parity/compare-orders.ts';
import { gainOfMarket } from '#domain/parity/gain-of-market.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import type { BacktestStore, StoredBacktest } from '#ports/stores/backtest-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ComparedRun } from '#services/comparisons/compared-run.ts';
import { comparisonBacktestId, findComparedRun } from '#services/comparisons/compared-run.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { describeLoadRejection, loadHistory } from '#services/history/load-history.ts';

export type GetComparisonDeps = Omit<HistoryDeps, 'archiveCode'> & {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'findRun' | 'findEarlierRun' | 'listOrdersFilledWithin'>;
  readonly backtests: Pick<BacktestStore, 'findBacktest' | 'readItems'>;
  readonly digest: Digest;
};

export type Comparison = {
  readonly botId: string;
  readonly dayMs: number;
  readonly backtestId: string;
  readonly marketTag: string;
  /** Of all figures. */
  readonly currency: string;
  /** Null until the backtest has finished. */
  readonly report: ParityReport | null;
  /** What the backtest cannot repeat, in words. */
  readonly notes: readonly string[];
};

export type ComparisonMissing = {
  readonly code: 'bot_not_found' | 'backtest_not_found';
  readonly detail: string;
};

type Found<T> = Promise<Result<T, ComparisonMissing>>;

/** Of a day whose comparison was requested. Throws Failure. */
export async function getComparison(
  deps: GetComparisonDeps,
  query: { readonly userId: string; readonly botId: string; readonly dayMs: number },
): Found<Comparison> {
  const { userId, botId, dayMs } = query;
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return missing('bot_not_found', 'There is no such bot.');
  const run = await findComparedRun(deps.botRuns, bot, dayMs);
  const backtestId = run === null ? null : comparisonBacktestId(deps.digest, run, dayMs);
  const stored = backtestId === null ? null : await deps.backtests.findBacktest(userId, backtestId);
  if (run === null || stored === null)
    return missing('backtest_not_found', 'The comparison of this day was not requested.');
  const found = await findMarketAnywhere(deps, stored.backtest.marketTag);
  if (found === null) return missing('backtest_not_found', 'The market of the bot is gone.');
  return describe(deps, bot, { run, stored, market: found.market, dayMs });
}

type Subject = {
  readonly run: ComparedRun;
  readonly stored: StoredBacktest;
  readonly market: Market;
  readonly dayMs: number;
};

async function describe(
  deps: GetComparisonDeps,
  { botId }: Bot,
  subject: Subject,
): Found<Comparison> {
  const { run, stored, market, dayMs } = subject;
  const { backtestId, marketTag } = stored.backtest;
  const currency = settlementCurrencyOf(market);
  const notes = notesOf(run, dayMs);
  const about = { botId, dayMs, backtestId, marketTag, currency, notes };
  const { progress } = stored;
  if (progress.state === 'queued') return accepted({ ...about, report: null });
  if (progress.state === 'failed') {
    const detail = `The backtest of the day failed: ${progress.reason.message}`;
    return missing('backtest_not_found', detail);
  }
  const report = await compareDay(deps, subject);
  return report.ok ? accepted({ ...about, report: report.value }) : report;
}

function notesOf({ setup, startMs }: ComparedRun, dayMs: number): readonly string[] {
  const notes: string[] = [];
  if (startMs > dayMs) notes.push('The bot was started on this day; it is compared from then on.');
  if (setup.memory.length > 0)
    notes.push('The bot began with values that an earlier run had saved; the backtest does not.');
  return notes;
}

async function compareDay(
  deps: GetComparisonDeps,
  { run, stored, market, dayMs }: Subject,
): Found<ParityReport> {
  const { marketTag } = market;
  const toMs = dayMs + DAY_MS;
  const loaded = await loadHistory(deps, marketTag, dayMs, toMs, 'own');
  if (!loaded.ok) {
    const detail = `${describeLoadRejection(loaded.rejection, marketTag)}.`;
    return missing('backtest_not_found', detail);
  }
  const candles = loaded.value;
  const openOf = openPrices(market, candles);
  const isOfDay = ({ endedAtMs, marketTag: tag }: BacktestOrder): boolean =>
    endedAtMs !== null && endedAtMs >= dayMs && endedAtMs < toMs && tag === marketTag;
  const live = (await liveOrders(deps, run, dayMs)).filter(isOfDay);
  const backtest = (await backtestOrders(deps, stored)).filter(isOfDay);
  const report = compareOrders(live.map(comparedOrder), backtest.map(comparedOrder), {
    placedApartMsMax: LIMITS.comparisonPlacedApartMs,
    closingPrice: closingPrice(market, candles),
    openOf,
    gainOf: gainOfMarket(market),
  });
  return accepted(report);
}

/** A fill may be noted later than it happened. */
async function liveOrders(
  { botRuns }: GetComparisonDeps,
  { record }: ComparedRun,
  dayMs: number,
): Promise<readonly BacktestOrder[]> {
  const window = { fromMs: dayMs, toMs: dayMs + 2 * DAY_MS };
  const rows = await botRuns.listOrdersFilledWithin(record, window, LIMITS.comparisonOrdersMax);
  return rows.map(({ filled }) => fromStoredForm(filled) as BacktestOrder);
}

async function backtestOrders(
  { backtests }: GetComparisonDeps,
  { backtest: { userId, backtestId } }: StoredBacktest,
): Promise<readonly BacktestOrder[]> {
  const orders: BacktestOrder[] = [];
  const limit = LIMITS.pageItemsMax;
  for (;;) {
    const from = orders.length;
    const page = await backtests.readItems(userId, backtestId, 'orders', from, limit);
    orders.push(...(page ?? []).map((text) => fromStoredForm(text) as BacktestOrder));
    if (page === null || page.length < limit) return orders;
  }
}

function comparedOrder(order: BacktestOrder): ComparedOrder {
  const { orderId, side, price, amount, filledAmount, averagePrice, fees } = order;
  return {
    orderId,
    side,
    type: order.type as OrderType,
    placedAtMs: order.openedAtMs,
    // One that was ended before it was full filled some time before.
    filledAtMs: order.state === 'filled' ? order.endedAtMs : null,
    price,
    amount,
    filledAmount,
    averagePrice,
    fees,
    reason: order.message === '' ? null : order.message,
  };
}

function openPrices(market: Market, candles: CandleColumns): (atMs: number) => Decimal | null {
  return (atMs) => {
    const row = rowOf(candles, atMs);
    const isKnown = row >= 0 && row < candles.rowCount;
    return isKnown ? priceAt(market, candles.open[row] ?? 0) : null;
  };
}

function closingPrice(market: Market, candles: CandleColumns): Decimal {
  return priceAt(market, candles.close.at(-1) ?? 0);
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

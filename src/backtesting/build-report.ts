// The report of a backtest, from what its run retained.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale, valueOfUnits } from '#venue-port/money/currency.ts';
import { walletUnits } from '#domain/ledger/ledger.ts';
import type { BacktestInput, BacktestReport, WarmUp } from '#backtesting/backtest.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import { ledgerOf } from '#engine/venue-feed/backtest-venue.ts';
import { figurePairs } from '#engine/run/positions/figure-pairs.ts';
import { settingsUsed } from '#backtesting/execution-settings.ts';
import { dataGapsOf } from '#backtesting/data-gaps.ts';
import { dataHashOf } from '#backtesting/data-hash-of.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import { rowOfBar } from '#engine/venue-feed/matching-bars.ts';
import { drawingsOf } from '#backtesting/report-drawings.ts';
import { plotsOf } from '#backtesting/report-plots.ts';
import { candleMinutesOf } from '#backtesting/interval-problem.ts';
import { reportOrder, reportPosition } from '#backtesting/report-rows.ts';
import { daysOf, fallsOf } from '#backtesting/falls-and-days.ts';
import type { EquityColumns } from '#backtesting/overfitting/equity-changes.ts';
import { RATIO_SCALE } from '#backtesting/ratio-scale.ts';
import { isPartial } from '#engine/run/orders/bot-orders.ts';
import { wholeEquity } from '#engine/run/positions/equity-curve.ts';
import { runFigures } from '#engine/run/positions/run-figures.ts';
import { shownLines } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow, tradeMarket } from '#engine/run/run.ts';

/**
 * Changes when the same input may give other figures; `test/golden/backtests/write-golden-runs.ts`
 * refuses figures that changed without it.
 */
const ENGINE_VERSION = '8';

const REJECTIONS_SHOWN = 3;

type Figures = Omit<
  BacktestReport,
  | 'dataGaps'
  | 'positions'
  | 'orders'
  | 'logs'
  | 'equity'
  | 'days'
  | 'wallet'
  | 'custom'
  | 'plots'
  | 'drawings'
  | 'objects'
  | 'exports'
  | 'values'
>;

/**
 * What a lab retains a run by: the report's figures without its lists of orders, lines and plots.
 */
export type RunResult = Figures & {
  readonly equity: EquityColumns;
  readonly closed: ClosedUnits;
};

/** What a lab retains figures of. */
export type FiguredResult = Pick<
  RunResult,
  | 'profitCurrency'
  | 'realizedProfit'
  | 'fees'
  | 'roiPercent'
  | 'winRatePercent'
  | 'ordersFilled'
  | 'positionsClosed'
  | 'maxDrawdownPercent'
  | 'sharpeRatio'
  | 'profitFactor'
  | 'assumptions'
  | 'equity'
  | 'closed'
>;

/** Closed positions in the order of closing, in units of the profit currency. */
export type ClosedUnits = {
  readonly closedAtMs: readonly (number | null)[];
  readonly realizedUnits: UnitsColumn;
  readonly marginUnits: UnitsColumn;
};

/** Plain numbers where each of them is a safe integer. */
export type UnitsColumn = readonly Units[] | readonly number[];

/** Cheaper than the report by what its lists cost; `seed`: the one that was used. */
export function buildResult(input: BacktestInput, feed: Feed, seed: number): RunResult {
  const { run } = feed;
  const { closed: positions } = run.positions;
  const closed: ClosedUnits = {
    closedAtMs: positions.map(({ closedAtMs }) => closedAtMs),
    realizedUnits: positions.map(({ exact }) => realizedUnits(exact)),
    marginUnits: positions.map(({ exact }) => exact.usedMarginUnits),
  };
  return { ...figuresOf(input, feed, seed), closed, equity: curveOf(run) };
}

/** `seed`: the one that was used. */
export function buildReport(input: BacktestInput, feed: Feed, seed: number): BacktestReport {
  const { run } = feed;
  const figures = figuresOf(input, feed, seed);
  const { closed, open } = run.positions;
  const positions = [...closed, ...open].sort(
    (left, right) => left.exact.openedAtMs - right.exact.openedAtMs,
  );
  const dataGaps = dataGapsOf(input);
  return {
    ...figures,
    ...(dataGaps.length === 0 ? {} : { dataGaps }),
    positions: positions.map(reportPosition),
    orders: run.orders.all.map(reportOrder),
    logs: shownLines(run.log),
    equity: equityOf(run),
    days: daysOf(feed),
    wallet: walletOf(input, feed),
    custom: [...run.custom.values()].map(({ key, value, group, displayValue }) => ({
      key,
      value: displayValue ?? String(value),
      group,
    })),
    plots: plotsOf(run),
    drawings: drawingsOf(run),
    ...objectsOf(feed),
    exports: [...run.exports].map(([name, { headers, rows }]) => ({ name, headers, rows })),
  };
}

function objectsOf({ brain }: Feed): Pick<BacktestReport, 'objects'> {
  const objects = brain.objects?.() ?? [];
  return objects.length === 0 ? {} : { objects };
}

function warmUpOf({ run, series }: Feed): WarmUp {
  const { setup } = run;
  const { firstRow, intervalMinutes } = setup;
  return {
    neededBars: Math.ceil(series.readyRow() / intervalMinutes),
    givenBars: Math.floor(firstRow / intervalMinutes),
    firstUpdateMs: instantOfRow(setup, firstRow),
    isSufficient: series.lackingRow() === 0,
  };
}

function figuresOf(input: BacktestInput, feed: Feed, seed: number): Figures {
  const { run } = feed;
  const market = tradeMarket(run);
  const { settlementCurrency: profitCurrency } = market.terms.grid;
  const { sums, statistics, ratios, roiPercent } = runFigures(run, null);
  const exact = (units: Units): Decimal => valueOfUnits(profitCurrency, units);
  const scale = currencyScale(profitCurrency);
  const money = (value: number): Decimal => decimalFromFloat(value, scale);
  const units = (value: number): Decimal => money(value / market.unitsPerOne);
  const { equity } = run;
  const orders = orderCountsOf(run);
  const used = settingsUsed(input.settings);
  return {
    engineVersion: ENGINE_VERSION,
    dataHash: dataHashOf(input),
    seed,
    rules: input.settings.rules,
    ...(used.length === 0 ? {} : { settingsUsed: used }),
    profitCurrency,
    startEquity: units(equity.startUnits),
    realizedProfit: exact(sums.realizedUnits),
    unrealizedProfit: exact(sums.unrealizedUnits),
    grossProfit: exact(sums.grossUnits),
    ...pairsOf(feed.brain, exact),
    fees: exact(sums.feeUnits),
    funding: exact(sums.fundingUnits),
    roiPercent: decimalFromFloat(roiPercent, RATIO_SCALE),
    winRatePercent: decimalFromFloat(statistics.winShare * 100, RATIO_SCALE),
    priceChangePercent: decimalFromFloat(priceChangeOf(feed), RATIO_SCALE),
    ordersTotal: run.orders.all.length,
    ordersFilled: orders.filled,
    ordersPartiallyFilled: orders.partiallyFilled,
    averageOpenTimeSeconds: decimalFromFloat(orders.averageOpenSeconds, 3),
    positionsClosed: statistics.count,
    positionsWinning: statistics.winning,
    positionsLosing: statistics.losing,
    averageProfit: money(statistics.averageProfit),
    averageMargin: money(statistics.averageMargin),
    profitFactor: decimalFromFloat(statistics.profitFactor, RATIO_SCALE),
    sharpeRatio: decimalFromFloat(ratios.sharpe, RATIO_SCALE),
    sortinoRatio: decimalFromFloat(ratios.sortino, RATIO_SCALE),
    maxDrawdown: units(equity.maxDrawdownUnits),
    maxDrawdownPercent: decimalFromFloat(equity.maxDrawdownShare * 100, RATIO_SCALE),
    falls: fallsOf(run),
    biggestWin: money(statistics.biggestWin),
    biggestLoss: money(statistics.biggestLoss),
    highestProfit: units(equity.peakUnits - equity.startUnits),
    lowestProfit: units(equity.lowestUnits - equity.startUnits),
    assumptions: {
      ...feed.venue.counts,
      rejectedOrders: run.orders.rejectedCount,
      missingMinutes: missingMinutesOf(run),
    },
    ...resolutionOf(input, feed),
    warmUp: warmUpOf(feed),
    rejections: [...run.orders.rejections.values()]
      .sort((left, right) => right.count - left.count)
      .slice(0, REJECTIONS_SHOWN),
    unusedInputs: unusedInputsOf(run),
    updates: run.updateCount,
  };
}

function pairsOf(
  { pairs }: Feed['brain'],
  exact: (units: Units) => Decimal,
): Pick<BacktestReport, 'pairs'> {
  return pairs === undefined ? {} : { pairs: figurePairs(pairs(), exact) };
}

function resolutionOf(
  input: BacktestInput,
  { venue: { unwalkedFills } }: Feed,
): Pick<BacktestReport, 'resolution'> {
  const candleMinutes = candleMinutesOf(input);
  return candleMinutes === 1 ? {} : { resolution: { candleMinutes, unwalkedFills } };
}

function unusedInputsOf({ setup, inputs }: Run): readonly string[] {
  const labels = new Set([...inputs.values()].map(({ label }) => label));
  return Object.keys(setup.inputs).filter((key) => !inputs.has(key) && !labels.has(key));
}

/** From the open of the first candle of the window to the close of the last, in percent. */
function priceChangeOf({ venue, run }: Feed): number {
  const { bars } = venue;
  const market = tradeMarket(run);
  if (bars.lastBar < bars.firstBar) return 0;
  const { candles, rowOffset } = market;
  const columns = bars.columns[market.index];
  const open = columns?.open[bars.firstBar + columns.offset] as number;
  const close = candles.close[rowOfBar(bars, bars.lastBar) + rowOffset] as number;
  return (close / open - 1) * 100;
}

type OrderCounts = {
  readonly filled: number;
  readonly partiallyFilled: number;
  /** From asking for an order to its end, or to the end of the window. */
  readonly averageOpenSeconds: number;
};

function orderCountsOf(run: Run): OrderCounts {
  const { all, open, wholeCount, partialCount, openMsSum } = run.orders;
  const endMs = instantOfRow(run.setup, run.stage.row);
  const openMs = open.reduce((sum, { openedAtMs }) => sum + endMs - openedAtMs, openMsSum);
  return {
    filled: wholeCount,
    partiallyFilled: partialCount + open.filter(isPartial).length,
    averageOpenSeconds: all.length === 0 ? 0 : openMs / all.length / 1_000,
  };
}

/** Of the trade market, in the window. */
export function missingMinutesOf(run: Run): number {
  const { candles, rowOffset } = tradeMarket(run);
  const { firstRow, lastRow } = run.setup;
  const { isMissing } = candles;
  let count = 0;
  // Most windows have none, which is seen at once.
  let index = isMissing.indexOf(1, firstRow + rowOffset);
  if (index < 0) return 0;
  for (; index <= lastRow + rowOffset; index += 1) count += isMissing[index] as number;
  return count;
}

function curveOf(run: Run): EquityColumns {
  const atMs: number[] = [];
  const values: number[] = [];
  walkEquity(run, endUnitsOf(run), (instantMs, value) => {
    atMs.push(instantMs);
    values.push(value);
  });
  return { atMs, values };
}

function equityOf(run: Run): BacktestReport['equity'] {
  const points: BacktestReport['equity'][number][] = [];
  walkEquity(run, endUnitsOf(run), (atMs, value) => points.push({ atMs, value }));
  return points;
}

function endUnitsOf({ equity, positions, markets, stage }: Run): number {
  return wholeEquity(equity, positions, markets, stage.row);
}

/** The samples, and the end, which is also where a sample was taken there. */
function walkEquity(
  { equity, setup, stage, markets }: Run,
  endUnits: number,
  visit: (atMs: number, value: number) => void,
): void {
  const { sampleRows, sampleUnits } = equity;
  const one = markets[0]?.unitsPerOne ?? 1;
  const { row: lastRow } = stage;
  const count = sampleRows.at(-1) === lastRow ? sampleRows.length - 1 : sampleRows.length;
  for (let index = 0; index < count; index += 1)
    visit(instantOfRow(setup, sampleRows[index] as number), (sampleUnits[index] as number) / one);
  visit(instantOfRow(setup, lastRow), endUnits / one);
}

/** Every currency that the account began with or came to hold. */
function walletOf(input: BacktestInput, { venue }: Feed): BacktestReport['wallet'] {
  const ledger = ledgerOf(venue);
  const currencies = new Set(input.wallet.map(({ currency }) => currency));
  for (const { currency } of ledger.books) currencies.add(currency);
  return [...currencies].sort().map((currency) => ({
    currency,
    amount: valueOfUnits(currency, walletUnits(ledger, currency)),
  }));
}

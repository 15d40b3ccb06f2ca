// A backtest built: its run, its venue and its script, from what it is given.

import { ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import {
  depositTransfers,
  emptyLedger,
  applyTransfers,
  walletUnits,
} from '#domain/ledger/ledger.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import { assert } from '#lib/assert.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { AccountFees } from '#domain/position/trading-terms.ts';
import { orderCharges } from '#domain/position/trading-terms.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import { alignColumns } from '#backtesting/align-columns.ts';
import { candleMinutesOf } from '#backtesting/interval-problem.ts';
import type { BacktestInput, BacktestSettings } from '#backtesting/backtest.ts';
import { backtestVenue, ledgerOf, stateOf } from '#engine/venue-feed/backtest-venue.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import { sharedColumns } from '#backtesting/shared-columns.ts';
import type { MarginPercents } from '#engine/venue-feed/call-margin.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import type { MatchingBars } from '#engine/venue-feed/matching-bars.ts';
import {
  chartBars,
  magnifiedBars,
  minuteBars,
  rowOfBar,
  updateBarFrom,
} from '#engine/venue-feed/matching-bars.ts';
import type { MarketBookSetup } from '#engine/venue-feed/venue-market-book.ts';
import { TRADINGVIEW_ROUNDING, USUAL_ROUNDING } from '#engine/run/orders/ask-order.ts';
import { logShortSeries } from '#engine/run/apis/log-short-series.ts';
import { makeContext } from '#engine/run/apis/make-context.ts';
import type { MakeBrain } from '#engine/run/run-brain.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { runMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { createRun } from '#engine/run/run.ts';
import { openPartOf } from '#engine/run/orders/take-effects.ts';
import type { ValueRecorder } from '#backtesting/port-values/value-recorder.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';

export type FeedSetup = {
  readonly input: BacktestInput;
  readonly seed: number;
  readonly notesDecisions: boolean;
  /** Whether anybody reads what is logged, and sees what is drawn. */
  readonly keepsLog: boolean;
  /** What decides: a script (see scriptBrain) or a strategy. */
  readonly makeBrain: MakeBrain;
  /** Begins no earlier than in this row; 0: with the window. */
  readonly beginRow: number;
  /** The row of which the script learns that the run ends there, when that is not the last. */
  readonly finalRow?: number;
  /** Takes what a traced script tells. */
  readonly recorder?: ValueRecorder;
};

export type MadeFeed = { readonly feed: Feed; readonly series: HeldSeriesApi };

/** Lays a backtest out. Its window holds at least one update (see windowOf). */
export function makeFeed(setup: FeedSetup): MadeFeed {
  const { input, seed, notesDecisions, keepsLog } = setup;
  const { settings, intervalMinutes } = input;
  const rules = rulesOf(settings);
  const markets = runMarkets(input);
  const bars = matchingBarsOf(setup, markets, rules);
  const [market] = markets;
  assert(market !== undefined, 'a backtest has a market');
  const ledger = fundedLedger(input);
  const margin = marginOf(settings);
  const venue = backtestVenue({
    state: emptyVenue(ledger),
    bars,
    rules,
    markets: bookSetups(input, markets),
    watchesMargin: margin !== null,
    openOf: ({ orderId }) => openPartOf(run, orderId),
  });
  const run: Run = createRun({
    kind: 'backtest',
    markets,
    firstOpenMs: bars.firstOpenMs,
    firstRow: rowOfBar(bars, updateBarFrom(bars, bars.firstBar)),
    lastRow: rowOfBar(bars, bars.lastBar),
    ...(setup.finalRow === undefined ? undefined : { finalRow: setup.finalRow }),
    accountId: input.accountId,
    intervalMinutes,
    seed,
    leverage: settings.leverage,
    marginMode: settings.marginMode,
    positionMode: settings.positionMode,
    tradeAmountQuote: settings.tradeAmountQuote,
    tradeAmountPercent: settings.tradeAmountPercent ?? null,
    pyramiding: countsOwnEntries(input) ? null : (settings.pyramiding ?? null),
    inputs: input.inputs,
    venue: {
      balances: (currency) => balancesIn(ledgerOf(venue), currency),
      position: (marketTag) => positionOn(stateOf(venue).positions, marketTag),
    },
    startUnits: walletUnits(ledger, market.terms.grid.settlementCurrency),
    priceRounding: settings.rules === 'tradingview' ? TRADINGVIEW_ROUNDING : USUAL_ROUNDING,
    openOrdersMax: LIMITS.openOrdersPerBotMax,
    notesDecisions,
    keepsLog,
  });
  const made = brainOf(run, setup, sharedColumns(markets, input.dataSeries));
  const fillsAtClose = settings.execution?.fillsAtClose ?? false;
  return {
    feed: {
      run,
      venue,
      fillsAtClose,
      margin,
      queue: [],
      fillCount: 0,
      seenFills: 0,
      asksForHistory: input.asksForHistory === true,
      emulatesBroker: saysPine(input.script.source),
      // With fills at the close the emulator leaves it out (PyneCore).
      recalculates: made.brain.recalculate !== undefined && !fillsAtClose,
      ...made,
    },
    series: made.series,
  };
}

/** A strategy and a Pine script do: for what turns a position they close it first. */
function countsOwnEntries({ strategy, script }: BacktestInput): boolean {
  return strategy !== undefined || saysPine(script.source);
}

type Begin = Pick<FeedSetup, 'input' | 'beginRow'>;

/**
 * Rows of the first and the last minute of the window that there are candles of, from `beginRow`
 * on; null if none.
 */
function windowOf({
  input,
  beginRow,
}: Begin): { readonly from: number; readonly to: number } | null {
  const candles = input.markets[0]?.candles;
  if (candles === undefined) return null;
  const endMs = Math.min(input.endMs, endOfColumns(candles));
  const startRow = Math.ceil((input.startMs - candles.firstOpenMs) / MINUTE_MS);
  const from = Math.max(beginRow, startRow);
  const to = Math.floor((endMs - candles.firstOpenMs) / MINUTE_MS) - 1;
  return to < from ? null : { from, to };
}

/** How many updates the backtest has: none when no bar of the chart lies whole in its window. */
export function updateCountOf(begin: Begin): number {
  if (windowOf(begin) === null) return 0;
  const { input } = begin;
  const bars = matchingBarsOf(begin, runMarkets(input), rulesOf(input.settings));
  return bars.lastBar - bars.firstBar + 1;
}

function brainOf(run: Run, { seed, makeBrain, input }: FeedSetup, store: ColumnStore) {
  const { marketTag } = run.markets[0]?.market ?? { marketTag: '' };
  const { intervalMinutes } = run.setup;
  let series: HeldSeriesApi | null = null;
  const brain = makeBrain((stage) => {
    run.stage = stage;
    stage.isUnseen = !run.setup.keepsLog;
    stage.finalRow = run.setup.finalRow ?? run.setup.lastRow;
    stage.row = run.setup.firstRow;
    // What the history of TradingView knows before a bar has closed (`lookahead_on`).
    const knowsLater = input.settings.rules === 'tradingview';
    const onShort = logShortSeries(run);
    const columnStepsPerRow = LIMITS.columnStepsPerMinuteMax;
    const own = { marketTag, intervalMinutes, knowsLater, onShort, columnStepsPerRow };
    series = makeSeriesApi({ store, cursor: stage, ...own });
    return makeContext(run, series);
  }, seed);
  assert(series !== null, 'a brain has its api');
  return { brain, series: series as HeldSeriesApi };
}

function runMarkets({ markets, fees, settings }: BacktestInput): readonly RunMarket[] {
  const [trade] = markets;
  assert(trade !== undefined, 'a backtest has a market');
  const { firstOpenMs, rowCount } = trade.candles;
  return markets.map(({ market, candles, candleMinutes }, index) => {
    const aligned = alignColumns(candles, firstOpenMs, rowCount);
    const own = feesOn(market, fees, settings);
    return runMarket(index, market, aligned, firstOpenMs, own, candleMinutes);
  });
}

/** The market's own fees, those of the account, or the chosen commission. */
function feesOn(
  market: Market,
  fees: BacktestInput['fees'],
  { execution }: BacktestSettings,
): AccountFees {
  const { percent, perOrder, perContract } = (execution ?? NO_EXECUTION_SETTINGS).commission;
  const percents = {
    makerFeePercent: percent ?? fees?.makerPercent ?? market.makerFeePercent,
    takerFeePercent: percent ?? fees?.takerPercent ?? market.takerFeePercent,
  };
  if (perOrder === null && perContract === null) return percents;
  const charges = orderCharges(marketGrid(market), perOrder ?? ZERO, perContract ?? ZERO);
  return { ...percents, charges };
}

/** Null where no margin calls are chosen. */
function marginOf({ execution }: BacktestSettings): MarginPercents | null {
  if (execution === undefined) return null;
  const { marginLongPercent, marginShortPercent } = execution;
  if ((marginLongPercent ?? marginShortPercent ?? null) === null) return null;
  // Choices that were stored before there were such lack them.
  return {
    marginLongPercent: marginLongPercent ?? null,
    marginShortPercent: marginShortPercent ?? null,
  };
}

function bookSetups(
  input: BacktestInput,
  markets: readonly RunMarket[],
): readonly MarketBookSetup[] {
  return input.markets.map(({ tiers, liquidationFeePercent, funding }, index) => ({
    market: markets[index] as RunMarket,
    tiers,
    liquidationFeePercent,
    funding,
  }));
}

function matchingBarsOf(
  begin: Begin,
  markets: readonly RunMarket[],
  rules: MatchingRules,
): MatchingBars {
  const isMagnified = begin.input.settings.execution?.magnifiesBars === true;
  const window = windowOf(begin);
  assert(window !== null, 'a backtest has candles in its window');
  const firstOpenMs = (markets[0] as RunMarket).candles.firstOpenMs;
  const candleMinutes = candleMinutesOf(begin.input);
  const isCoarse = rules.resolution === 'minute' && candleMinutes > 1;
  const barMinutes = rules.resolution === 'minute' ? candleMinutes : begin.input.intervalMinutes;
  if (barMinutes === 1) return minuteBars(markets, firstOpenMs, window.from, window.to);
  // Where there are no minutes, there is nothing to magnify.
  const barsOf = isMagnified && candleMinutes === 1 ? magnifiedBars : chartBars;
  const bars = barsOf(markets, firstOpenMs, window.from, window.to, barMinutes);
  return { ...bars, isCoarse };
}

/** The named rules with what the settings set otherwise. */
function rulesOf(settings: BacktestSettings): MatchingRules {
  const { rules: name, slippagePercent, participationPercent, execution } = settings;
  const named = MATCHING_RULES[name];
  const slippageTicks = execution?.slippageTicks ?? null;
  const slippage =
    slippagePercent === null && slippageTicks === null
      ? named.slippage
      : {
          halfSpreadTicks: BigInt(slippageTicks ?? 0) as Ticks,
          impactPercentAtFullVolume: ZERO,
          pricePercent: slippagePercent ?? ZERO,
        };
  const limitsSlip = named.limitsSlip && slippageTicks === null;
  const participationPercentMax = participationPercent ?? named.participationPercentMax;
  const through = execution?.limitThroughTicks;
  const limits =
    through === undefined
      ? {}
      : { limitTradeThroughTicks: BigInt(through) as Ticks, opensTradeThrough: true };
  return { ...named, slippage, limitsSlip, participationPercentMax, ...limits };
}

function fundedLedger({ wallet, accountId }: BacktestInput): Ledger {
  return wallet.reduce((ledger, { currency, amount }) => {
    const transfers = depositTransfers(currency, unitsOf(currency, amount, 'floor'), 'start');
    const funded = applyTransfers(ledger, transfers);
    assert(funded.ok, 'a wallet does not begin below zero');
    return funded.value;
  }, emptyLedger(accountId));
}

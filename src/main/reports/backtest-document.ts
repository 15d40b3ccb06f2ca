// A finished backtest with all of its parts, in the shapes that the API sends: the page of a report
// is drawn from them by the same parts as the console's.

import { ONE } from '#lib/decimal.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { barMinutesOf, barsOf } from '#backtesting/report-bars.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { choicesToText } from '#services/backtests/backtest-choices.ts';
import { exportParts } from '#services/backtests/export-parts.ts';
import type { GatheredInput } from '#services/backtests/gather-input.ts';
import { statisticsOfReport } from '#services/reports/statistics-rows.ts';
import { shownDecimals } from '#services/reports/shown-decimals.ts';
import { backtestToWire } from '#api/schemas/backtest.ts';
import {
  BACKTEST_BAR_PAGE,
  BACKTEST_DRAWING_PAGE,
  BACKTEST_OBJECT_PAGE,
  BACKTEST_PLOT_PAGE,
} from '#api/schemas/backtest-chart.ts';
import {
  BACKTEST_EQUITY_PAGE,
  BACKTEST_EXPORT_PAGE,
  BACKTEST_LOG_PAGE,
  BACKTEST_ORDER_PAGE,
  BACKTEST_POSITION_PAGE,
} from '#api/schemas/backtest-items.ts';
import { statisticsToWire } from '#api/schemas/backtest-statistics.ts';
import type { BacktestSubject } from '#cli/report-subject.ts';

/** The page shows so many of each, as the console's does. */
const TRADES_MAX = 10_000;
const ORDERS_MAX = 500;
const LOG_LINES_MAX = 500;

const LOCAL_ID = 'local';

/** `console/src/report/report-document.ts` is its type in the page. */
export function backtestDocument({ gathered, report, backtestId = LOCAL_ID }: BacktestSubject) {
  const { input } = gathered;
  const { drawings = [], objects = [], exports, logs, orders, plots, positions } = report;
  const market = input.markets[0]?.market;
  const { profitCurrency } = report;
  const statistics = { ...statisticsOfReport(input, report), profitCurrency };
  return {
    kind: 'backtest' as const,
    script_name: input.script.name,
    price_decimals: market === undefined ? 2 : shownDecimals(market).price,
    job: jobOf(backtestId, gathered, report),
    statistics: statisticsToWire(statistics),
    bars: BACKTEST_BAR_PAGE.toWire(barsOf(input, barMinutesOf(input)), null).data,
    equity: BACKTEST_EQUITY_PAGE.toWire(report.equity, null).data,
    plots: BACKTEST_PLOT_PAGE.toWire(plots, null).data,
    drawings: BACKTEST_DRAWING_PAGE.toWire(drawings, null).data,
    objects: BACKTEST_OBJECT_PAGE.toWire(objects, null).data,
    trades: BACKTEST_POSITION_PAGE.toWire(positions.slice(0, TRADES_MAX), null).data,
    orders: BACKTEST_ORDER_PAGE.toWire(orders.slice(0, ORDERS_MAX), null).data,
    logs: BACKTEST_LOG_PAGE.toWire(logs.slice(0, LOG_LINES_MAX), null).data,
    exports: BACKTEST_EXPORT_PAGE.toWire(exports.flatMap(exportParts), null).data,
  };
}

/** As the service has it; it is of no account and no stored script. */
function jobOf(backtestId: string, { input, topUps }: GatheredInput, report: BacktestReport) {
  const { endMs, intervalMinutes, markets, settings, startMs } = input;
  const backtest = {
    backtestId,
    userId: LOCAL_ID,
    scriptId: null,
    accountId: input.accountId,
    marketTag: markets[0]?.market.marketTag ?? '',
    intervalMinutes,
    startMs,
    endMs,
    choices: choicesToText(choicesOf(input)),
    queuedAtMs: endMs,
  };
  const beside = {
    topUps,
    tradeAmountQuote: settings.tradeAmountQuote,
    barMinutes: barMinutesOf(input),
  };
  return backtestToWire({ backtest, figures: { ...report, ...beside } });
}

/** What of the settings says more than the defaults do. */
function choicesOf({ inputs, settings }: BacktestInput): BacktestChoices {
  const { isAudited, leverage, participationPercent, slippagePercent } = settings;
  return {
    ...NO_CHOICES,
    inputs: Object.entries(inputs),
    slippagePercent,
    participationPercent,
    leverage: leverage === ONE ? null : leverage,
    isAudited,
    ...(settings.tradeAmountPercent === undefined
      ? {}
      : { tradeAmountPercent: settings.tradeAmountPercent }),
    ...(settings.pyramiding === undefined ? {} : { pyramiding: settings.pyramiding }),
    ...(settings.execution === undefined ? {} : { execution: settings.execution }),
    ...(settings.startsCold === true ? { startsCold: true as const } : {}),
  };
}

// Output of `tidemill backtest`: a table of figures for people, everything for machines.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import { formatInstant } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type { GatheredInput } from '#services/backtests/gather-input.ts';
import type { BacktestReport } from '#services/backtests/perform-backtest.ts';
import type { Statistics } from '#services/results/get-statistics.ts';
import {
  numberText,
  returnRows,
  statisticsOfReport,
  tradeRows,
} from '#services/reports/statistics-rows.ts';
import { conclude } from '#services/reports/conclude.ts';
import { totalReturn } from '#services/reports/net-profit.ts';
import type { ShownDecimals } from '#services/reports/shown-decimals.ts';
import {
  COIN_PLACES,
  percentText,
  shortDecimal,
  shownDecimals,
  shownPercent,
} from '#services/reports/shown-decimals.ts';
import { minuteText } from '#cli/history/history-text.ts';
import { formatRecord } from '#cli/table.ts';
import type { Terminal } from '#cli/terminal.ts';

const PLOTS_NAMED_MAX = 6;

type Rows = readonly (readonly [name: string, value: string])[];

/** Figures as a table, money in the decimals of the market. */
export function backtestSummary(
  terminal: Terminal,
  { input, topUps }: GatheredInput,
  report: BacktestReport,
): string {
  const { money: places } = decimalsOf(input, report);
  const money = (value: Decimal): string => moneyText(value, places, report.profitCurrency);
  const share = (value: Decimal): string => `${shownPercent(value)} %`;
  const statistics = statisticsOfReport(input, report);
  const added = topUps.map(({ currency, amount }) => coinText(amount, currency)).join(', ');
  return formatRecord(terminal, [
    ['Script', input.script.name],
    ['Market', `${input.markets[0]?.market.marketTag}, ${input.intervalMinutes} minutes`],
    ['Window', `${minuteText(input.startMs)} to ${minuteText(input.endMs)}`],
    ['Rules', `${report.rules}, seed ${report.seed}`],
    ...settingsRow(report),
    ...warmUpRow(report),
    ['Unscripted trade', unscriptedTrade(input)],
    ...(added === '' ? [] : [['Play money added', added] as const]),
    ['In words', conclude(statistics, report.profitCurrency)],
    ...totalReturnRow(report, places),
    ['Realized profit', money(report.realizedProfit)],
    ['Unrealized profit', money(report.unrealizedProfit)],
    ['Fees', money(report.fees)],
    ['Funding', money(report.funding)],
    ['ROI on used margin', signedShare(report.roiPercent)],
    ['Buy and hold', signedShare(report.priceChangePercent)],
    ['Max drawdown', `${money(report.maxDrawdown)} (${share(report.maxDrawdownPercent)})`],
    [
      'Positions',
      `${countText(report.positionsClosed)} closed, ${countText(report.positionsWinning)} won`,
    ],
    ...gridRow(statistics, money),
    ...statisticsRowsOf(statistics, places, report.profitCurrency),
    ['Orders', `${countText(report.ordersTotal)} placed, ${countText(report.ordersFilled)} filled`],
    ['Assumptions', assumptionsText(report)],
    ...gapRows(report),
    ...resolutionRow(report),
    ...rejectionRow(report),
    ...unusedInputsRow(report),
    ...drawnRows(report),
    ...report.custom.map(({ key, value }) => [key, value] as const),
  ]);
}

/** The trades of a grid, whose position may never close. */
function gridRow({ pairs }: Statistics, money: (value: Decimal) => string): Rows {
  if (pairs === null) return [];
  const { losing, profit, winning } = pairs;
  const counts = `${countText(winning + losing)} closed, ${countText(winning)} won`;
  return [['Grids', `${counts}, ${money(profit)}`]];
}

/** Those that people look for first; the page has all. */
function statisticsRowsOf(statistics: Statistics, places: number, currency: string): Rows {
  const named = new Map(returnRows(statistics).map(([name, own]) => [name, own]));
  const money = (value: number): string => `${numberText(value, places)} ${currency}`;
  const trades = new Map(tradeRows([statistics.all], money).map(([name, [own]]) => [name, own]));
  const wanted = [
    [named, 'Growth per year (CAGR)'],
    [named, 'Volatility per year'],
    [named, 'Sharpe'],
    [named, 'Sortino'],
    [named, 'Calmar'],
    [named, 'Time in the market'],
    [named, 'Length of the largest drawdown'],
    [named, 'Longest time below a high'],
    [trades, 'Win rate'],
    [trades, 'Profit factor'],
    [trades, 'Average trade'],
    [trades, 'Expectancy, of an average loss'],
    [trades, 'Longest streaks, won and lost'],
    [trades, 'Average holding time'],
  ] as const;
  return wanted.flatMap(([rows, name]) => {
    const value = rows.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The first figure: what was gained of all that the run began with. */
function totalReturnRow(report: BacktestReport, places: number): Rows {
  const total = totalReturn(report);
  if (total === null) return [];
  const of = moneyText(total.startEquity, places, report.profitCurrency);
  return [['Total return', `${signedShare(total.percent)} of ${of}`]];
}

/** As the report's page has them. */
function decimalsOf(
  { markets }: GatheredInput['input'],
  { profitCurrency }: BacktestReport,
): Pick<ShownDecimals, 'money'> {
  const market = markets[0]?.market;
  return market === undefined ? { money: COIN_PLACES } : shownDecimals(market, profitCurrency);
}

function moneyText(value: Decimal, places: number, currency: string): string {
  return `${shortDecimal(value, places)} ${currency}`;
}

function coinText(value: Decimal, currency: string): string {
  return moneyText(value, COIN_PLACES, currency);
}

function signedShare(percent: Decimal): string {
  return `${percentText(percent)} %`;
}

function resolutionRow({ resolution, rules }: BacktestReport): Rows {
  if (resolution === undefined) return [];
  const { candleMinutes, unwalkedFills } = resolution;
  const held = `candles of ${intervalText(candleMinutes)}, no minutes`;
  if (rules === 'tradingview') return [['Resolution', held]];
  return [['Resolution', `${held}: ${unwalkedFills} fills inside candles in an order assumed`]];
}

function gapRows({ dataGaps = [] }: BacktestReport): Rows {
  return dataGaps.map(({ kind, marketTag, fromMs, toMs }) => {
    const when = `${minuteText(fromMs)} to ${minuteText(toMs)} on ${marketTag}`;
    return kind === 'funding'
      ? ['No funding rates', `${when}: none was paid`]
      : ['No minutes', `${when}: nothing filled`];
  });
}

function quoteOf({ markets }: GatheredInput['input']): string {
  return markets[0]?.market.quote ?? '';
}

function warmUpRow({ warmUp }: BacktestReport): Rows {
  if (warmUp === undefined) return [];
  const { neededBars, givenBars, firstUpdateMs, isSufficient } = warmUp;
  const bars = `${givenBars} bars (${neededBars} needed), begun ${minuteText(firstUpdateMs)}`;
  return [['Warm-up', isSufficient ? bars : `${bars}: some series had no value at first`]];
}

function rejectionRow({ rejections, assumptions }: BacktestReport): Rows {
  const [first] = rejections;
  if (first === undefined) return [];
  const { reason, count } = first;
  return [
    ['Rejected most', `${countText(count)} of ${countText(assumptions.rejectedOrders)}: ${reason}`],
  ];
}

function unscriptedTrade(input: GatheredInput['input']): string {
  const { tradeAmountPercent: percent, tradeAmountQuote } = input.settings;
  if (percent !== undefined) return `${formatDecimal(percent)} % of the equity`;
  return coinText(tradeAmountQuote, quoteOf(input));
}

function settingsRow({ settingsUsed = [] }: BacktestReport): Rows {
  if (settingsUsed.length === 0) return [];
  return [['Settings', settingsUsed.map(({ name, value }) => `${name} ${value}`).join(', ')]];
}

function unusedInputsRow({ unusedInputs }: BacktestReport): Rows {
  if (unusedInputs.length === 0) return [];
  return [['Not used', `${unusedInputs.join(', ')}: the script asks for no such input`]];
}

/** What the script drew and exported, which is too long for a table. */
function drawnRows({ plots, exports }: BacktestReport): Rows {
  const tables = exports.map(({ name, rows }) => `${name} (${rows.length} rows)`);
  const lines = plots.map(({ name }) => name);
  const isShort = lines.length <= PLOTS_NAMED_MAX;
  const named = isShort ? lines : [...lines.slice(0, PLOTS_NAMED_MAX), '...'];
  return [
    ...(lines.length === 0 ? [] : [['Drawn, see --report', named.join(', ')] as const]),
    ...(tables.length === 0 ? [] : [['Exported, see --exports', tables.join(', ')] as const]),
  ];
}

function assumptionsText({ assumptions }: BacktestReport): string {
  const counts = [
    ['ambiguous fills', assumptions.ambiguousFills],
    ['gap fills', assumptions.gapFills],
    ['partial fills', assumptions.partialFills],
    ['rejected orders', assumptions.rejectedOrders],
    ['missing minutes', assumptions.missingMinutes],
    ['liquidations', assumptions.liquidations],
  ] as const;
  const some = counts.filter(([, count]) => count > 0);
  return some.length === 0
    ? 'none'
    : some.map(([name, count]) => `${countText(count)} ${name}`).join(', ');
}

/** In the form of `figuresToJson`. */
export function backtestToJson(
  { input, topUps }: GatheredInput,
  report: BacktestReport,
  { page, exports }: { readonly page: string | null; readonly exports: readonly string[] },
): object {
  return {
    script: input.script.name,
    market_tag: input.markets[0]?.market.marketTag,
    interval: input.intervalMinutes,
    start_at: formatInstant(input.startMs),
    end_at: formatInstant(input.endMs),
    report_file: page,
    export_files: exports,
    trade_amount: figuresToJson(input.settings.tradeAmountQuote),
    top_ups: figuresToJson(topUps),
    report: figuresToJson(report),
  };
}

/** Names in snake_case, decimals as strings, instants in RFC 3339, at any depth. */
export function figuresToJson(value: unknown): unknown {
  if (typeof value === 'bigint') return formatDecimal(value as Decimal);
  if (Array.isArray(value)) return value.map(figuresToJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => {
      const isInstant = name.endsWith('Ms') && typeof item === 'number';
      const label = name.endsWith('Ms') ? name.slice(0, -2) : name;
      const snake = label.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [snake, isInstant ? formatInstant(item) : figuresToJson(item)];
    }),
  );
}

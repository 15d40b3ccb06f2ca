// The parts of a backtest's page in words and tables.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { NetProfit } from '#services/reports/net-profit.ts';
import { netProfit } from '#services/reports/net-profit.ts';
import type { ShownDecimals } from '#services/reports/shown-decimals.ts';
import {
  fixedDecimal,
  percentText,
  shortDecimal,
  COIN_PLACES,
  shownDecimals,
  signedDecimal,
} from '#services/reports/shown-decimals.ts';
import { exportTables } from '#services/reports/export-tables.ts';
import type { Statistics } from '#backtesting/statistics/statistics.ts';
import { statisticsCharts } from '#services/reports/statistics-charts.ts';
import {
  numberText,
  percent,
  returnRows,
  statisticsOfReport,
  tradeRows,
} from '#services/reports/statistics-rows.ts';
import { monthlyReturns } from '#services/reports/monthly-returns.ts';

const TRADES_SHOWN_MAX = 1_000;
const LOG_LINES_SHOWN_MAX = 200;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Each part of the page; empty where there is nothing to show. */
export function reportSections(input: BacktestInput, report: BacktestReport) {
  const decimals = decimalsOf(input, report);
  const statistics = statisticsOfReport(input, report);
  return {
    window: html`${minuteText(input.startMs)} to ${minuteText(input.endMs)} UTC`,
    headline: headline(report, decimals, statistics),
    months: months(report),
    statistics: statisticsTables(statistics, decimals, report.profitCurrency),
    charts: statisticsCharts(statistics),
    trades: trades(input, report),
    figures: allFigures(report, decimals),
    assumptions: assumptions(input, report),
    inputs: inputsUsed(input),
    log: logLines(report),
    exports: exportTables(report),
  };
}

const NO_MARKET: ShownDecimals = { price: 8, amount: 8, money: 8 };

function decimalsOf(
  { markets }: BacktestInput,
  { profitCurrency }: BacktestReport,
  marketTag = markets[0]?.market.marketTag,
): ShownDecimals {
  const found = markets.find(({ market }) => market.marketTag === marketTag);
  return found === undefined ? NO_MARKET : shownDecimals(found.market, profitCurrency);
}

/** The figures that a reader looks for first. */
function headline(
  report: BacktestReport,
  { money: places }: ShownDecimals,
  { returns, exposurePercent }: Statistics,
): Html {
  const money = report.profitCurrency;
  const profit = `${signedDecimal(report.realizedProfit, places)} ${money}`;
  const tiles = [
    netTile(netProfit(report), profit, places),
    tile('Buy and hold', `${percentText(report.priceChangePercent)} %`, 'of the market', null),
    tile('Drawdown', `${shortDecimal(report.maxDrawdownPercent, 2)} %`, 'at worst', null),
    tile('Win rate', `${shortDecimal(report.winRatePercent, 2)} %`, tradesText(report), null),
    tile('Sharpe', shortDecimal(report.sharpeRatio, 2), 'yearly', null),
    tile('CAGR', percent(returns.cagrPercent), 'growth per year', null),
    tile('In the market', percent(exposurePercent), 'of the time', null),
    tile('ROI', `${percentText(report.roiPercent)} %`, 'on used margin', null),
  ];
  return html`<section class="tiles">${tiles}</section>`;
}

function netTile(net: NetProfit | null, profit: string, places: number): Html {
  if (net === null) return tile('Net profit', profit, 'of nothing at the start', null);
  const of = `${profit} of ${shortDecimal(net.startEquity, places)}`;
  return tile('Net profit', `${percentText(net.percent)} %`, of, net.percent);
}

function tradesText({ positionsClosed: count }: BacktestReport): string {
  return `of ${countText(count)} ${count === 1 ? 'trade' : 'trades'}`;
}

function tile(name: string, value: string, unit: string, judged: Decimal | null): Html {
  const tone = judged === null || judged === ZERO ? '' : judged > ZERO ? 'good' : 'bad';
  return html`<div class="tile">
    <span>${name}</span><strong class="${tone}">${value}</strong><small>${unit}</small>
  </div>`;
}

function allFigures(report: BacktestReport, { money: places }: ShownDecimals): Html {
  const money = (value: Decimal): string => shortDecimal(value, places);
  const figures: readonly (readonly [string, string])[] = [
    ['Gross profit', money(report.grossProfit)],
    ['Fees', money(report.fees)],
    ['Profit factor', shortDecimal(report.profitFactor, 2)],
    ['Unrealised profit at the end', money(report.unrealizedProfit)],
    ['Funding paid', money(report.funding)],
    ['Average profit', money(report.averageProfit)],
    ['Average margin', money(report.averageMargin)],
    ['Biggest win', money(report.biggestWin)],
    ['Biggest loss', money(report.biggestLoss)],
    ['Highest profit', money(report.highestProfit)],
    ['Lowest profit', money(report.lowestProfit)],
    ['Largest drawdown', money(report.maxDrawdown)],
    ['Sortino ratio', shortDecimal(report.sortinoRatio, 2)],
    ['Orders placed', countText(report.ordersTotal)],
    ['Orders filled', countText(report.ordersFilled)],
    ['Orders filled in part', countText(report.ordersPartiallyFilled)],
    ['Average time an order was open', `${shortDecimal(report.averageOpenTimeSeconds, 0)} s`],
    [
      'Winning and losing trades',
      `${countText(report.positionsWinning)} and ${countText(report.positionsLosing)}`,
    ],
    ...report.wallet.map(
      ({ currency, amount }) =>
        [`Wallet at the end, ${currency}`, shortDecimal(amount, COIN_PLACES)] as const,
    ),
    ...report.custom.map(({ key, value }) => [key, value] as const),
  ];
  return pairs('Figures', figures);
}

/** The run beside buying and holding, and its trades by direction. */
function statisticsTables(
  statistics: Statistics,
  { money: places }: ShownDecimals,
  currency: string,
): Html {
  const { all, long, short } = statistics;
  const money = (value: number): string => numberText(value, places);
  const trades = tradeRows([all, long, short], money);
  return html`<div class="columns">
    ${figuresTable('Returns', ['This run', 'Buy and hold'], returnRows(statistics))}
    ${figuresTable(
      `Trades by direction, ${currency}`,
      ['All', 'Long', 'Short'],
      trades.map(([name, values]) => [name, ...values]),
    )}
  </div>`;
}

function figuresTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Html {
  const lines = rows.map(
    ([name = '', ...values]) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${values.map((value) => html`<td>${value}</td>`)}
      </tr>`,
  );
  return html`<section>
    <h2>${title}</h2>
    <table class="figures">
      <tr>
        <td></td>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
      ${lines}
    </table>
  </section>`;
}

function resolutionRows({ resolution }: BacktestReport): readonly (readonly [string, string])[] {
  if (resolution === undefined) return [];
  return [
    ['Candles of the history', `${intervalText(resolution.candleMinutes)}: there were no minutes`],
    ['Fills inside such a candle', countText(resolution.unwalkedFills)],
  ];
}

/** What a reader must know before believing the figures. */
function assumptions(input: BacktestInput, report: BacktestReport): Html {
  const counts = report.assumptions;
  const first = input.markets[0]?.market;
  const rows: readonly (readonly [string, string])[] = [
    ['Rules of matching', report.rules],
    ...(report.settingsUsed ?? []).map(({ name, value }) => [name, value] as const),
    ['Market', first?.marketTag ?? ''],
    ['Chart interval', `${input.intervalMinutes} min`],
    ['Leverage', shortDecimal(input.settings.leverage, COIN_PLACES)],
    ['Unscripted trade', unscriptedText(input)],
    ['Fills with a stop and a target in one minute', countText(counts.ambiguousFills)],
    ['Fills at a gap', countText(counts.gapFills)],
    ['Fills of a part, for want of volume', countText(counts.partialFills)],
    ['Orders rejected', countText(counts.rejectedOrders)],
    ...report.rejections.map(
      ({ reason, count }) => [`Rejected ${countText(count)} times`, reason] as const,
    ),
    ...report.unusedInputs.map((key) => ['Chosen input that is not requested', key] as const),
    ...warmUpRows(report),
    ['Minutes without data', countText(counts.missingMinutes)],
    ...resolutionRows(report),
    ['Liquidations', countText(counts.liquidations)],
    ['Updates of the script', countText(report.updates)],
    ['Seed', String(report.seed)],
    ['Data', report.dataHash],
    ['Engine', report.engineVersion],
  ];
  return pairs('Assumptions and origin', rows);
}

function warmUpRows({ warmUp }: BacktestReport): readonly (readonly [string, string])[] {
  if (warmUp === undefined) return [];
  const { neededBars, givenBars, firstUpdateMs, isSufficient } = warmUp;
  const bars = `${givenBars} bars, ${neededBars} needed`;
  return [
    ['Warm-up', isSufficient ? bars : `${bars}: some series had no value at first`],
    ['First update', minuteText(firstUpdateMs)],
  ];
}

function inputsUsed(input: BacktestInput): Html {
  const rows = Object.entries(input.inputs).map(([key, value]) => [key, String(value)] as const);
  return rows.length === 0 ? NOTHING : pairs('Inputs that were set', rows);
}

function pairs(title: string, rows: readonly (readonly [string, string])[]): Html {
  const lines = rows.map(
    ([name, value]) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`,
  );
  return html`<section>
    <h2>${title}</h2>
    <table class="pairs">
      ${lines}
    </table>
  </section>`;
}

function months(report: BacktestReport): Html {
  const years = monthlyReturns(report.equity);
  if (years.length === 0) return NOTHING;
  const heads = ['Year', ...MONTHS].map((name) => html`<th scope="col">${name}</th>`);
  const rows = years.map(({ year, months: values, total }) => {
    const cells = [total, ...values].map((value) => returnCell(value));
    return html`<tr>
      <th scope="row">${year}</th>
      ${cells}
    </tr>`;
  });
  return html`<section>
    <h2>Return by month, percent</h2>
    <div class="wide" tabindex="0">
      <table class="months">
        <tr>
          <td></td>
          ${heads}
        </tr>
        ${rows}
      </table>
    </div>
  </section>`;
}

function returnCell(value: number | null): Html {
  if (value === null) return html`<td></td>`;
  // The colour is full at ten percent.
  const strength = Math.min(1, Math.abs(value) / 10).toFixed(2);
  const tone = value < 0 ? 'loss' : 'gain';
  return html`<td class="${tone}" style="--strength:${strength}">${percentCell(value)}</td>`;
}

/** Nothing is minus nothing. */
function percentCell(value: number): string {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1');
}

function trades(input: BacktestInput, report: BacktestReport): Html {
  const shown = report.positions.slice(0, TRADES_SHOWN_MAX);
  const rows = shown.map((trade) => {
    const tone = trade.realizedProfit < ZERO ? 'bad' : 'good';
    const from = Math.floor(trade.openedAtMs / 1_000);
    const to = Math.floor((trade.closedAtMs ?? trade.openedAtMs) / 1_000);
    const places = decimalsOf(input, report, trade.marketTag);
    return html`<tr class="trade" data-from="${from}" data-to="${to}">
      <td>${minuteText(trade.openedAtMs)}</td>
      <td>${trade.direction}</td>
      <td class="${tone}">${fixedDecimal(trade.realizedProfit, places.money)}</td>
      <td class="${tone}">${fixedDecimal(trade.roiPercent, 2)}</td>
      <td>${trade.closedAtMs === null ? 'open' : minuteText(trade.closedAtMs)}</td>
      <td>${fixedDecimal(trade.amount, places.amount)}</td>
      <td>${fixedDecimal(trade.averagePrice, places.price)}</td>
      <td>${trade.exitPrice === null ? '' : fixedDecimal(trade.exitPrice, places.price)}</td>
      <td>${trade.excursion?.favorablePercent.toFixed(2) ?? ''}</td>
      <td>${trade.excursion?.adversePercent.toFixed(2) ?? ''}</td>
      <td>${fixedDecimal(trade.fees, places.money)}</td>
    </tr>`;
  });
  const heads = 'Opened,Side,Profit,% of margin,Closed,Amount,Entry,Exit,MFE %,MAE %,Fees'
    .split(',')
    .map((name) => html`<th scope="col">${name}</th>`);
  const rest = report.positions.length - shown.length;
  const note =
    rest > 0 ? html`<p class="soft">${countText(rest)} more are in the JSON form.</p>` : NOTHING;
  return html`<section>
    <h2>Trades</h2>
    <p class="soft">Times are UTC. A click on a trade shows it in the chart.</p>
    <div class="wide" tabindex="0">
      <table class="trades">
        <tr>
          ${heads}
        </tr>
        ${rows}
      </table>
    </div>
    ${note}
  </section>`;
}

function logLines(report: BacktestReport): Html {
  const shown = report.logs.slice(0, LOG_LINES_SHOWN_MAX);
  if (shown.length === 0) return NOTHING;
  const rows = shown.map(
    ({ atMs, severity, message }) =>
      html`<tr>
        <td>${minuteText(atMs)}</td>
        <td>${severity}</td>
        <td>${message}</td>
      </tr>`,
  );
  const rest = report.logs.length - shown.length;
  const note = rest > 0 ? html`<p class="soft">${countText(rest)} more lines.</p>` : NOTHING;
  return html`<section>
    <h2>Log</h2>
    <div class="wide" tabindex="0">
      <table class="log">
        ${rows}
      </table>
    </div>
    ${note}
  </section>`;
}

function unscriptedText({ markets, settings }: BacktestInput): string {
  return `${shortDecimal(settings.tradeAmountQuote, COIN_PLACES)} ${markets[0]?.market.quote ?? ''}`;
}

/** `2024-01-31 09:15`. */
function minuteText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

// The parts of a backtest's page in words and tables.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { formatInstant } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type { BacktestInput, BacktestReport } from '#engine/backtest/backtest.ts';
import { monthlyReturns } from '#services/reports/monthly-returns.ts';

const TRADES_SHOWN_MAX = 1_000;
const LOG_LINES_SHOWN_MAX = 200;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Each part of the page; empty where there is nothing to show. */
export function reportSections(input: BacktestInput, report: BacktestReport) {
  return {
    window: html`${minuteText(input.startMs)} to ${minuteText(input.endMs)} UTC`,
    headline: headline(report),
    months: months(report),
    trades: trades(report),
    figures: allFigures(report),
    assumptions: assumptions(input, report),
    inputs: inputsUsed(input),
    log: logLines(report),
  };
}

/** The figures that a reader looks for first. */
function headline(report: BacktestReport): Html {
  const money = report.profitCurrency;
  const tiles = [
    tile('Net profit', signed(report.realizedProfit), money, report.realizedProfit),
    tile('Return', signed(report.roiPercent), '% of used margin', report.roiPercent),
    tile('Market', signed(report.priceChangePercent), '% buy and hold', null),
    tile('Win rate', short(report.winRatePercent), `% of ${report.positionsClosed} trades`, null),
    tile('Profit factor', short(report.profitFactor), 'gross win / gross loss', null),
    tile('Drawdown', short(report.maxDrawdownPercent), '% at worst', null),
    tile('Fees', short(report.fees), money, null),
    tile('Sharpe', short(report.sharpeRatio), 'yearly', null),
  ];
  return html`<section class="tiles">${tiles}</section>`;
}

function tile(name: string, value: string, unit: string, judged: Decimal | null): Html {
  const tone = judged === null || judged === ZERO ? '' : judged > ZERO ? 'good' : 'bad';
  return html`<div class="tile">
    <span>${name}</span><strong class="${tone}">${value}</strong><small>${unit}</small>
  </div>`;
}

function allFigures(report: BacktestReport): Html {
  const figures: readonly (readonly [string, string])[] = [
    ['Gross profit', formatDecimal(report.grossProfit)],
    ['Unrealised profit at the end', formatDecimal(report.unrealizedProfit)],
    ['Funding paid', formatDecimal(report.funding)],
    ['Average profit', formatDecimal(report.averageProfit)],
    ['Average margin', formatDecimal(report.averageMargin)],
    ['Biggest win', formatDecimal(report.biggestWin)],
    ['Biggest loss', formatDecimal(report.biggestLoss)],
    ['Highest profit', formatDecimal(report.highestProfit)],
    ['Lowest profit', formatDecimal(report.lowestProfit)],
    ['Largest drawdown', formatDecimal(report.maxDrawdown)],
    ['Sortino ratio', short(report.sortinoRatio)],
    ['Orders placed', String(report.ordersTotal)],
    ['Orders filled', String(report.ordersFilled)],
    ['Orders filled in part', String(report.ordersPartiallyFilled)],
    ['Average time an order was open', `${short(report.averageOpenTimeSeconds)} s`],
    ['Winning and losing trades', `${report.positionsWinning} and ${report.positionsLosing}`],
    ...report.wallet.map(
      ({ currency, amount }) => [`Wallet at the end, ${currency}`, formatDecimal(amount)] as const,
    ),
    ...report.custom.map(({ key, value }) => [key, value] as const),
  ];
  return pairs('Figures', figures);
}

function resolutionRows({ resolution }: BacktestReport): readonly (readonly [string, string])[] {
  if (resolution === undefined) return [];
  return [
    ['Candles of the history', `${intervalText(resolution.candleMinutes)}: there were no minutes`],
    ['Fills inside such a candle', String(resolution.unwalkedFills)],
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
    ['Leverage', formatDecimal(input.settings.leverage)],
    ['Unscripted trade', `${formatDecimal(input.settings.tradeAmountQuote)} ${first?.quote ?? ''}`],
    ['Fills with a stop and a target in one minute', String(counts.ambiguousFills)],
    ['Fills at a gap', String(counts.gapFills)],
    ['Fills of a part, for want of volume', String(counts.partialFills)],
    ['Orders rejected', String(counts.rejectedOrders)],
    ...report.rejections.map(({ reason, count }) => [`Rejected ${count} times`, reason] as const),
    ...report.unusedInputs.map((key) => ['Chosen input that is not asked for', key] as const),
    ...warmUpRows(report),
    ['Minutes without data', String(counts.missingMinutes)],
    ...resolutionRows(report),
    ['Liquidations', String(counts.liquidations)],
    ['Updates of the script', String(report.updates)],
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
    ['First update', formatInstant(firstUpdateMs)],
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
  const heads = [...MONTHS, 'Year'].map((name) => html`<th>${name}</th>`);
  const rows = years.map(({ year, months: values, total }) => {
    const cells = [...values, total].map((value) => returnCell(value));
    return html`<tr>
      <th scope="row">${year}</th>
      ${cells}
    </tr>`;
  });
  return html`<section>
    <h2>Return by month, percent</h2>
    <div class="wide">
      <table class="months">
        <tr>
          <th></th>
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
  return html`<td class="${tone}" style="--strength:${strength}">${value.toFixed(2)}</td>`;
}

function trades(report: BacktestReport): Html {
  const shown = report.positions.slice(0, TRADES_SHOWN_MAX);
  const rows = shown.map((trade) => {
    const tone = trade.realizedProfit < ZERO ? 'bad' : 'good';
    const from = Math.floor(trade.openedAtMs / 1_000);
    const to = Math.floor((trade.closedAtMs ?? trade.openedAtMs) / 1_000);
    return html`<tr class="trade" data-from="${from}" data-to="${to}">
      <td>${minuteText(trade.openedAtMs)}</td>
      <td>${trade.closedAtMs === null ? 'open' : minuteText(trade.closedAtMs)}</td>
      <td>${trade.direction}</td>
      <td>${formatDecimal(trade.amount)}</td>
      <td>${formatDecimal(trade.averagePrice)}</td>
      <td>${trade.exitPrice === null ? '' : formatDecimal(trade.exitPrice)}</td>
      <td>${formatDecimal(trade.fees)}</td>
      <td class="${tone}">${signed(trade.realizedProfit)}</td>
      <td class="${tone}">${signed(trade.roiPercent)}</td>
    </tr>`;
  });
  const heads = 'Opened,Closed,Side,Amount,Entry,Exit,Fees,Profit,ROI %'
    .split(',')
    .map((name) => html`<th scope="col">${name}</th>`);
  const rest = report.positions.length - shown.length;
  const note = rest > 0 ? html`<p class="soft">${rest} more are in the JSON form.</p>` : NOTHING;
  return html`<section>
    <h2>Trades</h2>
    <p class="soft">Times are UTC. A click on a trade shows it in the chart.</p>
    <div class="wide">
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
  const note = rest > 0 ? html`<p class="soft">${rest} more lines.</p>` : NOTHING;
  return html`<section>
    <h2>Log</h2>
    <div class="wide">
      <table class="log">
        ${rows}
      </table>
    </div>
    ${note}
  </section>`;
}

/** `2024-01-31 09:15`. */
function minuteText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

function signed(value: Decimal): string {
  return `${value > ZERO ? '+' : ''}${short(value)}`;
}

/** At most four places: a page is for looking at; the exact figures are in the JSON form. */
function short(value: Decimal): string {
  const [whole = '', fraction = ''] = formatDecimal(value).split('.');
  const kept = fraction.slice(0, 4).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

// A bot's day beside its backtest as one page that needs nothing else: what both made, what each
// cause of the difference cost, and their orders side by side.

import { LIMITS } from '#lib/limits.ts';
import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE, ZERO } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { formatInstant } from '#lib/time.ts';
import type { ParityCause, ParityReport } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import type { Comparison } from '#services/comparisons/get-comparison.ts';
import type { FinishedComparison } from '#services/reports/compared-orders-table.ts';
import { comparedOrdersTable } from '#services/reports/compared-orders-table.ts';
import { COMPARISON_STYLE } from '#services/reports/comparison-style.ts';
import { renderReportPage } from '#services/reports/report-page.ts';
import {
  COIN_PLACES,
  percentText,
  shownDecimals,
  signedDecimal,
} from '#services/reports/shown-decimals.ts';

const CAUSES: { readonly [cause in ParityCause]: readonly [name: string, meaning: string] } = {
  missed: ['Missed', 'only the order of the backtest filled'],
  extra: ['Extra', 'only the order of the bot filled'],
  size: ['Size', 'another amount filled'],
  delay: ['Delay', 'it filled in another minute, and the market had moved'],
  price: ['Price', 'it filled at another price of its minute: spread, slippage'],
  fee: ['Fee', 'another share of what was traded was paid as a fee'],
};

export function renderComparisonReport(comparison: FinishedComparison): string {
  const { report, market, currency, dayMs, notes, botId, isPaper } = comparison;
  const money = isPaper ? ', with play money (paper account)' : '';
  const day = formatInstant(dayMs).slice(0, 'YYYY-MM-DD'.length);
  const content = html`${tiles(comparison)} ${noteList(notes)} ${causeTable(report, currency)}
  ${comparedOrdersTable(comparison, shownDecimals(market, currency))} ${runTable(comparison)}`;
  return renderReportPage({
    title: `Live against backtest, ${day}`,
    subtitle: `${market.marketTag}, bot ${botId}${money}. Times are UTC, figures ${currency}.`,
    style: COMPARISON_STYLE,
    content,
  });
}

function tiles({ report, market, currency }: FinishedComparison): Html {
  const { money } = shownDecimals(market, currency);
  const { liveProfit, backtestProfit, equalCount, pairs } = report;
  const difference = (liveProfit - backtestProfit) as Decimal;
  const differing = pairs.length - equalCount;
  return html`<section class="tiles">
    ${tile('Bot made', signedDecimal(liveProfit, money), `${currency}, fees deducted`, null)}
    ${tile('Backtest made', signedDecimal(backtestProfit, money), currency, null)}
    ${tile('Difference', signedDecimal(difference, money), shareOf(difference, report), difference)}
    ${tile('Equal orders', countText(equalCount), `of ${countText(pairs.length)}`, null)}
    ${tile('Orders that differ', countText(differing), 'by one cause or more', null)}
  </section>`;
}

/** Of what the backtest made, where that is something. */
function shareOf(difference: Decimal, { backtestProfit }: ParityReport): string {
  if (backtestProfit === ZERO) return 'bot less backtest';
  const made = larger(ZERO, backtestProfit);
  const percent = divideRounded(difference * 100n * ONE, made, 'half_even') as Decimal;
  return `${percentText(percent)} % of the backtest's`;
}

function tile(name: string, value: string, note: string, judged: Decimal | null): Html {
  const tone = judged === null || judged === ZERO ? '' : judged > ZERO ? 'good' : 'bad';
  return html`<div class="tile">
    <span>${name}</span><strong class="${tone}">${value}</strong><small>${note}</small>
  </div>`;
}

function noteList(notes: readonly string[]): Html {
  if (notes.length === 0) return NOTHING;
  return html`<ul class="notes">
    ${notes.map((note) => html`<li>${note}</li>`)}
  </ul>`;
}

/** To the last unit: the amounts sum up to the difference. */
function causeTable(report: ParityReport, currency: string): Html {
  const { effects, pairs, liveProfit, backtestProfit, equalCount } = report;
  const widest = PARITY_CAUSES.reduce((most, cause) => larger(most, effects[cause]), ZERO);
  const lines = PARITY_CAUSES.map((cause) => {
    const [name, meaning] = CAUSES[cause];
    const count = pairs.filter((pair) => pair.effects[cause] !== ZERO).length;
    return html`<tr class="${count === 0 ? 'none' : ''}">
      <th scope="row">${name}<small>${meaning}</small></th>
      <td class="figure">${countText(count)}</td>
      ${barCell(effects[cause], widest)}
      <td class="figure ${toneOf(effects[cause])}">${exact(effects[cause])}</td>
    </tr>`;
  });
  const difference = (liveProfit - backtestProfit) as Decimal;
  return html`<h2>What made the difference</h2>
    <div class="wide" tabindex="0">
      <table class="causes">
        <thead>
          <tr>
            <th scope="col">Cause</th>
            <th scope="col" class="figure">Orders</th>
            <th scope="col" class="bars"></th>
            <th scope="col" class="figure">Bot made more, ${currency}</th>
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All causes<small>what the bot made less the backtest</small></th>
            <td class="figure">${countText(pairs.length - equalCount)}</td>
            <td class="bars"></td>
            <td class="figure ${toneOf(difference)}">${exact(difference)}</td>
          </tr>
        </tfoot>
      </table>
    </div>`;
}

function larger(most: Decimal, value: Decimal): Decimal {
  const size = (value < ZERO ? -value : value) as Decimal;
  return size > most ? size : most;
}

/** From the middle to the right what the bot gained by it, to the left what it lost. */
function barCell(value: Decimal, widest: Decimal): Html {
  if (value === ZERO || widest === ZERO) return html`<td class="bars"><i></i></td>`;
  const share = Number((value * 5_000n) / widest) / 100;
  const [left, width] = share < 0 ? [50 + share, -share] : [50, share];
  const place = `left:${left.toFixed(2)}%;width:${Math.max(0.5, width).toFixed(2)}%`;
  return html`<td class="bars"><i></i><b class="${toneOf(value)}" style="${place}"></b></td>`;
}

function exact(value: Decimal): string {
  return signedDecimal(value, COIN_PLACES);
}

function toneOf(value: Decimal): string {
  return value === ZERO ? '' : value > ZERO ? 'good' : 'bad';
}

function runTable({ runs }: Comparison): Html {
  const lines = runs.map(
    ({ fromMs, toMs, backtestId }) =>
      html`<tr>
        <td>${minuteText(fromMs)}</td>
        <td>${minuteText(toMs)}</td>
        <td>${backtestId}</td>
      </tr>`,
  );
  return html`<h2>Compared</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            ${['From', 'To', 'Backtest'].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>
    <p class="soft">
      Every fill is valued at the day's last price. Orders that were placed within
      ${shortMinutes(LIMITS.comparisonPlacedApartMs)} of each other may be one decision.
    </p>`;
}

function shortMinutes(durationMs: number): string {
  return `${durationMs / 60_000} minutes`;
}

/** `2024-01-31 09:15`. */
function minuteText(atMs: number): string {
  return formatInstant(atMs).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

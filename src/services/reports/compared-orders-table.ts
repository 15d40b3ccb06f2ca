// Orders of a bot and of a backtest side by side. On a phone each pair is a card of its own.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { DAY_MS, formatInstant } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import type { ComparedPair, ParityEffects, ParityReport } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import type { Comparison } from '#services/comparisons/get-comparison.ts';
import type { ShownDecimals } from '#services/reports/shown-decimals.ts';
import { fixedDecimal, shortDecimal, signedDecimal } from '#services/reports/shown-decimals.ts';

/** A comparison whose backtests have finished. */
export type FinishedComparison = Comparison & { readonly report: ParityReport };

/** Of those that differ, so many are shown at once. */
const SHOWN_AT_ONCE = 25;
/** Of each kind that is folded away. */
const FOLDED_MAX = 1_000;
/** A difference of one order is small beside a profit. */
const MORE_PLACES = 2;

/** Those that differ most; folded away the others that differ, and those that are equal. */
export function comparedOrdersTable(
  { report: { pairs }, currency, dayMs }: FinishedComparison,
  places: ShownDecimals,
): Html {
  if (pairs.length === 0) {
    return html`<h2>Orders</h2>
      <p class="soft">Neither the bot nor the backtest filled an order on this day.</p>`;
  }
  const tableOf = (shown: readonly ComparedPair[]): Html =>
    html`<div class="wide" tabindex="0">
      <table class="orders">
        <thead>
          ${heads(currency)}
        </thead>
        <tbody>
          ${shown.map((pair) => row(pair, places, dayMs))}
        </tbody>
      </table>
    </div>`;
  const differing = pairs.filter((pair) => sizeOf(pair.effects) > 0n);
  const most = new Set(largestOf(differing, SHOWN_AT_ONCE));
  const less = differing.filter((pair) => !most.has(pair));
  const equal = pairs.filter((pair) => sizeOf(pair.effects) === 0n);
  return html`<h2>Orders side by side</h2>
    ${
      most.size === 0
        ? html`<p class="soft">No order of the bot differs from that of the backtest.</p>`
        : tableOf(differing.filter((pair) => most.has(pair)))
    }
    ${folded(less, ['order that differs less', 'orders that differ less'], tableOf)}
    ${folded(equal, ['equal order', 'equal orders'], tableOf)}`;
}

type Words = readonly [one: string, many: string];

/** Nothing where there are none. Opens without a script. */
function folded(
  pairs: readonly ComparedPair[],
  [one, many]: Words,
  tableOf: (shown: readonly ComparedPair[]) => Html,
): Html {
  if (pairs.length === 0) return NOTHING;
  const shown = new Set(largestOf(pairs, FOLDED_MAX));
  const left = pairs.length - shown.size;
  const rest = html`<p class="soft">${countText(left)} more are in the JSON form.</p>`;
  return html`<details>
    <summary>${countText(pairs.length)} ${pairs.length === 1 ? one : many}</summary>
    ${tableOf(pairs.filter((pair) => shown.has(pair)))} ${left === 0 ? NOTHING : rest}
  </details>`;
}

function largestOf(pairs: readonly ComparedPair[], count: number): readonly ComparedPair[] {
  return pairs
    .map((pair) => ({ pair, size: sizeOf(pair.effects) }))
    .toSorted((one, two) => (one.size === two.size ? 0 : one.size > two.size ? -1 : 1))
    .slice(0, count)
    .map(({ pair }) => pair);
}

function sizeOf(effects: ParityEffects): bigint {
  const sizes = PARITY_CAUSES.map((cause) => effects[cause]);
  return sizes.reduce<bigint>((sum, value) => sum + (value < ZERO ? -value : value), 0n);
}

function heads(currency: string): Html {
  const figure = (name: string): Html => html`<th scope="col" class="figure">${name}</th>`;
  const side = [figure('Filled'), figure('Price'), figure('Fee')];
  return html`<tr>
      <th scope="col" rowspan="2">Placed</th>
      <th scope="col" rowspan="2">Order</th>
      <th scope="colgroup" colspan="3" class="side">Bot</th>
      <th scope="colgroup" colspan="3" class="side">Backtest</th>
      <th scope="col" rowspan="2" class="figure side">Late</th>
      <th scope="col" rowspan="2" class="figure">Difference, ${currency}</th>
      <th scope="col" rowspan="2">By cause</th>
    </tr>
    <tr>
      ${side} ${side}
    </tr>`;
}

function row(pair: ComparedPair, places: ShownDecimals, dayMs: number): Html {
  const { live, backtest, effects } = pair;
  const order = present(backtest ?? live, 'a pair has an order');
  const whole = PARITY_CAUSES.reduce((sum, cause) => (sum + effects[cause]) as Decimal, ZERO);
  const tone = whole === ZERO ? '' : whole > ZERO ? 'good' : 'bad';
  const money = places.money + MORE_PLACES;
  return html`<tr>
    <td class="placed">${placedText(order.placedAtMs, dayMs)}</td>
    <td class="order">${order.side} ${order.type.replaceAll('_', ' ')}</td>
    ${sideCells('Bot', live, places)} ${sideCells('Backtest', backtest, places)}
    <td class="figure side late">${lateText(pair)}</td>
    <td class="figure whole ${tone}">${whole === ZERO ? '0' : signedFixed(whole, money)}</td>
    <td class="why">${causesText(effects, money)}${reasonOf(live, backtest)}</td>
  </tr>`;
}

function sideCells(name: string, order: ComparedOrder | null, places: ShownDecimals): Html {
  if (order === null || order.filledAmount === ZERO) {
    const what = order === null ? 'not placed' : 'not filled';
    return html`<td colspan="3" class="side nothing" data-side="${name}">${what}</td>`;
  }
  const { filledAmount, averagePrice, fees, amount } = order;
  const isPart = filledAmount < amount;
  const filled = shortDecimal(filledAmount, places.amount);
  return html`<td class="figure side ${isPart ? 'part' : ''}" data-side="${name}">
      ${filled}${isPart ? html`<small> of ${shortDecimal(amount, places.amount)}</small>` : NOTHING}
    </td>
    <td class="figure price">${fixedDecimal(averagePrice, places.price)}</td>
    <td class="figure fee">${fixedDecimal(fees, places.money + MORE_PLACES)}</td>`;
}

function lateText({ delayMs }: ComparedPair): string {
  if (delayMs === null || delayMs === 0) return '';
  const seconds = delayMs / 1_000;
  const isLong = Math.abs(seconds) >= 60;
  return isLong ? `${(seconds / 60).toFixed(1)} min` : `${seconds.toFixed(1)} s`;
}

function causesText(effects: ParityEffects, places: number): Html {
  const parts = PARITY_CAUSES.filter((cause) => effects[cause] !== ZERO).map(
    (cause) =>
      html`<span class="cause">${cause} <b>${signedFixed(effects[cause], places)}</b></span>`,
  );
  return parts.length === 0 ? html`<span class="soft">equal</span>` : html`${parts}`;
}

/** Why one side did not fill what the other did. */
function reasonOf(live: ComparedOrder | null, backtest: ComparedOrder | null): Html {
  const reasons = [
    ['Bot', live?.reason],
    ['Backtest', backtest?.reason],
  ] as const;
  const stated = reasons.flatMap(([name, reason]) =>
    typeof reason === 'string' ? [html`<small class="reason">${name}: ${reason}</small>`] : [],
  );
  return html`${stated}`;
}

/** What is not zero and would show as zero shows as less than the last place. */
function signedFixed(value: Decimal, places: number): string {
  const text = fixedDecimal(value, places);
  if (!/[1-9]/.test(text)) return signedDecimal(value, places + 4);
  return `${value > ZERO ? '+' : ''}${text}`;
}

/** `09:15:02`, with the date where it is another day. */
function placedText(atMs: number, dayMs: number): string {
  const text = formatInstant(atMs);
  const time = text.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length);
  const isOfDay = atMs >= dayMs && atMs < dayMs + DAY_MS;
  return isOfDay ? time : `${text.slice('YYYY-'.length, 'YYYY-MM-DD'.length)} ${time}`;
}

// Charts of a backtest's statistics, drawn as SVG: distributions of returns, the rolling Sharpe
// ratio, and the band of resampled runs.

import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import type { Bin, MonteCarlo, Statistics } from '#backtesting/statistics/statistics.ts';
import { percent } from '#services/reports/statistics-rows.ts';
import { roundTicks } from '#services/reports/round-ticks.ts';

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 64;
const BOTTOM = 30;
const TOP = 10;
const RIGHT = 12;
const TICKS_X = 6;
const TICKS_Y = 4;

type Point = readonly [x: number, y: number];

type Frame = {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly axes: Html;
};

/** Each chart that there is something to draw in. */
export function statisticsCharts(statistics: Statistics): Html {
  const { dailyReturns, tradeReturns, rollingSharpe, monteCarlo } = statistics;
  return html`<div class="charts">
    ${distribution('Daily returns, percent', dailyReturns)}
    ${distribution('Returns of trades, percent of the margin used', tradeReturns)}
    ${rolling(rollingSharpe)} ${monteCarlo === null ? NOTHING : band(monteCarlo)}
  </div>`;
}

function distribution(title: string, bins: readonly Bin[]): Html {
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return NOTHING;
  const most = Math.max(...bins.map(({ count }) => count));
  const { x, y, axes } = frameOf([first.from, last.to], [0, most]);
  const bars = bins.map(({ from, to, count }) => {
    const tone = from < 0 ? 'fall' : 'rise';
    const width = Math.max(0.5, x(to) - x(from) - 1);
    return html`<rect
      class="${tone}"
      x="${x(from).toFixed(1)}"
      y="${y(count).toFixed(1)}"
      width="${width.toFixed(1)}"
      height="${(y(0) - y(count)).toFixed(1)}"
      ><title>${from} to ${to} %: ${count}</title></rect
    >`;
  });
  return figure(title, html`${axes} ${bars}`);
}

function rolling(points: Statistics['rollingSharpe']): Html {
  if (points.length < 2) return NOTHING;
  const values = points.map(({ value }) => value);
  const times = points.map(({ atMs }) => atMs);
  const span = [times[0] ?? 0, times.at(-1) ?? 0] as const;
  const { x, y, axes } = frameOf(span, [Math.min(0, ...values), Math.max(0, ...values)], dateText);
  const line = pathOf(points.map(({ atMs, value }): Point => [x(atMs), y(value)]));
  return figure(
    'Sharpe ratio of the last 30 days',
    html`${axes}
      <path class="nought" d="M${LEFT} ${y(0).toFixed(1)}H${WIDTH - RIGHT}" />
      <path class="line" d="${line}" />`,
  );
}

function band({ steps, paths, lossPercent, maxDrawdownPercent }: MonteCarlo): Html {
  const values = steps.flatMap(({ p5, p95, actual }) => [p5, p95, actual]);
  const span = [0, steps.at(-1)?.trades ?? 1] as const;
  const { x, y, axes } = frameOf(span, [Math.min(...values), Math.max(...values)]);
  const edge = (read: (step: (typeof steps)[number]) => number): Point[] =>
    steps.map((step): Point => [x(step.trades), y(read(step))]);
  const area = (low: Point[], high: Point[]): string =>
    `${pathOf([...low, ...high.toReversed()])}Z`;
  return figure(
    `Equity of ${paths} resampled runs by trade: the middle half and 90 % of them, their median, ` +
      `and this run. ${percent(lossPercent)} of them end with a loss; the median of their ` +
      `largest drawdowns is ${percent(maxDrawdownPercent.p50)}, that of the worst twentieth ` +
      `${percent(maxDrawdownPercent.p95)} or more`,
    html`${axes}
      <path
        class="outer"
        d="${area(
          edge(({ p5 }) => p5),
          edge(({ p95 }) => p95),
        )}"
      />
      <path
        class="inner"
        d="${area(
          edge(({ p25 }) => p25),
          edge(({ p75 }) => p75),
        )}"
      />
      <path class="median" d="${pathOf(edge(({ p50 }) => p50))}" />
      <path class="line" d="${pathOf(edge(({ actual }) => actual))}" />`,
  );
}

function pathOf(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

function frameOf(
  [left, right]: readonly [number, number],
  [least, most]: readonly [number, number],
  textOf: (value: number) => string = (value) => String(Number(value.toPrecision(6))),
): Frame {
  const scale = (from: number, to: number, low: number, high: number) => (value: number) =>
    to > from ? low + ((value - from) / (to - from)) * (high - low) : (low + high) / 2;
  const x = scale(left, right, LEFT, WIDTH - RIGHT);
  const y = scale(least, most, HEIGHT - BOTTOM, TOP);
  const across = roundTicks(left, right, TICKS_X).map(
    ({ value }) =>
      html`<text x="${x(value).toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle"
        >${textOf(value)}</text
      >`,
  );
  const up = roundTicks(least, most, TICKS_Y).map(
    ({ value, text }) =>
      html`<path class="grid" d="M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}" /><text
          x="${LEFT - 8}"
          y="${(y(value) + 4).toFixed(1)}"
          text-anchor="end"
          >${text}</text
        >`,
  );
  return { x, y, axes: html`${up} ${across}` };
}

function dateText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function figure(title: string, content: Html): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${content}</svg>
  </figure>`;
}

export const STATISTICS_STYLE = `
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(32rem, 100%), 1fr)); gap: 1.2rem 2rem; }
figure { margin: 0; min-width: 0; } figcaption { color: var(--soft); font-size: .85rem; min-height: 2.6em; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
svg path { fill: none; stroke: none; }
svg .grid { stroke: var(--line); } svg .nought { stroke: var(--soft); }
svg .line { stroke: #3b7dd8; stroke-width: 2; stroke-linejoin: round; }
svg .median { stroke: var(--soft); stroke-dasharray: 4 3; }
svg .outer { fill: #3b7dd8; opacity: .13; } svg .inner { fill: #3b7dd8; opacity: .2; }
svg .rise { fill: var(--good); } svg .fall { fill: var(--bad); }
.figures td, .figures th + th { text-align: right; }
.figures th[scope=row] { white-space: normal; font-weight: 500; }
@media (max-width: 40rem) { svg text { font-size: 18px; } .figures :is(th, td) { padding: .3rem .35rem; font-size: .8rem; } }
`;

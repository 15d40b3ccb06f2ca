// Plots of a Pine script on the charts of the run's report: lines, columns, levels, fills, shapes
// and colors behind bars. Nothing of it is read back.

import type { ChartApi, ChartCall } from '#engine/run-api/chart-api.ts';
import type { ChartLevel, ChartPlot, ChartShape, PineCharts } from '#pine/runtime/pine-charts.ts';

/** Numbers of the constants of styles and shapes, as commands of scripts have them. */
const STYLES: Readonly<Record<string, string>> = {
  style_area: '10',
  style_areabr: '10',
  style_stepline: '28',
  style_steplinebr: '28',
  style_stepline_diamond: '28',
};
const DASHES: Readonly<Record<string, string>> = {
  linestyle_dashed: '3',
  linestyle_dotted: '4',
  style_dashed: '3',
  style_dotted: '4',
};
const CIRCLE = 15;
const SHAPES: Readonly<Record<string, number>> = {
  cross: 14,
  circle: CIRCLE,
  xcross: 16,
  diamond: 18,
  flag: 18,
  square: 19,
  text: 20,
  triangledown: 21,
  arrowdown: 21,
  labeldown: 21,
  triangleup: 22,
  arrowup: 22,
  labelup: 22,
};
const COLUMNS: ReadonlySet<string> = new Set(['style_histogram', 'style_columns']);
const POINTS: ReadonlySet<string> = new Set(['style_circles', 'style_cross']);
/** Colors of one plot that have lines of their own. */
const COLORS_MAX = 8;

/** By `$` and the plot: the colors of its columns or points, in the order in which they came. */
export type RetainedColors = Record<string, string[]>;

export type ChartsOf = {
  readonly charts: ChartApi;
  /** Whether plots stand on the prices. */
  readonly isOverlay: boolean;
  readonly colors: RetainedColors;
  readonly isMuted: () => boolean;
};

type PlotLine = { readonly chart: number; readonly lineId: string };
type Level = { readonly chart: number; readonly price: number };

export type BarCharts = PineCharts & { readonly beginBar: () => void };

/** What is known of the charts of a run; all but the colors comes anew with each bar. */
type Page = ChartsOf & {
  /** By the name of the plot. */
  readonly lines: Map<string, PlotLine>;
  readonly levels: Map<string, Level>;
  /** By command and key, the look in which it stands there. */
  readonly looks: Map<string, string>;
  /** How often each title came in this bar. */
  readonly counts: Map<string, number>;
};

/** Charts of one run; what a bar draws twice is distinguished by its order. */
export function barCharts(of: ChartsOf): BarCharts {
  const page: Page = {
    ...of,
    lines: new Map(),
    levels: new Map(),
    looks: new Map(),
    counts: new Map(),
  };
  return {
    beginBar() {
      if (page.counts.size > 0) page.counts.clear();
    },
    plot: (given) => plot(page, given),
    shape: (given) => drawShape(page, given),
    level: (given) => drawLevel(page, given),
    fill: (first, second, color) => fill(page, first, second, color),
    background(color, isForced) {
      if (isQuiet(page) || color === null || isClear(color)) return;
      of.charts.draw({ command: 'PlotSignalBar', values: [chartOf(page, isForced), color] });
    },
  };
}

const isQuiet = ({ charts, isMuted }: Page): boolean => isMuted() || !charts.isShown;

const chartOf = ({ isOverlay }: Page, isForced: boolean): number => (isOverlay || isForced ? 0 : 1);

/** Of equal titles the second one of a bar is another plot. */
function uniqueName({ counts }: Page, title: string): string {
  const count = (counts.get(title) ?? 0) + 1;
  counts.set(title, count);
  return count === 1 ? title : `${title} ${count}`;
}

/** Once, and again where its look has changed. */
function drawOnce({ looks, charts }: Page, key: string, call: ChartCall): void {
  const look = JSON.stringify(call.values);
  const place = `${call.command} ${key}`;
  if (looks.get(place) === look) return;
  looks.set(place, look);
  charts.draw(call);
}

/** A line has one color: columns and points of another are a line of their own. */
function lineName({ colors }: Page, name: string, { style, color }: ChartPlot): string {
  if (color === null || (!COLUMNS.has(style) && !POINTS.has(style))) return name;
  const known = (colors[`$${name}`] ??= []);
  let at = known.indexOf(color);
  if (at < 0) at = known.length < COLORS_MAX ? known.push(color) - 1 : COLORS_MAX - 1;
  return at === 0 ? name : `${name} (${at + 1})`;
}

function plot(page: Page, given: ChartPlot): string {
  const { title, value, color, style, width, offset, isForced } = given;
  const name = uniqueName(page, title);
  if (isQuiet(page) || Number.isNaN(value) || !given.isShown || isClear(color)) return name;
  const chart = chartOf(page, isForced);
  const lineId = page.charts.plot(chart, lineName(page, name, given), value, {
    color,
    style: STYLES[style] ?? null,
    decoration: DASHES[given.dash] ?? null,
    width,
    id: null,
    ...(offset === 0 ? {} : { place: { offset } }),
  });
  page.lines.set(name, { chart, lineId });
  if (COLUMNS.has(style))
    drawOnce(page, lineId, { command: 'PlotHistogram', values: [lineId, null, true] });
  if (POINTS.has(style)) drawOnce(page, lineId, { command: 'PlotCircle', values: [lineId, color] });
  return name;
}

function drawShape(page: Page, given: ChartShape): void {
  const { color, text, textColor, offset, isAbove, isForced } = given;
  if (isQuiet(page) || isClear(color)) return;
  const shape = SHAPES[given.shape] ?? CIRCLE;
  const values = [chartOf(page, isForced), shape, color, null, isAbove, text, textColor, offset];
  page.charts.draw({ command: 'PlotShape', values });
}

function drawLevel(page: Page, { title, price, color, dash }: ChartLevel): string {
  const name = uniqueName(page, title);
  const chart = chartOf(page, false);
  page.levels.set(name, { chart, price });
  if (isQuiet(page) || Number.isNaN(price) || isClear(color)) return name;
  const values = [chart, name, color, price, DASHES[dash] ?? null];
  drawOnce(page, name, { command: 'PlotHorizontalLine', values });
  return name;
}

function fill(page: Page, first: string, second: string, color: string | null): void {
  if (isQuiet(page) || isClear(color)) return;
  const key = `${first} ${second}`;
  const [one, other] = [page.lines.get(first), page.lines.get(second)];
  if (one !== undefined && other !== undefined && one.chart === other.chart)
    drawOnce(page, key, { command: 'PlotBands', values: [one.lineId, other.lineId, color] });
  const [from, to] = [page.levels.get(first), page.levels.get(second)];
  if (from === undefined || to === undefined) return;
  const values = [from.chart, key, color, from.price, to.price];
  drawOnce(page, key, { command: 'PlotHorizontalZone', values });
}

/** `na`, or wholly transparent. */
function isClear(color: string | null): boolean {
  return color === '' || (color?.length === 9 && color.endsWith('00'));
}

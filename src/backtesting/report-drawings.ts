// Drawings of a script beside its lines: at candles (shapes, marks, signals), across a chart
// (levels, zones), between lines (bands), at instants, and of the charts themselves.

import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestDrawing } from '#backtesting/backtest.ts';
import { drawnSetting } from '#backtesting/drawn-settings.ts';
import type { Value } from '#backtesting/drawn-values.ts';
import { colorOf, NOTHING, numberOf, textOf } from '#backtesting/drawn-values.ts';
import { DASHES } from '#backtesting/report-plots.ts';
import type { ChartCall } from '#engine/run-api/chart-api.ts';
import type { DrawnLine, DrawnShape } from '#engine/run/drawing.ts';
import { drawnLines, newestShapes } from '#engine/run/drawing.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';

/** Candles that one call marks at most. */
const MARKED_MAX = 100;

/** By the numbers of the constants of signals: long, short, and leaving. */
const SIGNAL_COLORS: { readonly [signal: string]: string } = {
  1: '#00A060',
  2: '#D04040',
  3: '#808890',
  4: '#808890',
  5: '#808890',
};

/**
 * Drawings other than lines: shapes at candles first, then levels, bands, instants and settings.
 */
export function drawingsOf(run: Run): readonly BacktestDrawing[] {
  const { drawing } = run;
  const lines = new Map(drawnLines(drawing).map((line) => [line.lineId, line]));
  const rest = [...drawing.calls.values()].flatMap(
    (call) =>
      drawnLevel(call) ?? drawnBand(call, lines) ?? drawnInstant(call) ?? drawnSetting(call) ?? [],
  );
  return [...newestShapes(drawing).flatMap((shape) => drawnAtCandle(run, shape)), ...rest];
}

function drawnAtCandle({ setup }: Run, { row, command, values }: DrawnShape): BacktestDrawing[] {
  const [chart, first, color, size, isAbove, text, textColor, offset] = values;
  const stepMs = setup.intervalMinutes * MINUTE_MS;
  const atMs = instantOfRow(setup, row);
  const at = { ...NOTHING, chart: numberOf(chart) ?? 0, name: '', color: null, atMs };
  switch (command ?? 'PlotShape') {
    case 'MarkCandle': {
      const count = Math.min(MARKED_MAX, Math.max(1, Math.floor(numberOf(first) ?? 1)));
      return Array.from({ length: count }, (_, back) => {
        return { ...at, kind: 'marked_candle', atMs: atMs - back * stepMs };
      });
    }
    case 'PlotSignalBar':
      return [{ ...at, kind: 'signal', color: colorOf(first) }];
    case 'PlotSignalEnum': {
      const shown = SIGNAL_COLORS[String(first)];
      return shown === undefined ? [] : [{ ...at, kind: 'signal', color: shown }];
    }
    default: {
      const shape = first === undefined || first === null ? null : String(first);
      const look = { shape, isAbove: isAbove !== false, color: colorOf(color) };
      const more = { size: numberOf(size), secondColor: colorOf(textColor) };
      const moved = { atMs: atMs + Math.round(numberOf(offset) ?? 0) * stepMs };
      return [{ ...at, ...look, ...more, ...moved, kind: 'shape', name: textOf(text) }];
    }
  }
}

/** Null for what has no place of its own. */
function drawnLevel({ command, values }: ChartCall): BacktestDrawing | null {
  const [chart, first, second, third, fourth] = values;
  switch (command) {
    case 'PlotHorizontalLine':
      return withDash(levelOf('level', chart, first, second, third), fourth);
    case 'PlotHorizontalZone':
      return levelOf('zone', chart, first, second, third, fourth);
    case 'PlotBuySellZone':
      return levelOf('zone', chart, '', null, first, second);
    default:
      return null;
  }
}

function withDash(drawing: BacktestDrawing | null, decoration: Value): BacktestDrawing | null {
  const dash = DASHES[String(decoration)] ?? 'solid';
  return drawing === null ? null : { ...drawing, dash };
}

type Lines = ReadonlyMap<string, DrawnLine>;

/** The space between two lines of one chart. */
function drawnBand({ command, values }: ChartCall, lines: Lines): BacktestDrawing | null {
  const [one, other, third] = values;
  const lineOf = (id: Value): DrawnLine | undefined => lines.get(textOf(id));
  switch (command) {
    case 'PlotBands':
      return bandOf(lineOf(one), lineOf(other), colorOf(third));
    case 'PlotCloud':
      return bandOf(lineOf(one), lineOf(other), null, numberOf(third));
    case 'PlotBBandsChart':
      return bandOf(lineOf(one), lineOf(values.at(-1)), null);
    case 'PlotLineBuySellZone': {
      const line = lineOf(one);
      if (line === undefined) return null;
      return levelOf('zone', line.chart, '', null, other, third);
    }
    default:
      return null;
  }
}

/** Without a colour, that of the line that is above; `opacity` in percent. */
function bandOf(
  one: DrawnLine | undefined,
  other: DrawnLine | undefined,
  color: string | null,
  opacity: number | null = null,
): BacktestDrawing | null {
  if (one === undefined || other === undefined || one.chart !== other.chart) return null;
  const lines = [one.name, other.name] as const;
  const place = { chart: one.chart, name: '', color, lines, opacity };
  return { ...NOTHING, ...place, kind: 'band' };
}

function drawnInstant({ command, values }: ChartCall): BacktestDrawing | null {
  const [chart, name, color, from, to] = values;
  const isZone = command === 'PlotVerticalZone';
  if (command !== 'PlotVerticalLine' && !isZone) return null;
  const [start, end] = [numberOf(from), isZone ? numberOf(to) : null];
  if (start === null || (isZone && end === null)) return null;
  return {
    ...NOTHING,
    ...(isZone ? {} : { dash: DASHES[String(to)] ?? ('solid' as const) }),
    kind: isZone ? 'vertical_zone' : 'vertical_line',
    chart: numberOf(chart) ?? 0,
    name: textOf(name),
    color: colorOf(color),
    atMs: instantOf(start),
    endMs: end === null ? null : instantOf(end),
  };
}

/** Far from any run, but within what has a date. */
const SECONDS_MAX = 10_000_000_000;

const instantOf = (seconds: number): number =>
  Math.round(Math.min(SECONDS_MAX, Math.max(0, seconds)) * 1_000);

function levelOf(
  kind: 'level' | 'zone',
  chart: Value,
  name: Value,
  color: Value,
  ...[from, to]: Value[]
): BacktestDrawing | null {
  const [value, end] = [numberOf(from), numberOf(to)];
  if (value === null || (kind === 'zone' && end === null)) return null;
  const place = { kind, chart: numberOf(chart) ?? 0, value, end };
  return { ...NOTHING, ...place, name: textOf(name), color: colorOf(color) };
}

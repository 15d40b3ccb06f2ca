// What a script drew beside its lines: shapes at candles, levels and zones.

import type { BacktestDrawing } from '#backtesting/backtest.ts';
import type { ChartCall } from '#engine/run-api/chart-api.ts';
import { newestShapes } from '#engine/run/drawing.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';

type Value = ChartCall['values'][number] | undefined;

const COLOR = /^#(?:[\dA-F]{6}|[\dA-F]{8})$/i;
const NOTHING = { atMs: null, shape: null, isAbove: false, value: null, end: null } as const;

export function drawingsOf({ drawing, setup }: Run): readonly BacktestDrawing[] {
  const levels = [...drawing.calls.values()].flatMap((call) => drawnLevel(call) ?? []);
  const shapes = newestShapes(drawing).map(({ row, values }): BacktestDrawing => {
    const [chart, shape, color, , isAbove, text] = values;
    return {
      ...NOTHING,
      kind: 'shape',
      chart: numberOf(chart) ?? 0,
      name: textOf(text),
      color: colorOf(color),
      atMs: instantOfRow(setup, row),
      shape: shape === undefined || shape === null ? null : String(shape),
      isAbove: isAbove !== false,
    };
  });
  return [...shapes, ...levels];
}

/** Null for what has no place of its own. */
function drawnLevel({ command, values }: ChartCall): BacktestDrawing | null {
  const [chart, first, second, third, fourth] = values;
  switch (command) {
    case 'PlotHorizontalLine':
      return levelOf('level', chart, first, second, third);
    case 'PlotHorizontalZone':
      return levelOf('zone', chart, first, second, third, fourth);
    case 'PlotBuySellZone':
      return levelOf('zone', chart, '', null, first, second);
    default:
      return null;
  }
}

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

function numberOf(value: Value): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : '';
}

function colorOf(value: Value): string | null {
  return typeof value === 'string' && COLOR.test(value) ? value : null;
}

// The API of charts over a run: points are retained where the equity curve has its samples.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { ownText } from '#lib/own-text.ts';
import type { ChartCall, ChartApi, ChartStyle } from '#engine/run-api/chart-api.ts';
import type { DrawnLine } from '#engine/run/drawing.ts';
import { addShape } from '#engine/run/drawing.ts';
import type { Run } from '#engine/run/run.ts';

/** Drawn at candles, and so more than once. */
const AT_CANDLES: ReadonlySet<string> = new Set([
  'MarkCandle',
  'PlotShape',
  'PlotSignalBar',
  'PlotSignalEnum',
]);

/** Chart API of a run. Without a log, nothing is drawn, but lines have ids all the same. */
export function makeChartApi(run: Run): ChartApi {
  const { drawing, equity, setup } = run;
  const firstMinute = setup.firstOpenMs / MINUTE_MS;
  const candleOf = (row: number): number => Math.floor((firstMinute + row) / setup.intervalMinutes);
  return {
    isShown: setup.keepsLog,
    plot(chart, name, value, style) {
      const line =
        drawing.charts.get(chart)?.get(name) ??
        addLine(run, chart, ownText(name.slice(0, LIMITS.nameCharactersMax)), style);
      if (line === null) return '';
      if (!setup.keepsLog) return line.lineId;
      const { row } = run.stage;
      if ((row - setup.firstRow) % equity.strideRows === 0 && Number.isFinite(value)) {
        if (line.rows.at(-1) === row) line.values[line.values.length - 1] = value;
        else {
          line.rows.push(row);
          line.values.push(value);
        }
      }
      return line.lineId;
    },
    draw(call) {
      const key = keyOf(call);
      if (!setup.keepsLog) return key;
      if (textIn(call) > LIMITS.runTextCharactersMax) return key;
      if (AT_CANDLES.has(call.command)) {
        const { row } = run.stage;
        const shape = { row, ...ownCall(call) };
        addShape(drawing, shape, (other) => candleOf(other) === candleOf(row));
        return key;
      }
      if (drawing.calls.size < LIMITS.runDrawingsMax || drawing.calls.has(key))
        drawing.calls.set(ownText(key), ownCall(call));
      return key;
    },
  };
}

function addLine(run: Run, chart: number, name: string, style: ChartStyle): DrawnLine | null {
  const { drawing } = run;
  if (drawing.lineCount >= LIMITS.runPlotLinesMax) return null;
  drawing.lineCount += 1;
  const lineId = style.id ?? `line${String(drawing.lineCount).padStart(3, '0')}`;
  const line: DrawnLine = { lineId, chart, name, style, rows: [], values: [] };
  const lines = drawing.charts.get(chart);
  if (lines === undefined) drawing.charts.set(chart, new Map([[name, line]]));
  else lines.set(name, line);
  return line;
}

function ownCall(call: ChartCall): ChartCall {
  const values = call.values.map((value) => (typeof value === 'string' ? ownText(value) : value));
  return { ...call, values };
}

/** The characters of what is drawn. */
function textIn({ values }: ChartCall): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}

/**
 * What is drawn anew in each update is retained once: the command with its first two values, of a
 * label on an axis also its text.
 */
function keyOf({ command, values }: ChartCall): string {
  const text = command === 'ChartAddAxisLabel' ? ` ${String(values[2])}` : '';
  return `${command} ${String(values[0])} ${String(values[1])}${text}`;
}

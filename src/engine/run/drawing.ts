// What a script drew, retained at the times of the equity curve's samples so that any length of run
// stays small.

import type { ChartCall, ChartStyle } from '#engine/run-api/chart-api.ts';

export type DrawnLine = {
  readonly lineId: string;
  readonly chart: number;
  readonly name: string;
  style: ChartStyle;
  readonly rows: number[];
  readonly values: number[];
};

export type Drawing = {
  /** By chart, then by name. */
  readonly charts: Map<number, Map<string, DrawnLine>>;
  lineCount: number;
  /** Shapes at candles, oldest first; the newest are retained. */
  readonly shapes: DrawnShape[];
  /** Everything else that was drawn or set, each once. */
  readonly calls: Map<string, ChartCall>;
};

/** At the candle that `row` is in. */
export type DrawnShape = { row: number; readonly values: ChartCall['values'] };

const SHAPES_MAX = 2_000;

/** One of a kind at a candle; `isSameCandle` says whether a row is in that of the shape. */
export function addShape(
  { shapes }: Drawing,
  shape: DrawnShape,
  isSameCandle: (row: number) => boolean,
): void {
  for (let at = shapes.length - 1; at >= 0; at -= 1) {
    const before = shapes[at] as DrawnShape;
    if (!isSameCandle(before.row)) break;
    const isOfKind = before.values[0] === shape.values[0] && before.values[1] === shape.values[1];
    if (isOfKind) {
      shapes[at] = shape;
      return;
    }
  }
  shapes.push(shape);
  if (shapes.length >= 2 * SHAPES_MAX) shapes.splice(0, SHAPES_MAX);
}

/** The newest. */
export function newestShapes({ shapes }: Drawing): readonly DrawnShape[] {
  return shapes.slice(-SHAPES_MAX);
}

export function drawing(): Drawing {
  return { charts: new Map(), lineCount: 0, shapes: [], calls: new Map() };
}

/** All lines, in the order of their first points. */
export function drawnLines({ charts }: Drawing): readonly DrawnLine[] {
  const lines = [...charts.values()].flatMap((chart) => [...chart.values()]);
  return lines.sort((left, right) => (left.lineId < right.lineId ? -1 : 1));
}

// Drawings of a script, retained at the times of the equity curve's samples so that any length of
// run stays small.

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
  /** What was drawn at candles, oldest first; the newest are retained. */
  readonly shapes: DrawnShape[];
  /** Everything else that was drawn or set, each once. */
  readonly calls: Map<string, ChartCall>;
};

/** At the candle that `row` is in; without a command, a shape of an earlier version. */
export type DrawnShape = {
  row: number;
  readonly command?: string;
  readonly values: ChartCall['values'];
};

const SHAPES_MAX = 2_000;
const SHAPE = 'PlotShape';

/** Of each shape, and of each other kind on a chart, one at a candle. `isSameCandle`: of a row. */
export function addShape(
  { shapes }: Drawing,
  shape: DrawnShape,
  isSameCandle: (row: number) => boolean,
): void {
  for (let at = shapes.length - 1; at >= 0; at -= 1) {
    const before = shapes[at] as DrawnShape;
    if (!isSameCandle(before.row)) break;
    if (isOfKind(before, shape)) {
      shapes[at] = shape;
      return;
    }
  }
  shapes.push(shape);
  if (shapes.length >= 2 * SHAPES_MAX) shapes.splice(0, SHAPES_MAX);
}

function isOfKind(one: DrawnShape, other: DrawnShape): boolean {
  const command = one.command ?? SHAPE;
  if (command !== (other.command ?? SHAPE) || one.values[0] !== other.values[0]) return false;
  return command !== SHAPE || one.values[1] === other.values[1];
}

/** The newest. */
export function newestShapes({ shapes }: Drawing): readonly DrawnShape[] {
  return shapes.slice(-SHAPES_MAX);
}

/** Drawing without charts, lines and shapes. */
export function drawing(): Drawing {
  return { charts: new Map(), lineCount: 0, shapes: [], calls: new Map() };
}

/** All lines, in the order of their first points. */
export function drawnLines({ charts }: Drawing): readonly DrawnLine[] {
  const lines = [...charts.values()].flatMap((chart) => [...chart.values()]);
  return lines.sort((left, right) => (left.lineId < right.lineId ? -1 : 1));
}

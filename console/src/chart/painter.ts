// Painter behind the lines of a chart, on its canvas: the space between two lines, zones, vertical
// lines, and blocks of signals.

import type {
  IChartApiBase,
  ISeriesApi,
  Logical,
  SeriesType,
  UTCTimestamp,
} from 'lightweight-charts';
import type { PlotPoint } from './plot-point.ts';

export type Place = {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Pixels; null: no bar has this time. */
  x(this: void, time: number): number | null;
  /** Of a bar by its number, also where there is none. */
  xOf(this: void, at: number): number;
  y(this: void, price: number): number | null;
  readonly barWidth: number;
};

export type Painter = (place: Place) => void;

/** Paints with each frame of the series' pane; lines of the grid cover what is at the bottom. */
export function paintBehind(
  chart: IChartApiBase,
  series: ISeriesApi<SeriesType>,
  paint: Painter,
  layer: 'bottom' | 'normal' | 'top' = 'bottom',
): () => void {
  const x = (time: number): number | null =>
    chart.timeScale().timeToCoordinate(time as UTCTimestamp);
  const xOf = (at: number): number => chart.timeScale().logicalToCoordinate(at as Logical) ?? 0;
  const y = (price: number): number | null => series.priceToCoordinate(price);
  const view = {
    zOrder: () => layer,
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
          const { barSpacing } = chart.timeScale().options();
          context.save();
          paint({ context, width, height, x, xOf, y, barWidth: barSpacing });
          context.restore();
        }),
    }),
  };
  const primitive = { paneViews: () => [view] };
  series.attachPrimitive(primitive);
  return () => series.detachPrimitive(primitive);
}

type Target = {
  useMediaCoordinateSpace(
    draw: (scope: {
      readonly context: CanvasRenderingContext2D;
      readonly mediaSize: { readonly width: number; readonly height: number };
    }) => void,
  ): void;
};

type Corner = { readonly x: number; readonly one: number; readonly other: number };

/** The space between two lines, in the colour that belongs to the upper one. */
export function bandPainter(
  one: readonly PlotPoint[],
  other: readonly PlotPoint[],
  [upper, lower]: readonly [whereOneIsAbove: string, whereOtherIsAbove: string],
): Painter {
  const values = new Map(other.map(({ time, value }) => [time, value]));
  return ({ context, width, x, y }) => {
    let former: Corner | null = null;
    for (const { time, value } of one) {
      const found = values.get(time);
      const corner = found === undefined ? null : cornerOf(x(time), y(value), y(found));
      const isInView = former !== null && corner !== null && corner.x >= 0 && former.x <= width;
      if (isInView && former !== null && corner !== null)
        fillBetween(context, former, corner, [upper, lower]);
      if (former !== null && former.x > width) break;
      former = corner;
    }
  };
}

function cornerOf(x: number | null, one: number | null, other: number | null): Corner | null {
  return x === null || one === null || other === null ? null : { x, one, other };
}

/** Pixels grow downwards. Where the lines cross, the colour changes. */
function fillBetween(
  context: CanvasRenderingContext2D,
  from: Corner,
  to: Corner,
  [upper, lower]: readonly [string, string],
): void {
  const [before, after] = [from.other - from.one, to.other - to.one];
  if (before >= 0 === after >= 0 || before === after) {
    fillQuad(context, from, to, before + after >= 0 ? upper : lower);
    return;
  }
  const share = before / (before - after);
  const x = from.x + share * (to.x - from.x);
  const y = from.one + share * (to.one - from.one);
  const crossing = { x, one: y, other: y };
  fillQuad(context, from, crossing, before > 0 ? upper : lower);
  fillQuad(context, crossing, to, after > 0 ? upper : lower);
}

function fillQuad(
  context: CanvasRenderingContext2D,
  from: Corner,
  to: Corner,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(from.x, from.one);
  // Neighbours overlap by a little, so that no line shows between them.
  context.lineTo(to.x + 0.3, to.one);
  context.lineTo(to.x + 0.3, to.other);
  context.lineTo(from.x, from.other);
  context.fill();
}

/** Painter of a zone between two prices over the whole width. */
export function zonePainter(from: number, to: number, colour: string): Painter {
  return ({ context, width, y }) => {
    const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
    if (top === null || bottom === null) return;
    context.fillStyle = colour;
    context.fillRect(0, top, width, bottom - top);
  };
}

/** `end`: where a zone ends; null: it is a line. */
export function verticalPainter(
  time: number,
  end: number | null,
  colour: string,
  dash: 'solid' | 'dashed' | 'dotted' | null,
): Painter {
  return ({ context, height, x }) => {
    const [from, to] = [x(time), end === null ? null : x(end)];
    if (from === null) return;
    if (to !== null) {
      context.fillStyle = colour;
      context.fillRect(from, 0, to - from, height);
      return;
    }
    context.fillStyle = colour;
    const [line, gap] = DASHES[dash ?? 'dashed'];
    for (let top = 0; top < height; top += line + gap)
      context.fillRect(Math.round(from), top, 1, line);
  };
}

/** Pixels of line and gap. */
const DASHES = { solid: [64, 0], dashed: [4, 3], dotted: [1, 2] } as const;
const BLOCK_PX = 7;

/** Blocks at the lower edge, one for each bar. */
export function signalPainter(
  signals: readonly { readonly time: number; readonly colour: string }[],
): Painter {
  return ({ context, width, height, x, barWidth }) => {
    const half = Math.max(1, barWidth) / 2;
    for (const { time, colour } of signals) {
      const at = x(time);
      if (at === null || at < -half || at > width + half) continue;
      context.fillStyle = colour;
      context.fillRect(at - half, height - BLOCK_PX - 2, 2 * half, BLOCK_PX);
    }
  };
}

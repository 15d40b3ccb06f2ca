// Bars, circles and shapes that have an outline and an inside, which the chart library does not
// draw: painted over a series that gives them their place and their range.

import type { ISeriesApi, SeriesType } from 'lightweight-charts';
import type { Painter } from './painter.ts';
import type { PlotPoint } from './plot-point.ts';

/** `fill` null: nothing is inside. */
export type Figure = PlotPoint & { readonly stroke: string; readonly fill: string | null };

type Series = ISeriesApi<SeriesType>;

/** Narrower bars have no inside to be seen. */
const HOLLOW_WIDTH_MIN = 3;

/** Painter of columns from a base; those out of view are skipped. */
export function barsPainter(series: Series, bars: readonly Figure[], base: number): Painter {
  return ({ context, width, x, y, barWidth }) => {
    const foot = y(base);
    if (foot === null || !series.options().visible) return;
    const wide = Math.max(1, Math.floor(barWidth * 0.8));
    for (const { time, value, stroke, fill } of bars) {
      const [at, head] = [x(time), y(value)];
      if (at === null || head === null || at < -wide || at > width + wide) continue;
      const [left, top] = [Math.round(at - wide / 2), Math.round(Math.min(head, foot))];
      const height = Math.max(1, Math.round(Math.abs(head - foot)));
      if (wide < HOLLOW_WIDTH_MIN || height < HOLLOW_WIDTH_MIN) {
        context.fillStyle = stroke;
        context.fillRect(left, top, wide, height);
        continue;
      }
      if (fill !== null) {
        context.fillStyle = fill;
        context.fillRect(left, top, wide, height);
      }
      context.strokeStyle = stroke;
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, top + 0.5, wide - 1, height - 1);
    }
  };
}

const RADIUS = 4;

/** Painter of circles or of a named shape around values; those out of view are skipped. */
export function shapesPainter(
  series: Series,
  figures: readonly Figure[],
  shape: string | null,
): Painter {
  return ({ context, width, x, y, barWidth }) => {
    if (!series.options().visible) return;
    // Of many bars they do not cover one another.
    const radius = Math.max(1.5, Math.min(RADIUS, barWidth * 0.45));
    context.lineWidth = 1.4;
    for (const { time, value, stroke, fill } of figures) {
      const [at, middle] = [x(time), y(value)];
      if (at === null || middle === null || at < -radius || at > width + radius) continue;
      context.beginPath();
      trace(context, shape, { x: at, y: middle, radius });
      if (fill !== null) {
        context.fillStyle = fill;
        context.fill();
      }
      context.strokeStyle = stroke;
      context.stroke();
    }
  };
}

type Place = { readonly x: number; readonly y: number; readonly radius: number };

/** Corners in radii around the middle; those of several lines are lists of their own. */
const OUTLINES: { readonly [shape: string]: readonly (readonly (readonly [number, number])[])[] } =
  {
    plus: [
      [
        [-1, 0],
        [1, 0],
      ],
      [
        [0, -1],
        [0, 1],
      ],
    ],
    cross: [
      [
        [-1, -1],
        [1, 1],
      ],
      [
        [-1, 1],
        [1, -1],
      ],
    ],
    dash: [
      [
        [-1, 0],
        [1, 0],
      ],
    ],
    diamond: [
      [
        [0, -1.2],
        [1, 0],
        [0, 1.2],
        [-1, 0],
        [0, -1.2],
      ],
    ],
    square: [
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ],
    ],
    triangle_up: [
      [
        [0, -1.1],
        [1, 0.9],
        [-1, 0.9],
        [0, -1.1],
      ],
    ],
    triangle_down: [
      [
        [0, 1.1],
        [1, -0.9],
        [-1, -0.9],
        [0, 1.1],
      ],
    ],
  };

/** What has no outline of its own is a circle. */
function trace(
  context: CanvasRenderingContext2D,
  shape: string | null,
  { x, y, radius }: Place,
): void {
  const lines = OUTLINES[shape ?? ''];
  if (lines === undefined) {
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  for (const corners of lines)
    for (const [index, [right, down]] of corners.entries()) {
      const [toX, toY] = [x + right * radius, y + down * radius];
      if (index === 0) context.moveTo(toX, toY);
      else context.lineTo(toX, toY);
    }
}

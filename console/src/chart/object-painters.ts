// Painters of what a script drew as objects: lines with their arrows, boxes, polylines and the
// space between two lines.

import { paintLabel, paintTextIn } from './text-painters.ts';
import type { Painter } from './painter.ts';
import { paintTables } from './table-painter.ts';
import type { PlacedObject, Spot } from './placed-objects.ts';

export type Point = { readonly x: number; readonly y: number };
type Context = CanvasRenderingContext2D;

/** Where a spot is drawn; null: the scale has no such place. */
type PointOf = (spot: Spot) => Point | null;

/** Fills and boxes, which lie behind the lines. */
const GROUNDS: ReadonlySet<string> = new Set(['linefill', 'box']);

/** All of one chart, in their order; `textColour`: where the script chose none. */
export function objectPainter(objects: readonly PlacedObject[], textColour: string): Painter {
  const grounds = objects.filter(({ kind }) => GROUNDS.has(kind));
  const rest = objects.filter(({ kind }) => kind === 'line' || kind === 'polyline');
  const labels = objects.filter(({ kind }) => kind === 'label');
  const tables = objects.filter(({ kind }) => kind === 'table' || kind === 'cell');
  return (place) => {
    const { context, width, y, xOf } = place;
    const pointOf: PointOf = ({ at, value }) => {
      const height = y(value);
      return height === null ? null : { x: xOf(at), y: height };
    };
    const view = { left: 0, right: width };
    for (const each of [...grounds, ...rest]) {
      const points = each.spots.flatMap((spot) => pointOf(spot) ?? []);
      if (points.length < each.spots.length || !isSeen(each, points, view)) continue;
      paintShape(context, each, { points, view, textColour });
    }
    for (const each of labels) {
      const [spot] = each.spots;
      const point = spot === undefined ? null : pointOf(spot);
      if (point !== null && isSeen(each, [point], view))
        paintLabel(context, each, point, textColour);
    }
    if (tables.length > 0) paintTables(place, tables, textColour);
  };
}

type View = { readonly left: number; readonly right: number };

/** Labels reach beyond their places. */
const REACH_PX = 300;

function isSeen({ style }: PlacedObject, points: readonly Point[], { right }: View): boolean {
  const xs = points.map(({ x }) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const goesLeft = style.has('extend_left') || style.has('extend_both');
  const goesRight = style.has('extend_right') || style.has('extend_both');
  return (goesRight || most > -REACH_PX) && (goesLeft || least < right + REACH_PX);
}

type Shape = {
  readonly points: readonly Point[];
  readonly view: View;
  readonly textColour: string;
};

function paintShape(context: Context, object: PlacedObject, shape: Shape): void {
  const { points, view, textColour } = shape;
  const [one, other, third, fourth] = points;
  if (one === undefined || other === undefined) return;
  switch (object.kind) {
    case 'line':
      paintLine(context, object, extended(object, one, other, view));
      break;
    case 'box':
      paintBox(context, object, extended(object, one, other, view), textColour);
      break;
    case 'linefill': {
      if (third === undefined || fourth === undefined) return;
      const near = extended(object, one, other, view);
      const far = extended(object, third, fourth, view);
      context.beginPath();
      trace(context, [...near, ...far.toReversed()], true);
      context.fillStyle = object.fill_color ?? 'transparent';
      context.fill();
      break;
    }
    case 'polyline':
      paintPolyline(context, object, points);
      break;
    case 'label':
    case 'table':
    case 'cell':
      break;
  }
}

/** The ends of a line, or the corners of a box, as far as they go on to an edge of the chart. */
function extended(
  { kind, style }: PlacedObject,
  one: Point,
  other: Point,
  { left, right }: View,
): readonly [Point, Point] {
  const isBoth = style.has('extend_both');
  const at = (x: number): number =>
    kind === 'box' || other.x === one.x
      ? one.y
      : one.y + ((other.y - one.y) * (x - one.x)) / (other.x - one.x);
  const isForward = one.x <= other.x;
  const [first, last] = isForward ? [one, other] : [other, one];
  const margin = 10;
  const start: Point =
    (isBoth || style.has('extend_left')) && first.x > left - margin
      ? { x: left - margin, y: kind === 'box' ? first.y : at(left - margin) }
      : first;
  const end: Point =
    (isBoth || style.has('extend_right')) && last.x < right + margin
      ? { x: right + margin, y: kind === 'box' ? last.y : at(right + margin) }
      : last;
  return isForward ? [start, end] : [end, start];
}

function trace(context: Context, points: readonly Point[], isClosed: boolean): void {
  for (const [index, { x, y }] of points.entries())
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  if (isClosed) context.closePath();
}

function stroke(context: Context, { color, width, style }: PlacedObject): void {
  if (color === null || width <= 0) return;
  context.strokeStyle = color;
  context.lineWidth = width;
  const dashes = style.has('dashed') ? [5, 4] : style.has('dotted') ? [1, 3] : [];
  context.setLineDash(dashes.map((length) => length * Math.max(1, width / 2)));
  context.stroke();
  context.setLineDash([]);
}

function paintLine(context: Context, object: PlacedObject, ends: readonly [Point, Point]): void {
  context.beginPath();
  trace(context, ends, false);
  stroke(context, object);
  const { style } = object;
  const [one, other] = ends;
  if (style.has('arrow_left') || style.has('arrow_both')) paintArrow(context, object, other, one);
  if (style.has('arrow_right') || style.has('arrow_both')) paintArrow(context, object, one, other);
}

function paintArrow(
  context: Context,
  { color, width }: PlacedObject,
  from: Point,
  to: Point,
): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const size = 5 + 2 * width;
  context.beginPath();
  context.moveTo(to.x, to.y);
  for (const side of [-0.45, 0.45])
    context.lineTo(to.x - size * Math.cos(angle + side), to.y - size * Math.sin(angle + side));
  context.closePath();
  context.fillStyle = color ?? 'transparent';
  context.fill();
}

function paintBox(
  context: Context,
  object: PlacedObject,
  [one, other]: readonly [Point, Point],
  textColour: string,
): void {
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const [width, height] = [Math.abs(other.x - one.x), Math.abs(other.y - one.y)];
  if (object.fill_color !== null) {
    context.fillStyle = object.fill_color;
    context.fillRect(left, top, width, height);
  }
  context.beginPath();
  context.rect(left, top, width, height);
  stroke(context, object);
  if (object.text !== '') paintTextIn(context, object, { left, top, width, height }, textColour);
}

function paintPolyline(context: Context, object: PlacedObject, points: readonly Point[]): void {
  const isClosed = object.style.has('closed');
  context.beginPath();
  if (object.style.has('curved')) traceCurve(context, points, isClosed);
  else trace(context, points, isClosed);
  if (object.fill_color !== null) {
    context.fillStyle = object.fill_color;
    context.fill();
  }
  stroke(context, object);
}

/** Through all points, each corner rounded by the direction of its neighbours. */
function traceCurve(context: Context, points: readonly Point[], isClosed: boolean): void {
  const count = points.length;
  const at = (index: number): Point => {
    const place = isClosed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[place] ?? { x: 0, y: 0 };
  };
  context.moveTo(at(0).x, at(0).y);
  for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    context.bezierCurveTo(
      from.x + (to.x - before.x) / 6,
      from.y + (to.y - before.y) / 6,
      to.x - (after.x - from.x) / 6,
      to.y - (after.y - from.y) / 6,
      to.x,
      to.y,
    );
  }
}

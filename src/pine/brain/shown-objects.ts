// Drawings of a Pine script as its report has them: places as instants, colors and looks that were
// left out as the language has them. Bounded, because a script may make them as large as it likes.

import type { DrawnObject, ObjectPoint } from '#domain/script/drawn-object.ts';
import type { ObjectGround } from '#pine/brain/object-looks.ts';
import {
  LABEL_SIZES,
  PLAIN,
  TEXT_SIZES,
  chartOf,
  colorOf,
  numberOf,
  sizeOf,
  textOf,
  textStyle,
} from '#pine/brain/object-looks.ts';
import { shownTables } from '#pine/brain/shown-tables.ts';
import type { RetainedDrawings } from '#pine/runtime/drawn-objects.ts';
import type { PineArray, PineObject } from '#pine/runtime/pine-values.ts';

const BLUE = '#2962FF';
const WHITE = '#FFFFFF';
/** Of all polylines together; the newest come first. */
const POINTS_MAX = 10_000;

/** Drawings from back to front: fills, boxes, polylines, lines, labels, tables. */
export function shownObjects(
  drawings: RetainedDrawings,
  ground: ObjectGround,
): readonly DrawnObject[] {
  const listOf = (kind: string): readonly PineObject[] => drawings[kind] ?? [];
  const lines = new Set(listOf('line'));
  return [
    ...listOf('linefill').flatMap((drawing) => shownFill(drawing, lines, ground) ?? []),
    ...listOf('box').flatMap((drawing) => shownBox(drawing, ground) ?? []),
    ...shownPolylines(listOf('polyline'), ground),
    ...listOf('line').flatMap((drawing) => shownLine(drawing, ground) ?? []),
    ...listOf('label').flatMap((drawing) => shownLabel(drawing, ground) ?? []),
    ...shownTables(listOf('table'), ground),
  ];
}

/** `style_arrow_left` is `arrow_left`; a line that says nothing is solid. */
function lineStyle(value: unknown): readonly string[] {
  const word = textOf(value).replace('style_', '');
  return word === '' || word === 'solid' ? [] : [word];
}

function extension(value: unknown): readonly string[] {
  const word = textOf(value);
  return word === '' || word === 'none' ? [] : [`extend_${word}`];
}

/** Dates end somewhere. */
const INSTANT_MAX = 8.64e15;

function pointOf(
  { timeOf }: ObjectGround,
  x: unknown,
  y: unknown,
  xloc: unknown,
): ObjectPoint | null {
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  const atMs = Math.round(xloc === 'bar_time' ? x : timeOf(Math.trunc(x)));
  return Math.abs(atMs) <= INSTANT_MAX && Number.isFinite(y) ? { atMs, value: y } : null;
}

function pointsOf(
  ground: ObjectGround,
  drawing: PineObject,
  [x1, y1, x2, y2]: readonly [string, string, string, string],
): readonly ObjectPoint[] {
  const at = (x: string, y: string): ObjectPoint[] => {
    const point = pointOf(ground, drawing[`$${x}`], drawing[`$${y}`], drawing['$xloc']);
    return point === null ? [] : [point];
  };
  const points = [...at(x1, y1), ...at(x2, y2)];
  return points.length === 2 ? points : [];
}

function lineEnds(ground: ObjectGround, drawing: PineObject): readonly ObjectPoint[] {
  return pointsOf(ground, drawing, ['x1', 'y1', 'x2', 'y2']);
}

function shownLine(drawing: PineObject, ground: ObjectGround): DrawnObject | null {
  const points = lineEnds(ground, drawing);
  const color = colorOf(drawing['$color'], BLUE);
  if (points.length === 0 || color === null) return null;
  const style = [...lineStyle(drawing['$style']), ...extension(drawing['$extend'])];
  const width = numberOf(drawing['$width'], 1);
  const chart = chartOf(ground, drawing);
  return { ...PLAIN, kind: 'line', chart, points, style, color, width };
}

function shownFill(
  drawing: PineObject,
  lines: ReadonlySet<PineObject>,
  ground: ObjectGround,
): DrawnObject | null {
  const [one, other] = [drawing['$line1'], drawing['$line2']] as (PineObject | null)[];
  const fillColor = colorOf(drawing['$color'], null);
  if (!one || !other || fillColor === null || !lines.has(one) || !lines.has(other)) return null;
  const points = [...lineEnds(ground, one), ...lineEnds(ground, other)];
  if (points.length !== 4) return null;
  const style = extension(one['$extend'] === other['$extend'] ? one['$extend'] : 'none');
  return { ...PLAIN, kind: 'linefill', chart: chartOf(ground, one), points, style, fillColor };
}

function shownBox(drawing: PineObject, ground: ObjectGround): DrawnObject | null {
  const points = pointsOf(ground, drawing, ['left', 'top', 'right', 'bottom']);
  if (points.length === 0) return null;
  return {
    ...PLAIN,
    kind: 'box',
    chart: chartOf(ground, drawing),
    points,
    text: textOf(drawing['$text']),
    style: [
      ...lineStyle(drawing['$border_style']),
      ...extension(drawing['$extend']),
      ...textStyle(drawing, ['text_halign', 'text_valign']),
    ],
    color: colorOf(drawing['$border_color'], BLUE),
    fillColor: colorOf(drawing['$bgcolor'], BLUE),
    textColor: colorOf(drawing['$text_color'], null),
    width: numberOf(drawing['$border_width'], 1),
    textSize: sizeOf(drawing['$text_size'], TEXT_SIZES, 'auto'),
  };
}

function shownLabel(drawing: PineObject, ground: ObjectGround): DrawnObject | null {
  const { $x: x, $y: y, $xloc: xloc, $yloc: yloc } = drawing;
  const isOnBar = yloc === 'abovebar' || yloc === 'belowbar';
  const place = pointOf(ground, x, isOnBar ? 0 : y, xloc);
  if (place === null) return null;
  const value = isOnBar
    ? ground.edgeAt(place.atMs, yloc === 'abovebar' ? 'high' : 'low')
    : place.value;
  if (!Number.isFinite(value)) return null;
  const look = textOf(drawing['$style']).replace('style_', '') || 'label_down';
  return {
    ...PLAIN,
    kind: 'label',
    chart: isOnBar ? 0 : chartOf(ground, drawing),
    points: [{ ...place, value }],
    text: textOf(drawing['$text']),
    style: [look, ...(isOnBar ? [yloc] : []), ...textStyle(drawing, ['textalign', null])],
    color: colorOf(drawing['$color'], BLUE),
    textColor: textColorOf(drawing, look),
    textSize: sizeOf(drawing['$size'], LABEL_SIZES, 'normal'),
    tooltip: textOf(drawing['$tooltip']),
  };
}

/** White on its ground; without a ground, or beside a shape, any that can be read. */
function textColorOf(drawing: PineObject, look: string): string | null {
  const isOnGround = look.startsWith('label_') && colorOf(drawing['$color'], BLUE) !== null;
  return colorOf(drawing['$textcolor'], isOnGround ? WHITE : null);
}

function shownPolylines(
  polylines: readonly PineObject[],
  ground: ObjectGround,
): readonly DrawnObject[] {
  const shown: DrawnObject[] = [];
  let left = POINTS_MAX;
  for (const drawing of polylines.toReversed()) {
    const { $points: given, $xloc: xloc, $curved: isCurved, $closed: isClosed } = drawing;
    const list = ((given as PineArray | null)?.v ?? []) as (PineObject | null)[];
    if (list.length < 2 || list.length > left) continue;
    const points = list.flatMap((each) => {
      const x = xloc === 'bar_time' ? each?.['$time'] : each?.['$index'];
      return pointOf(ground, x, each?.['$price'], xloc) ?? [];
    });
    left -= points.length;
    shown.push({
      ...PLAIN,
      kind: 'polyline',
      chart: chartOf(ground, drawing),
      points,
      style: [
        ...lineStyle(drawing['$line_style']),
        ...(isCurved === true ? ['curved'] : []),
        ...(isClosed === true ? ['closed'] : []),
      ],
      color: colorOf(drawing['$line_color'], BLUE),
      fillColor: colorOf(drawing['$fill_color'], null),
      width: numberOf(drawing['$line_width'], 1),
    });
  }
  return shown.toReversed();
}

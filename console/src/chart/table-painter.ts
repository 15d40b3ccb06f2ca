// Tables that a script shows at the edges of a chart: columns as wide and rows as high as their
// cells need, or as large a share of the chart as the script chose.

import type { Place } from './painter.ts';
import type { PlacedObject } from './placed-objects.ts';
import { fontOf, paintLines, sizeOfText } from './text-painters.ts';

type Table = { readonly of: PlacedObject; readonly cells: readonly PlacedObject[] };

const MARGIN = 6;
/** What the page shows at the top of the chart stays free. */
const TOP_MARGIN = 34;
const PADDING_X = 6;
const PADDING_Y = 3;
const AUTO_SIZE = 12;

/** Paints all tables on the place, from the first to the last. */
export function paintTables(
  place: Place,
  objects: readonly PlacedObject[],
  textColour: string,
): void {
  for (const table of tablesOf(objects)) paintTable(place, table, textColour);
}

/** The cells of a table follow it. */
function tablesOf(objects: readonly PlacedObject[]): readonly Table[] {
  const tables: { of: PlacedObject; cells: PlacedObject[] }[] = [];
  for (const of of objects)
    if (of.kind === 'table') tables.push({ of, cells: [] });
    else tables.at(-1)?.cells.push(of);
  return tables;
}

type Sizes = { readonly columns: readonly number[]; readonly rows: readonly number[] };

function paintTable(place: Place, { of, cells }: Table, textColour: string): void {
  const { context, width, height } = place;
  const sizes = sizesOf(place, { of, cells });
  const [wide, high] = [sum(sizes.columns), sum(sizes.rows)];
  if (wide === 0 || high === 0) return;
  // A table that is wider than the chart is drawn smaller.
  const scale = Math.min(1, (width - 2 * MARGIN) / wide, (height - MARGIN) / high);
  const [word = ''] = of.style;
  const [vertical = 'top', horizontal = 'right'] = word.split('_');
  const left = placed(horizontal === 'left', horizontal === 'right', {
    size: wide * scale,
    whole: width,
    before: MARGIN,
  });
  const top = placed(vertical === 'top', vertical === 'bottom', {
    size: high * scale,
    whole: height,
    before: TOP_MARGIN,
  });
  context.save();
  context.translate(left, top);
  context.scale(scale, scale);
  if (of.fill_color !== null) {
    context.fillStyle = of.fill_color;
    context.fillRect(0, 0, wide, high);
  }
  for (const cell of cells) paintCell(context, cell, sizes, textColour);
  if (of.color !== null && of.width > 0) {
    context.strokeStyle = of.color;
    context.lineWidth = of.width;
    context.strokeRect(0, 0, wide, high);
  }
  context.restore();
}

function placed(
  isFirst: boolean,
  isLast: boolean,
  {
    size,
    whole,
    before,
  }: { readonly size: number; readonly whole: number; readonly before: number },
): number {
  if (isFirst) return Math.max(0, Math.min(before, whole - size - MARGIN));
  return isLast ? whole - size - MARGIN : (whole - size) / 2;
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, each) => all + each, 0);
/** Columns and rows without a cell have no size. */
const whole = (sizes: readonly (number | undefined)[]): readonly number[] =>
  Array.from(sizes, (size) => size ?? 0);
const textSizeOf = ({ textSize }: PlacedObject): number => (textSize === 0 ? AUTO_SIZE : textSize);

/** A cell of several columns makes none of them wider. */
function sizesOf({ context, width, height }: Place, { of, cells }: Table): Sizes {
  const [, , columnCount = 0, rowCount = 0] = of.cell ?? [];
  const columns: number[] = [];
  const rows: number[] = [];
  for (const cell of cells) {
    const [column = 0, row = 0, columnSpan = 1, rowSpan = 1] = cell.cell ?? [];
    if (column >= columnCount || row >= rowCount) continue;
    const size = textSizeOf(cell);
    context.font = fontOf(cell, size);
    const lines = cell.text.split('\n');
    const text = sizeOfText(context, lines, size);
    const wide = cell.width > 0 ? (width * cell.width) / 100 : text.width + 2 * PADDING_X;
    const high = cell.height > 0 ? (height * cell.height) / 100 : text.height + 2 * PADDING_Y;
    if (columnSpan === 1) columns[column] = Math.max(columns[column] ?? 0, wide);
    if (rowSpan === 1) rows[row] = Math.max(rows[row] ?? 0, high);
  }
  return { columns: whole(columns), rows: whole(rows) };
}

function paintCell(
  context: CanvasRenderingContext2D,
  cell: PlacedObject,
  { columns, rows }: Sizes,
  textColour: string,
): void {
  const [column = 0, row = 0, columnSpan = 1, rowSpan = 1] = cell.cell ?? [];
  const area = {
    left: sum(columns.slice(0, column)),
    top: sum(rows.slice(0, row)),
    width: sum(columns.slice(column, column + columnSpan)),
    height: sum(rows.slice(row, row + rowSpan)),
  };
  if (cell.fill_color !== null) {
    context.fillStyle = cell.fill_color;
    context.fillRect(area.left, area.top, area.width, area.height);
  }
  if (cell.color !== null) {
    context.strokeStyle = cell.color;
    context.lineWidth = 1;
    context.strokeRect(area.left, area.top, area.width, area.height);
  }
  if (cell.text === '') return;
  const size = textSizeOf(cell);
  context.font = fontOf(cell, size);
  context.fillStyle = cell.text_color ?? textColour;
  const inner = {
    left: area.left + PADDING_X,
    top: area.top + PADDING_Y,
    width: area.width - 2 * PADDING_X,
    height: area.height - 2 * PADDING_Y,
  };
  paintLines(context, cell.text.split('\n'), cell, inner, size);
}

// Tables of a Pine script as its report has them: of each place on the chart the newest, followed
// by its cells, of which those that are merged are one.

import type { DrawnObject } from '#domain/script/drawn-object.ts';
import type { MergedCells } from '#pine/builtins/drawing-builtins.ts';
import type { ObjectGround } from '#pine/brain/object-looks.ts';
import {
  PLAIN,
  TEXT_SIZES,
  chartOf,
  colorOf,
  numberOf,
  sizeOf,
  textOf,
  textStyle,
} from '#pine/brain/object-looks.ts';
import type { PineObject } from '#pine/runtime/pine-values.ts';

/** Of one table. */
const CELLS_MAX = 1_000;

/** Tables and their cells, one table for each place of a chart. */
export function shownTables(
  tables: readonly PineObject[],
  ground: ObjectGround,
): readonly DrawnObject[] {
  const byPlace = new Map<string, PineObject>();
  for (const table of tables)
    byPlace.set(`${chartOf(ground, table)} ${textOf(table['$position'])}`, table);
  return [...byPlace.values()].flatMap((table) => shownTable(table, ground));
}

function shownTable(table: PineObject, ground: ObjectGround): readonly DrawnObject[] {
  const cells = cellsOf(table).slice(0, CELLS_MAX);
  if (cells.length === 0) return [];
  const chart = chartOf(ground, table);
  const [columns, rows] = [numberOf(table['$columns'], 1), numberOf(table['$rows'], 1)];
  const frameWidth = numberOf(table['$frame_width'], 0);
  const border = colorOf(table['$border_color'], null);
  const borderWidth = border === null ? 0 : numberOf(table['$border_width'], 0);
  return [
    {
      ...PLAIN,
      kind: 'table',
      chart,
      style: [textOf(table['$position'])],
      color: frameWidth > 0 ? colorOf(table['$frame_color'], null) : null,
      fillColor: colorOf(table['$bgcolor'], null),
      width: frameWidth,
      cell: [0, 0, columns, rows],
    },
    ...cells.map(({ of, place }): DrawnObject => {
      return {
        ...PLAIN,
        kind: 'cell',
        chart,
        text: textOf(of['$text']),
        style: textStyle(of, ['text_halign', 'text_valign']),
        color: borderWidth > 0 ? border : null,
        fillColor: colorOf(of['$bgcolor'], null),
        textColor: colorOf(of['$text_color'], null),
        width: numberOf(of['$width'], 0),
        height: numberOf(of['$height'], 0),
        textSize: sizeOf(of['$text_size'], TEXT_SIZES, 'normal'),
        tooltip: textOf(of['$tooltip']),
        cell: place,
      };
    }),
  ];
}

type PlacedCell = { readonly of: PineObject; readonly place: NonNullable<DrawnObject['cell']> };

/** By rows, without those that another one covers. */
function cellsOf(table: PineObject): readonly PlacedCell[] {
  const cells = table['$cells'] as ReadonlyMap<string, PineObject>;
  const merged = (table['$merged'] ?? []) as readonly MergedCells[];
  const placed = [...cells].flatMap(([key, of]): PlacedCell[] => {
    const [column = 0, row = 0] = key.split(':').map(Number);
    const found = merged.find(
      ([left, top, right, bottom]) =>
        column >= left && column <= right && row >= top && row <= bottom,
    );
    if (found === undefined) return [{ of, place: [column, row, 1, 1] }];
    const [left, top, right, bottom] = found;
    if (column !== left || row !== top) return [];
    return [{ of, place: [column, row, right - left + 1, bottom - top + 1] }];
  });
  return placed.sort(
    ({ place: [column, row] }, { place: [otherColumn, otherRow] }) =>
      row - otherRow || column - otherColumn,
  );
}

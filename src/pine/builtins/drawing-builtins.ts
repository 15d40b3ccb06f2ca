// Drawings as objects: lines, labels, boxes, fills between lines, polylines and tables. They can be
// made, changed, read, copied and deleted, within the limits of the declaration.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault, hostNow, now } from '#pine/runtime/pine-now.ts';
import type { PineArray, PineObject } from '#pine/runtime/pine-values.ts';
import { copy, elements, object } from '#pine/runtime/pine-values.ts';

const LINE =
  'string xloc?, string extend?, color color?, string style?, int width?, bool force_overlay?';
const LABEL =
  'string text?, string xloc?, string yloc?, color color?, string style?, color textcolor?, ' +
  'string size?, string textalign?, string tooltip?, string text_font_family?, ' +
  'bool force_overlay?, string text_formatting?';
const BOX =
  'color border_color?, int border_width?, string border_style?, string extend?, string xloc?, ' +
  'color bgcolor?, string text?, string text_size?, color text_color?, string text_halign?, ' +
  'string text_valign?, string text_wrap?, string text_font_family?, bool force_overlay?, ' +
  'string text_formatting?';
const CELL =
  'string text?, float width?, float height?, color text_color?, string text_halign?, ' +
  'string text_valign?, string text_size?, color bgcolor?, string tooltip?, ' +
  'string text_font_family?, string text_formatting?';
/** Sizes may be numbers of points in version 6. */
const sized = (text: string): string => text.replaceAll(/string (size|text_size)\?/g, 'any $1?');

type Setter = readonly [name: string, fields: string];

const SETTERS: Readonly<Record<string, readonly Setter[]>> = {
  line: [
    ['set_x1', 'int x1|x'],
    ['set_x2', 'int x2|x'],
    ['set_y1', 'float y1|y'],
    ['set_y2', 'float y2|y'],
    ['set_xy1', 'int x1|x, float y1|y'],
    ['set_xy2', 'int x2|x, float y2|y'],
    ['set_color', 'color color'],
    ['set_style', 'string style'],
    ['set_width', 'int width'],
    ['set_extend', 'string extend'],
    ['set_xloc', 'int x1, int x2, string xloc'],
  ],
  label: [
    ['set_x', 'int x'],
    ['set_y', 'float y'],
    ['set_xy', 'int x, float y'],
    ['set_text', 'string text'],
    ['set_color', 'color color'],
    ['set_textcolor', 'color textcolor'],
    ['set_style', 'string style'],
    ['set_size', 'any size'],
    ['set_textalign', 'string textalign'],
    ['set_tooltip', 'string tooltip'],
    ['set_yloc', 'string yloc'],
    ['set_xloc', 'int x, string xloc'],
    ['set_text_font_family', 'string text_font_family'],
    ['set_text_formatting', 'any text_formatting'],
  ],
  box: [
    ['set_left', 'int left'],
    ['set_top', 'float top'],
    ['set_right', 'int right'],
    ['set_bottom', 'float bottom'],
    ['set_lefttop', 'int left, float top'],
    ['set_rightbottom', 'int right, float bottom'],
    ['set_bgcolor', 'color bgcolor|color'],
    ['set_border_color', 'color border_color|color'],
    ['set_border_width', 'int border_width|width'],
    ['set_border_style', 'string border_style|style'],
    ['set_extend', 'string extend'],
    ['set_text', 'string text'],
    ['set_text_color', 'color text_color'],
    ['set_text_size', 'any text_size'],
    ['set_text_halign', 'string text_halign'],
    ['set_text_valign', 'string text_valign'],
    ['set_text_wrap', 'string text_wrap'],
    ['set_text_font_family', 'string text_font_family'],
    ['set_text_formatting', 'any text_formatting'],
    ['set_xloc', 'int left, int right, string xloc'],
  ],
  linefill: [['set_color', 'color color']],
  table: [
    ['set_position', 'string position'],
    ['set_bgcolor', 'color bgcolor'],
    ['set_border_color', 'color border_color'],
    ['set_border_width', 'int border_width'],
    ['set_frame_color', 'color frame_color'],
    ['set_frame_width', 'int frame_width'],
  ],
};

const GETTERS: Readonly<Record<string, readonly Setter[]>> = {
  line: [
    ['get_x1', 'int'],
    ['get_x2', 'int'],
    ['get_y1', 'float'],
    ['get_y2', 'float'],
  ],
  label: [
    ['get_x', 'int'],
    ['get_y', 'float'],
    ['get_text', 'string'],
  ],
  box: [
    ['get_left', 'int'],
    ['get_top', 'float'],
    ['get_right', 'int'],
    ['get_bottom', 'float'],
  ],
  linefill: [
    ['get_line1', 'line'],
    ['get_line2', 'line'],
  ],
};

const CELL_SETTERS = (
  'text width height text_color text_halign text_valign text_size bgcolor tooltip ' +
  'text_font_family text_formatting'
).split(' ');

function idOf(kind: string): string {
  return kind === 'table' ? 'id|table_id' : 'id';
}

function accessSignatures(): string {
  const lines: string[] = [];
  for (const [kind, setters] of Object.entries(SETTERS)) {
    for (const [name, fields] of setters)
      lines.push(`${kind}.${name}(${kind} ${idOf(kind)}, ${fields}) => void`);
    lines.push(`${kind}.delete(${kind} ${idOf(kind)}) => void`);
    if (kind !== 'table' && kind !== 'linefill')
      lines.push(`${kind}.copy(${kind} id) => series ${kind}`);
    for (const [name, type] of GETTERS[kind] ?? [])
      lines.push(`${kind}.${name}(${kind} id) => series ${type}`);
  }
  for (const field of CELL_SETTERS)
    lines.push(
      `table.cell_set_${field}(table table_id, int column, int row, any ${field}) => void`,
    );
  return lines.join('\n');
}

export const DRAWING_SIGNATURES = sized(`
line.new(int x1, float y1, int x2, float y2, ${LINE}) => series line
line.new(chart.point first_point, chart.point second_point, ${LINE}) => series line
line.get_price(line id, int x) => series float
line.set_first_point(line id, chart.point point) => void
line.set_second_point(line id, chart.point point) => void
label.new(int x, float y, ${LABEL}) => series label
label.new(chart.point point, ${LABEL}) => series label
label.set_point(label id, chart.point point) => void
box.set_top_left_point(box id, chart.point point) => void
box.set_bottom_right_point(box id, chart.point point) => void
box.new(int left, float top, int right, float bottom, ${BOX}) => series box
box.new(chart.point top_left, chart.point bottom_right, ${BOX}) => series box
linefill.new(line line1, line line2, color color) => series linefill
polyline.new(array<chart.point> points, bool curved?, bool closed?, string xloc?, color line_color?, color fill_color?, string line_style?, int line_width?, bool force_overlay?) => series polyline
polyline.delete(polyline id) => void
chart.point.new(int time, int index, float price) => series chart.point
chart.point.from_index(int index, float price) => series chart.point
chart.point.from_time(int time, float price) => series chart.point
chart.point.now(float price?) => series chart.point
chart.point.copy(chart.point id) => series chart.point
table.new(string position, int columns, int rows, color bgcolor?, color frame_color?, int frame_width?, color border_color?, int border_width?, bool force_overlay?) => series table
table.cell(table table_id, int column, int row, ${CELL}) => void
table.clear(table table_id, int start_column, int start_row, int end_column?, int end_row?) => void
table.merge_cells(table table_id, int start_column, int start_row, int end_column, int end_row) => void
${accessSignatures()}
`);

type Kind = 'line' | 'label' | 'box' | 'linefill' | 'polyline' | 'table';

/** Drawn until it is deleted, or until too many of its kind are newer. */
function drawn(kind: Kind, members: PineObject): PineObject {
  const made = object(members);
  hostNow().drawings.add(kind, made);
  return made;
}

/** `x1?` and the like of a list of parameters. */
function namesOf(parameters: string): string[] {
  return parameters.split(',').map((each) =>
    each
      .trim()
      .replace(/^.* /, '')
      .replace(/\?|\|.*/g, ''),
  );
}

/** A color that is `na` is none; one that is left out is that of the kind. */
function retained(name: string, value: unknown): unknown {
  return value === null && name.endsWith('color') ? '' : (value ?? null);
}

function members(names: readonly string[], values: readonly unknown[]): PineObject {
  return Object.fromEntries(names.map((name, at) => [`$${name}`, retained(name, values[at])]));
}

function isPoint(value: unknown): value is PineObject {
  return typeof value === 'object' && value !== null && '$price' in value;
}

/** The place of a point along the chart, by the way that its drawing counts. */
function along(point: PineObject | null, xloc: unknown): unknown {
  return xloc === 'bar_time' ? point?.['$time'] : point?.['$index'];
}

function twoPoints(kind: Kind, own: readonly [string, string, string, string], rest: string) {
  const names = namesOf(rest);
  return (...given: unknown[]): PineObject => {
    const [first, second, ...others] = given;
    if (!isPoint(first) || !isPoint(second)) return drawn(kind, members([...own, ...names], given));
    const xloc = others[names.indexOf('xloc')];
    const values = [along(first, xloc), first['$price'], along(second, xloc), second['$price']];
    return drawn(kind, members([...own, ...names], [...values, ...others]));
  };
}

const LABEL_NAMES = namesOf(LABEL);
const CELL_NAMES = namesOf(CELL);

function newLabel(...given: unknown[]): PineObject {
  const names = LABEL_NAMES;
  const [point, ...others] = given;
  if (!isPoint(point)) return drawn('label', members(['x', 'y', ...names], given));
  const x = along(point, others[names.indexOf('xloc')]);
  return drawn('label', members(['x', 'y', ...names], [x, point['$price'], ...others]));
}

function priceOn(line: PineObject | null, x: number): number {
  if (line === null) return NaN;
  const [x1, y1, x2, y2] = ['$x1', '$y1', '$x2', '$y2'].map((name) => Number(line[name]));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return NaN;
  return x1 === x2 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
}

function setter(fields: string) {
  const names = namesOf(fields);
  return (drawing: PineObject | null, ...values: unknown[]): void => {
    if (drawing === null) return;
    for (const [at, name] of names.entries()) drawing[`$${name}`] = retained(name, values[at]);
  };
}

function getter(name: string, isNumber: boolean) {
  return (drawing: PineObject | null): unknown =>
    drawing === null ? (isNumber ? NaN : null) : drawing[`$${name}`];
}

function remove(kind: Kind) {
  return (drawing: PineObject | null): void => {
    if (drawing !== null) hostNow().drawings.remove(kind, drawing);
  };
}

function copied(kind: Kind) {
  return (drawing: PineObject | null): PineObject | null =>
    drawing === null ? null : drawn(kind, { ...drawing });
}

function setPoint(x: string, y: string) {
  return (drawing: PineObject | null, point: PineObject | null): void => {
    if (drawing === null || point === null) return;
    drawing[`$${x}`] = along(point, drawing['$xloc']);
    drawing[`$${y}`] = point['$price'];
  };
}

const CELLS_MAX = 10_000;

type Cells = Map<string, PineObject>;

function cellOf(table: PineObject | null, column: number, row: number): PineObject | null {
  if (table === null) return null;
  const cells = table['$cells'] as Cells;
  const key = `${Math.trunc(column)}:${Math.trunc(row)}`;
  const known = cells.get(key);
  if (known !== undefined) return known;
  if (cells.size >= CELLS_MAX) throw new PineFault(`a table has at most ${CELLS_MAX} cells`);
  const cell = object({});
  cells.set(key, cell);
  return cell;
}

function setCell(
  table: PineObject | null,
  column: number,
  row: number,
  ...values: unknown[]
): void {
  const cell = cellOf(table, column, row);
  if (cell !== null) Object.assign(cell, members(CELL_NAMES, values));
}

const CELL_STEPS = 64;

function clearCells(table: PineObject | null, c1: number, r1: number, c2 = c1, r2 = r1): void {
  if (table === null) return;
  const cells = table['$cells'] as Cells;
  chargeSteps(CELL_STEPS * cells.size);
  for (const key of cells.keys()) {
    const [column = 0, row = 0] = key.split(':').map(Number);
    if (column >= c1 && column <= c2 && row >= r1 && row <= r2) cells.delete(key);
  }
}

const TABLE_NAMES = [
  'position',
  'columns',
  'rows',
  'bgcolor',
  'frame_color',
  'frame_width',
  'border_color',
  'border_width',
  'force_overlay',
];
const POLYLINE_NAMES =
  'curved closed xloc line_color fill_color line_style line_width force_overlay'.split(' ');

/** Cells that are shown as one: the first and the last. */
export type MergedCells = readonly [column: number, row: number, toColumn: number, toRow: number];

function mergeCells(table: PineObject | null, ...corners: [number, number, number, number]): void {
  if (table === null) return;
  const merged = (table['$merged'] ??= []) as MergedCells[];
  if (merged.length < MERGED_MAX) merged.push(corners);
}

const MERGED_MAX = 1_000;

function point(time: number, index: number, price: number): PineObject {
  return object({ $time: time, $index: index, $price: price });
}

type Implementations = Record<string, (...values: never[]) => unknown>;

function access(): Implementations {
  const found: Implementations = {};
  for (const [kind, setters] of Object.entries(SETTERS)) {
    for (const [name, fields] of setters) found[`${kind}.${name}`] = setter(fields);
    found[`${kind}.delete`] = remove(kind as Kind);
    if (kind !== 'table' && kind !== 'linefill') found[`${kind}.copy`] = copied(kind as Kind);
    for (const [name, type] of GETTERS[kind] ?? [])
      found[`${kind}.${name}`] = getter(
        name.slice('get_'.length),
        type === 'int' || type === 'float',
      );
  }
  for (const field of CELL_SETTERS)
    found[`table.cell_set_${field}`] = (
      table: PineObject | null,
      column: number,
      row: number,
      value: unknown,
    ) => {
      const cell = cellOf(table, column, row);
      if (cell !== null) cell[`$${field}`] = retained(field, value);
    };
  return found;
}

export const DRAWINGS: Implementations = {
  'line.new': twoPoints('line', ['x1', 'y1', 'x2', 'y2'], LINE),
  'line.get_price': priceOn,
  'line.set_first_point': setPoint('x1', 'y1'),
  'line.set_second_point': setPoint('x2', 'y2'),
  'label.new': newLabel,
  'label.set_point': setPoint('x', 'y'),
  'box.set_top_left_point': setPoint('left', 'top'),
  'box.set_bottom_right_point': setPoint('right', 'bottom'),
  'box.new': twoPoints('box', ['left', 'top', 'right', 'bottom'], BOX),
  'linefill.new': (line1: unknown, line2: unknown, color: unknown) =>
    drawn('linefill', { $line1: line1, $line2: line2, $color: retained('color', color) }),
  'polyline.new': (points: PineArray | null, ...rest: unknown[]) =>
    drawn('polyline', {
      $points: points === null ? null : { kind: 'array', v: [...elements(points)] },
      ...members(POLYLINE_NAMES, rest),
    }),
  'polyline.delete': remove('polyline'),
  'chart.point.new': point,
  'chart.point.from_index': (index: number, price: number) => point(NaN, index, price),
  'chart.point.from_time': (time: number, price: number) => point(time, NaN, price),
  'chart.point.now': (price?: number) => point(now.timeMs, now.bar, price ?? now.close),
  'chart.point.copy': copy,
  'table.new': (...values: unknown[]) =>
    drawn('table', { ...members(TABLE_NAMES, values), $cells: new Map() }),
  'table.cell': setCell,
  'table.clear': clearCells,
  'table.merge_cells': mergeCells,
  ...access(),
};

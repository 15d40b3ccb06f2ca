// Objects that a script has on its charts when a run ends: lines, boxes, labels, fills, polylines,
// and tables with their cells. Plain data, with all that the script left to its defaults.

export const OBJECT_KINDS = [
  'line',
  'box',
  'label',
  'polyline',
  'linefill',
  'table',
  'cell',
] as const;

export type DrawnObject = {
  /** The cells of a table follow it. */
  readonly kind: (typeof OBJECT_KINDS)[number];
  /** 0: on the prices. */
  readonly chart: number;
  /** Two of a line, or opposite corners; of a fill the ends of one line, then of the other. */
  readonly points: readonly ObjectPoint[];
  readonly text: string;
  /** Words such as `dashed`, `extend_left`, `label_down`, `align_top`, `bold`, `closed`. */
  readonly style: readonly string[];
  /** Of the line, the border or the frame; of a label its ground. Null: there is none. */
  readonly color: string | null;
  /** Of the inside. */
  readonly fillColor: string | null;
  /** Null: any that can be read. */
  readonly textColor: string | null;
  /** In pixels; of a cell in percent of the chart, 0 as wide as its text. */
  readonly width: number;
  /** Of a cell, as its width. */
  readonly height: number;
  /** In points; 0: as fits. */
  readonly textSize: number;
  readonly tooltip: string;
  /** Column, row, columns and rows of a cell. */
  readonly cell?: readonly [column: number, row: number, columns: number, rows: number];
};

/** `atMs`: the open of its bar, or any instant. */
export type ObjectPoint = { readonly atMs: number; readonly value: number };

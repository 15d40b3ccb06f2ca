// A column: the values of one series for all rows of a window, each built only from what is known
// at its row. Columns that are computed in one pass form a group.

import { MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { Operation } from '#engine/run-api/operation.ts';
import type { Timeline } from '#engine/series/timeline.ts';
import { newestBar, rowOfElement } from '#engine/series/timeline.ts';

export type Column = {
  /** Unique in its store; those of its inputs are lower. */
  readonly id: number;
  /** The newest element at each row; NaN where there is none. Replaced when the window grows. */
  values: Float64Array;
  readonly shape: ColumnShape;
  /** The column in whose memory this one lies; null when it has memory of its own. */
  readonly lies: ColumnPlace | null;
  /** Rows up to here were searched for the first value. */
  searchedRows: number;
  /** The first row with a value, which may lie before the rows; null while none was found. */
  firstRow: number | null;
  /** Series that show this column, which learn of new memory. */
  readonly watchers: Set<ColumnWatcher>;
};

/** A column that shows in each row what another one shows some rows before. */
export type ColumnPlace = { readonly within: Column; readonly rowsBefore: number };

export type ColumnWatcher = { newest: Float64Array };

export type ColumnShape = {
  /** Where its bars lie; a mixture is of series whose bars lie differently. */
  readonly bars: Timeline | Mixture;
  /** How many elements a script may see. */
  readonly visibleMax: number;
  /** The first row that has a value, as far as bars and look-backs say: what its warm-up takes. */
  readonly readyRow: number;
};

/** Element by element of operands that share no timeline, paired from the newest on. */
export type Mixture = {
  readonly operation: Operation;
  readonly operands: readonly (Column | number)[];
  /** The other columns that its elements are found through: mixtures, the first made first. */
  readonly beneath: readonly Column[];
  /** And those that are none. */
  readonly plain: readonly Column[];
};

export type ColumnGroup = {
  readonly key: string;
  readonly columns: readonly Column[];
  readonly inputs: readonly ColumnGroup[];
  /** Computes the rows from where it stopped last time up to, not including, `to`. */
  readonly advance: (to: number) => void;
  /** What is remembered from row to row; null where rows follow from others alone. */
  readonly memory: PassMemory | null;
  /** Whether each row follows from the same row of candles and of inputs. */
  readonly isRowByRow: boolean;
  /** Runs that use it; it stays while there are any. */
  holders: number;
  /** When it, or what is made of it, was requested last; see ColumnStore. */
  usedAt: number;
};

/** What a pass remembers of the rows that it has computed, as numbers. */
export type PassMemory = {
  readonly save: () => readonly number[];
  readonly restore: (saved: readonly number[]) => void;
};

/** Type guard: bars of several markets or intervals, combined. */
export function isMixture(bars: Timeline | Mixture): bars is Mixture {
  return 'operands' in bars;
}

/** The element at a position (1 is the newest) as seen at the row; NaN where there is none. */
export function columnElement(column: Column, row: number, position: number): number {
  const { bars, visibleMax } = column.shape;
  if (position === 1) return column.values[row] ?? Number.NaN;
  if (!(position > 1 && position <= visibleMax) || !Number.isInteger(position)) return Number.NaN;
  if (isMixture(bars)) return mixedElement(bars, row, position);
  const at = rowOfElement(bars, row, position);
  return at < 0 ? Number.NaN : (column.values[at] ?? Number.NaN);
}

/**
 * Each mixture beneath is gone through once: one that is its own operand twice over and over has
 * more paths than can be walked.
 */
function mixedElement(mixture: Mixture, row: number, position: number): number {
  const known = new Map<Column, number>();
  const mixed = ({ operation, operands }: Mixture): number => {
    const values = operands.map((operand) =>
      typeof operand === 'number'
        ? operand
        : (known.get(operand) ?? columnElement(operand, row, position)),
    );
    const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = values;
    return operation.apply(a, b, c);
  };
  for (const column of mixture.beneath) {
    const { bars } = column.shape;
    if (isMixture(bars)) known.set(column, mixed(bars));
  }
  return mixed(mixture);
}

/** How many elements of columns are read to find one of this column. */
export function columnWeight({ shape: { bars } }: Column): number {
  return isMixture(bars) ? bars.beneath.length + bars.plain.length : 1;
}

/** How many elements there are at the row: from its first value on, as far as a script may see. */
export function columnCount(column: Column, row: number): number {
  const { bars, visibleMax } = column.shape;
  if (isMixture(bars)) {
    const counts = bars.plain.map((part) => columnCount(part, row));
    const count = Math.min(visibleMax, ...counts);
    return countFromFirst(count, (position) => columnElement(column, row, position));
  }
  const first = firstRowWithValue(column, row);
  if (first === null || first > row) return 0;
  const count = newestBar(bars, row) - newestBar(bars, first) + 1;
  if (count > visibleMax) return visibleMax;
  // A bar may have had a value while it formed, and none when it closed.
  return countFromFirst(count, (position) => columnElement(column, row, position));
}

/** How many of `count` elements there are when the oldest have no value. */
export function countFromFirst(count: number, at: (position: number) => number): number {
  let last = count;
  while (last > 0 && Number.isNaN(at(last))) last -= 1;
  return last;
}

/** Searches no further than the row that asks: what comes later is not looked at. */
export function firstRowWithValue(column: Column, row: number): number | null {
  const { values } = column;
  while (column.firstRow === null && column.searchedRows <= row) {
    if (!Number.isNaN(values[column.searchedRows] ?? Number.NaN)) {
      column.firstRow = column.searchedRows;
    }
    column.searchedRows += 1;
  }
  return column.firstRow;
}

/** The visible elements at the row, newest first. */
export function columnElements(column: Column, row: number): Float64Array {
  const { bars } = column.shape;
  const elements = new Float64Array(columnCount(column, row));
  if (isMixture(bars) || bars.intervalMinutes === MONTH_MINUTES) {
    for (let index = 0; index < elements.length; index += 1)
      elements[index] = columnElement(column, row, index + 1);
    return elements;
  }
  // Bars are equally long, and all that are counted lie within the rows.
  const { values } = column;
  let at = row;
  let before = rowOfElement(bars, row, 2);
  for (let index = 0; index < elements.length; index += 1) {
    elements[index] = values[at] ?? Number.NaN;
    at = before;
    before -= bars.intervalMinutes;
  }
  return elements;
}

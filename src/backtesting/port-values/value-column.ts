// Columns of what one port gave in each bar of a chart: numbers and texts as the last update of the
// bar had them, conditions as they were in any of its updates.

import type { ValueRun } from '#backtesting/port-values/port-values.ts';
import type { ShownValue } from '#backtesting/port-values/shown-value.ts';

export type ValueColumn = {
  readonly states: Uint8Array;
  numbers: Float64Array | null;
  readonly texts: string[];
  readonly textAt: Map<string, number>;
  /** Bars of the interval that count, and the last of them. */
  activeBars: number;
  lastActiveBar: number;
  lastActiveRow: number;
  /** What it gave last. */
  last: ShownValue;
};

const TRUE = 1;
const FALSE = 2;
const NUMBER = 4;
const TEXT = 8;
const RAN = 16;

/** Different texts of one port; later ones are not retained. */
const TEXTS_MAX = 1_000;

/** Column without values; numbers are allocated when the first one comes. */
export function valueColumn(bars: number): ValueColumn {
  return {
    states: new Uint8Array(bars),
    numbers: null,
    texts: [],
    textAt: new Map(),
    activeBars: 0,
    lastActiveBar: -1,
    lastActiveRow: -1,
    last: undefined,
  };
}

function note(column: ValueColumn, bar: number, value: ShownValue): void {
  const { states } = column;
  const before = states[bar] ?? 0;
  if (typeof value === 'boolean') states[bar] = (before & (TRUE | FALSE)) | (value ? TRUE : FALSE);
  else if (typeof value === 'number') {
    column.numbers ??= new Float64Array(states.length);
    column.numbers[bar] = value;
    states[bar] = NUMBER;
  } else if (value === undefined) {
    // A bar has what it was last given.
    if (before === 0) states[bar] = RAN;
  } else {
    column.numbers ??= new Float64Array(states.length);
    column.numbers[bar] = textNumber(column, value);
    states[bar] = TEXT;
  }
}

function textNumber({ texts, textAt }: ValueColumn, text: string): number {
  const known = textAt.get(text);
  if (known !== undefined) return known;
  if (texts.length >= TEXTS_MAX) return texts.length;
  textAt.set(text, texts.length);
  return texts.push(text) - 1;
}

/** Where an update stands: its row, its bar of the chart, its bar of the interval. */
export type UpdatePlace = { readonly row: number; readonly bar: number; readonly candle: number };

/** `isActive`: whether the update counts. */
export function addValue(
  column: ValueColumn,
  { row, bar, candle }: UpdatePlace,
  value: ShownValue,
  isActive: boolean,
): void {
  note(column, bar, value);
  column.last = value;
  if (!isActive) return;
  column.lastActiveRow = row;
  if (column.lastActiveBar === candle) return;
  column.lastActiveBar = candle;
  column.activeBars += 1;
}

function textIn({ states, numbers, texts }: ValueColumn, bar: number, isAct: boolean) {
  const state = states[bar] ?? 0;
  if (isAct) return state === 0 ? null : 'true';
  if (state === NUMBER) return String(numbers?.[bar]);
  if (state === TEXT) return texts[numbers?.[bar] ?? 0] ?? '…';
  if (state === (TRUE | FALSE)) return 'some';
  if (state === TRUE || state === FALSE) return state === TRUE ? 'true' : 'false';
  return null;
}

/** Of the first `bars` bars. */
export function runsOf(column: ValueColumn, bars: number, isAct: boolean): readonly ValueRun[] {
  const runs: ValueRun[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const text = textIn(column, bar, isAct);
    const before = runs.at(-1);
    if (before !== undefined && before[0] === text) runs[runs.length - 1] = [text, before[1] + 1];
    else runs.push([text, 1]);
  }
  return runs;
}

// Reading of a chart in words: the bar at the pointer, or the newest one. Listeners are called only
// when it is another one, because the pointer moves with every frame while a chart is panned.

import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import type { DrawnPlot } from './drawn-plots.ts';
import { plotColour } from './drawn-plots.ts';
import type { Mark } from './marks.ts';

export type Reading = {
  readonly bar: Bar;
  /** Close of the bar before; null: there is none. */
  readonly former: number | null;
  /** Of what was traded in the bar at the pointer. */
  readonly marks: readonly Mark[];
  /** Of what is drawn beside the candles. */
  readonly lines: readonly LineReading[];
  /** Pixels of the pointer; 0 where it is at no mark. */
  readonly x: number;
  readonly y: number;
};

/** Chart 0 is that of the prices; null: there is no value at the bar. */
export type LineReading = {
  readonly name: string;
  readonly colour: string;
  readonly chart: number;
  readonly value: number | null;
};

/** Where the pointer is: the time of a bar, in seconds, and pixels. */
export type Pointer = { readonly time: number; readonly x: number; readonly y: number };

type ChartContents = {
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
  readonly plots: readonly DrawnPlot[];
};

/** `read`: what is drawn now. */
export function chartReading(read: () => ChartContents) {
  const listeners = new Set<() => void>();
  let pointer: Pointer | null = null;
  let current: Reading | null = null;
  const refresh = (): void => {
    const next = readingAt(read(), pointer);
    if (isSame(current, next)) return;
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Null: no bar is drawn. The same object until it changes. */
    current: (): Reading | null => current,
    /** Called when what is drawn has changed. */
    refresh,
    /** Null: the pointer is elsewhere. */
    point(next: Pointer | null): void {
      pointer = next;
      refresh();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type ChartReading = ReturnType<typeof chartReading>;

function readingAt({ bars, marks, plots }: ChartContents, pointer: Pointer | null): Reading | null {
  const pointed = pointer === null ? -1 : barIndexAt(bars, pointer.time);
  const index = pointed < 0 ? bars.length - 1 : pointed;
  const bar = bars[index];
  if (bar === undefined) return null;
  const former = bars[index - 1]?.close ?? null;
  const lines = plots.map((plot, at) => lineAt(plot, plotColour(plot, at), bar.time));
  const own = pointed < 0 ? [] : marks.filter(({ time }) => time === bar.time);
  if (own.length === 0 || pointer === null) return { bar, former, marks: [], lines, x: 0, y: 0 };
  return { bar, former, marks: own, lines, x: pointer.x, y: pointer.y };
}

function lineAt({ name, chart, points }: DrawnPlot, colour: string, time: number): LineReading {
  const point = points[barIndexAt(points, time)];
  return { name, chart, colour, value: point?.time === time ? point.value : null };
}

/** Marks are the same objects until others are drawn. */
function isSame(one: Reading | null, other: Reading | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.bar === other.bar &&
    one.former === other.former &&
    one.x === other.x &&
    one.y === other.y &&
    one.marks.length === other.marks.length &&
    one.marks.every((mark, index) => mark === other.marks[index]) &&
    one.lines.length === other.lines.length &&
    one.lines.every(({ name, value }, index) => {
      const line = other.lines[index];
      return name === line?.name && value === line.value;
    })
  );
}

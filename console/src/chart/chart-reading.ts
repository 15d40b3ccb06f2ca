// Reading of a chart in words: the bar at the pointer, or the newest one. Listeners are called only
// when it is another one, because the pointer moves with every frame while a chart is panned.

import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import type { Mark } from './marks.ts';

export type Reading = {
  readonly bar: Bar;
  /** Close of the bar before; null: there is none. */
  readonly former: number | null;
  /** Of what was traded in the bar at the pointer. */
  readonly marks: readonly Mark[];
  /** Pixels of the pointer; 0 where it is at no mark. */
  readonly x: number;
  readonly y: number;
};

/** Where the pointer is: the time of a bar, in seconds, and pixels. */
export type Pointer = { readonly time: number; readonly x: number; readonly y: number };

type ChartContents = { readonly bars: readonly Bar[]; readonly marks: readonly Mark[] };

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

function readingAt({ bars, marks }: ChartContents, pointer: Pointer | null): Reading | null {
  const pointed = pointer === null ? -1 : barIndexAt(bars, pointer.time);
  const index = pointed < 0 ? bars.length - 1 : pointed;
  const bar = bars[index];
  if (bar === undefined) return null;
  const former = bars[index - 1]?.close ?? null;
  const own = pointed < 0 ? [] : marks.filter(({ time }) => time === bar.time);
  if (own.length === 0 || pointer === null) return { bar, former, marks: [], x: 0, y: 0 };
  return { bar, former, marks: own, x: pointer.x, y: pointer.y };
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
    one.marks.every((mark, index) => mark === other.marks[index])
  );
}

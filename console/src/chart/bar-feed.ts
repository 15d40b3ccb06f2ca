// The bars of one market in one interval, read as they are looked at: the newest first, older ones
// as one moves back, those around a day that one jumps to. They are one stretch without a hole.

import type { Bar, Columns } from './bars.ts';
import { barsOf } from './bars.ts';

export type BarQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  /** Whether the bar that has not ended is wanted too. */
  readonly isForming: boolean;
};

export type ReadColumns = (query: BarQuery, signal: AbortSignal) => Promise<Columns>;

/** What happened to the bars: all are others, some came before or behind, the end moved. */
export type BarChange = 'all' | 'older' | 'newer' | 'end';

export type FeedState = 'loading' | 'ready' | 'empty' | 'failed';

export type BarFeed = {
  readonly bars: () => readonly Bar[];
  readonly hasOlder: () => boolean;
  /** False: the last bar is the one that forms now. */
  readonly hasNewer: () => boolean;
  /** Reads on before the first bar, unless that is under way or there is nothing. */
  readOlder(): Promise<void>;
  readNewer(): Promise<void>;
  /**
   * Makes the stretch one that has this instant, in seconds; null: the newest. False when it could
   * not, or one has gone elsewhere meanwhile.
   */
  goTo(seconds: number | null): Promise<boolean>;
  /** The newest price, so that the last bar moves before it has ended. */
  notePrice(price: number, atMs: number): void;
  /** Reads the end again: what has ended since is other than what was guessed. */
  refresh(): Promise<void>;
  stop(): void;
};

/** First few, to be seen at once; then many, so that one seldom waits. */
const FIRST_BARS = 1_000;
const MORE_BARS = 10_000;
/** Read behind a day that one jumps to, so that it is not at the edge. */
const BARS_BEHIND = 400;

type Stretch = {
  readonly intervalMinutes: number;
  readonly abort: AbortController;
  readonly fetchBars: (query: BarQuery) => Promise<readonly Bar[]>;
  readonly onChange: (change: BarChange) => void;
  readonly onState: (state: FeedState) => void;
  bars: Bar[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** What is being read; null: nothing. */
  reading: Promise<void> | null;
  /** Grows when one jumps elsewhere, so that what was read for the former place is dropped. */
  place: number;
};

/**
 * Feed of bars; `onChange` gets what was added, `onState` how reading goes. Times are in seconds,
 * as the chart library has them.
 */
export function makeBarFeed(
  intervalMinutes: number,
  read: ReadColumns,
  onChange: (change: BarChange) => void,
  onState: (state: FeedState) => void,
): BarFeed {
  const abort = new AbortController();
  const stretch: Stretch = {
    intervalMinutes,
    abort,
    fetchBars: async (query) => barsOf(await read(query, abort.signal)),
    onChange,
    onState,
    bars: [],
    hasOlder: true,
    hasNewer: false,
    reading: null,
    place: 0,
  };
  return {
    bars: () => stretch.bars,
    hasOlder: () => stretch.hasOlder,
    hasNewer: () => stretch.hasNewer,
    goTo: (seconds) => goTo(stretch, seconds),
    readOlder: () => alone(stretch, () => readOlder(stretch)),
    readNewer: () => alone(stretch, () => readNewer(stretch)),
    notePrice: (price, atMs) => notePrice(stretch, price, atMs),
    refresh: () => alone(stretch, () => refresh(stretch)),
    stop: () => abort.abort(),
  };
}

/** One reading at a time: whoever wants another one waits for the one that is under way. */
function alone(stretch: Stretch, work: () => Promise<void>): Promise<void> {
  const { signal } = stretch.abort;
  if (signal.aborted) return Promise.resolve();
  stretch.reading ??= work()
    .catch(() => {
      if (!signal.aborted && stretch.bars.length === 0) stretch.onState('failed');
    })
    .finally(() => {
      stretch.reading = null;
    });
  return stretch.reading;
}

async function goTo(stretch: Stretch, seconds: number | null): Promise<boolean> {
  stretch.place += 1;
  const here = stretch.place;
  const isHere = (): boolean => here === stretch.place && !stretch.abort.signal.aborted;
  const behind = BARS_BEHIND * stretch.intervalMinutes * 60;
  stretch.onState('loading');
  try {
    const to = seconds === null ? {} : { to: isoOf(seconds + behind) };
    const query = { ...to, limit: FIRST_BARS, isForming: seconds === null };
    const found = await stretch.fetchBars(query);
    if (!isHere()) return false;
    stretch.bars = [...found];
    stretch.hasOlder = true;
    stretch.hasNewer = seconds !== null;
    // Before they are drawn, so that no frame has bars below the words that they are loading.
    stretch.onState(found.length === 0 ? 'empty' : 'ready');
    stretch.onChange('all');
    return true;
  } catch {
    if (isHere()) stretch.onState('failed');
    return false;
  }
}

async function readOlder(stretch: Stretch): Promise<void> {
  const { place, hasOlder, bars } = stretch;
  const [first] = bars;
  if (first === undefined || !hasOlder) return;
  const query = { to: isoOf(first.time), limit: MORE_BARS, isForming: false };
  const older = await stretch.fetchBars(query);
  if (place !== stretch.place) return;
  stretch.hasOlder = older.length > 0;
  if (!stretch.hasOlder) return;
  stretch.bars = [...older, ...stretch.bars];
  stretch.onChange('older');
}

async function readNewer(stretch: Stretch): Promise<void> {
  const { place, hasNewer, bars, intervalMinutes } = stretch;
  const last = bars.at(-1);
  if (last === undefined || !hasNewer) return;
  const query = { from: isoOf(last.time + 1), limit: MORE_BARS, isForming: true };
  const newer = await stretch.fetchBars(query);
  if (place !== stretch.place) return;
  stretch.bars = [...stretch.bars, ...newer];
  stretch.hasNewer = newer.length > 0 && !isAtEnd(stretch.bars, intervalMinutes * 60);
  stretch.onChange('newer');
}

async function refresh(stretch: Stretch): Promise<void> {
  const { place, hasNewer, bars } = stretch;
  if (hasNewer || bars.length === 0) return;
  const query = { from: isoOf(bars.at(-3)?.time ?? 0), limit: FIRST_BARS, isForming: true };
  const newest = await stretch.fetchBars(query);
  const [first] = newest;
  if (place !== stretch.place || first === undefined) return;
  stretch.bars = [...stretch.bars.filter(({ time }) => time < first.time), ...newest];
  stretch.onChange('newer');
}

function notePrice(stretch: Stretch, price: number, atMs: number): void {
  const { bars, hasNewer, intervalMinutes } = stretch;
  const last = bars.at(-1);
  if (last === undefined || hasNewer || isLonger(intervalMinutes)) return;
  const elapsed = Math.floor(atMs / 1_000) - last.time;
  if (elapsed < 0) return;
  const step = intervalMinutes * 60;
  const start = last.time + Math.floor(elapsed / step) * step;
  if (start === last.time) bars[bars.length - 1] = moved(last, price);
  else bars.push(begun(start, last.close, price));
  stretch.onChange('end');
}

/** Months differ in length, so their bars are not counted on from one to the next. */
function isLonger(intervalMinutes: number): boolean {
  return intervalMinutes > 20_160;
}

function isAtEnd(bars: readonly Bar[], intervalSeconds: number): boolean {
  const last = bars.at(-1);
  return last === undefined || (last.time + intervalSeconds) * 1_000 > Date.now();
}

function moved(bar: Bar, price: number): Bar {
  const { high, low } = bar;
  return { ...bar, high: Math.max(high, price), low: Math.min(low, price), close: price };
}

function begun(time: number, open: number, price: number): Bar {
  const [high, low] = [Math.max(open, price), Math.min(open, price)];
  return { time, open, high, low, close: price, volume: 0 };
}

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

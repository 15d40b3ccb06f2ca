// The bars of one market in one interval, read as they are looked at: the newest first, older ones
// as one moves back, those around a day that one jumps to. They are one stretch without a hole.

import type { CandleColumns } from '@tidemill/client';
import type { Bar } from './bars.ts';
import { barsOf } from './bars.ts';

export type BarQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  /** Whether the bar that has not ended is wanted too. */
  readonly isForming: boolean;
};

export type ReadColumns = (query: BarQuery, signal: AbortSignal) => Promise<CandleColumns>;

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
  /** Makes the stretch one that has this instant, in seconds; null: the newest. */
  goTo(seconds: number | null): Promise<void>;
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

export function makeBarFeed(
  intervalMinutes: number,
  read: ReadColumns,
  onChange: (change: BarChange) => void,
  onState: (state: FeedState) => void,
): BarFeed {
  const abort = new AbortController();
  const intervalSeconds = intervalMinutes * 60;
  let bars: Bar[] = [];
  let [hasOlder, hasNewer, isReading] = [true, false, false];
  /** Grows when one jumps elsewhere, so that what was read for the former place is dropped. */
  let place = 0;

  const fetchBars = async (query: BarQuery): Promise<readonly Bar[]> =>
    barsOf(await read(query, abort.signal));

  async function alone(work: () => Promise<void>): Promise<void> {
    if (isReading || abort.signal.aborted) return;
    isReading = true;
    try {
      await work();
    } catch {
      if (!abort.signal.aborted && bars.length === 0) onState('failed');
    } finally {
      isReading = false;
    }
  }

  async function goTo(seconds: number | null): Promise<void> {
    place += 1;
    const here = place;
    onState('loading');
    try {
      const to = seconds === null ? {} : { to: isoOf(seconds + BARS_BEHIND * intervalSeconds) };
      const isForming = seconds === null;
      const found = await fetchBars({ ...to, limit: FIRST_BARS, isForming });
      if (here !== place || abort.signal.aborted) return;
      bars = [...found];
      hasOlder = true;
      hasNewer = seconds !== null;
      onChange('all');
      onState(bars.length === 0 ? 'empty' : 'ready');
    } catch {
      if (here === place && !abort.signal.aborted) onState('failed');
    }
  }

  return {
    bars: () => bars,
    hasOlder: () => hasOlder,
    hasNewer: () => hasNewer,
    goTo,
    readOlder: () =>
      alone(async () => {
        const [first] = bars;
        if (first === undefined || !hasOlder) return;
        const here = place;
        const older = await fetchBars({
          to: isoOf(first.time),
          limit: MORE_BARS,
          isForming: false,
        });
        if (here !== place) return;
        hasOlder = older.length > 0;
        if (!hasOlder) return;
        bars = [...older, ...bars];
        onChange('older');
      }),
    readNewer: () =>
      alone(async () => {
        const last = bars.at(-1);
        if (last === undefined || !hasNewer) return;
        const here = place;
        const from = isoOf(last.time + 1);
        const newer = await fetchBars({ from, limit: MORE_BARS, isForming: true });
        if (here !== place) return;
        bars = [...bars, ...newer];
        hasNewer = newer.length > 0 && !isAtEnd(bars, intervalSeconds);
        onChange('newer');
      }),
    notePrice(price, atMs) {
      const last = bars.at(-1);
      if (last === undefined || hasNewer || isLonger(intervalMinutes)) return;
      const seconds = Math.floor(atMs / 1_000);
      const start =
        last.time + Math.floor((seconds - last.time) / intervalSeconds) * intervalSeconds;
      if (start < last.time) return;
      const next = start === last.time ? moved(last, price) : begun(start, last.close, price);
      if (start === last.time) bars[bars.length - 1] = next;
      else bars.push(next);
      onChange('end');
    },
    refresh: () =>
      alone(async () => {
        if (hasNewer || bars.length === 0) return;
        const here = place;
        const from = isoOf(bars.at(-3)?.time ?? 0);
        const newest = await fetchBars({ from, limit: FIRST_BARS, isForming: true });
        const [first] = newest;
        if (here !== place || first === undefined) return;
        bars = [...bars.filter(({ time }) => time < first.time), ...newest];
        onChange('newer');
      }),
    stop: () => abort.abort(),
  };
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

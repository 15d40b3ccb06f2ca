// Marks of what was traded, on the bars in which it was: one mark for all of a side in one bar,
// with what each of them was for whoever points at it.

import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';

/** Something that was traded. */
export type Trade = {
  readonly id: string;
  readonly atMs: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  /** What is said of it to whoever points at it. */
  readonly text: string;
};

export type Mark = {
  readonly id: string;
  /** Of the bar. */
  readonly time: number;
  readonly side: 'buy' | 'sell';
  /** Oldest first. */
  readonly trades: readonly Trade[];
};

/** Oldest first. What was before the first bar, or behind the last one's end, has no mark. */
export function marksOn(
  bars: readonly Bar[],
  trades: readonly Trade[],
  intervalMinutes: number,
): readonly Mark[] {
  const byBar = new Map<string, { mark: Mark; trades: Trade[] }>();
  const endSeconds = (bars.at(-1)?.time ?? 0) + intervalMinutes * 60;
  for (const trade of [...trades].sort((one, other) => one.atMs - other.atMs)) {
    const seconds = trade.atMs / 1_000;
    const bar = seconds < endSeconds ? bars[barIndexAt(bars, seconds)] : undefined;
    if (bar === undefined) continue;
    const id = `${bar.time}-${trade.side}`;
    const known = byBar.get(id);
    if (known !== undefined) known.trades.push(trade);
    else {
      const own = [trade];
      byBar.set(id, { mark: { id, time: bar.time, side: trade.side, trades: own }, trades: own });
    }
  }
  return [...byBar.values()].map(({ mark }) => mark).sort((one, other) => one.time - other.time);
}

// A candle cut where margin is looked at, and a script may run again: its open, and the ends of the
// three legs of its path. Each piece is a candle of its own, in which the price moves one way.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { candlePath, instantOf } from '#domain/matching/candle-path.ts';

export type MarginLeg = {
  /** Null where the price does not move. */
  readonly candle: Candle | null;
  readonly durationMs: number;
  /** Where margin is looked at, after the orders of the piece. */
  readonly endTicks: Ticks;
  readonly endMs: number;
  /** See MarginDemand. */
  readonly isInContracts: boolean;
};

const LEG_COUNT = 3;
/** The open, and the legs. */
export const PIECES = LEG_COUNT + 1;

/**
 * Pieces of a candle in the order of its path: its open, then three legs, whose times join without
 * a gap.
 */
export function marginLegs(candle: Candle, durationMs: number): readonly MarginLeg[] {
  const path = candlePath(candle, durationMs);
  const { openTimeMs, volume } = candle;
  const [open] = path.prices;
  const point = { openTimeMs, open, high: open, low: open, close: open, volume };
  const atOpen = { endTicks: open, endMs: openTimeMs, isInContracts: false };
  const legs: MarginLeg[] = [{ candle: point, durationMs: 1, ...atOpen }];
  let fromMs = openTimeMs + 1;
  for (let leg = 1; leg <= LEG_COUNT; leg += 1) {
    const [from, to] = [path.prices[leg - 1] as Ticks, path.prices[leg] as Ticks];
    const isLast = leg === LEG_COUNT;
    const reachedMs = isLast
      ? openTimeMs + durationMs
      : instantOf(path, path.marks[leg] as bigint) + 1;
    const untilMs = Math.max(fromMs + 1, reachedMs);
    const [low, high] = from < to ? [from, to] : [to, from];
    const moved = { openTimeMs: fromMs, open: from, high, low, close: to, volume };
    legs.push({
      candle: from === to ? null : moved,
      durationMs: untilMs - fromMs,
      endTicks: to,
      endMs: untilMs - 1,
      isInContracts: isLast,
    });
    if (from !== to) fromMs = untilMs;
  }
  return legs;
}

/** Extremes of the path up to the end of these pieces. */
export function walkedRange(walked: readonly Pick<MarginLeg, 'endTicks'>[]): {
  readonly lowTicks: Ticks;
  readonly highTicks: Ticks;
} {
  const ends = walked.map(({ endTicks }) => endTicks);
  const [first = 0n as Ticks] = ends;
  return {
    lowTicks: ends.reduce((least, each) => (each < least ? each : least), first),
    highTicks: ends.reduce((most, each) => (each > most ? each : most), first),
  };
}

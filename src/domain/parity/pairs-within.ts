// Pairs compared in each part of a run: each filled pair in one day and no other, also when one of
// its orders filled before midnight and the other after it.

import { MINUTE_MS } from '#lib/time.ts';
import type { ComparedOrder, OrderPair } from '#domain/parity/pair-orders.ts';

export type ComparedWindow = {
  readonly fromMs: number;
  /** For the last part of a run: up to where its minutes were run. */
  readonly toMs: number;
  /** Whether the run ended within: nothing is left for the next day. */
  readonly isLast: boolean;
};

export type WithinPairs = {
  readonly pairs: readonly OrderPair[];
  /** Pairs of which one order had filled when the day ended, and the other was still open. */
  readonly waitingCount: number;
};

/**
 * A pair belongs to the day on which the later of its two orders filled; while one is open it
 * waits. Where the run ends nothing waits: what has filled until then on either side counts, with
 * what became of the other order.
 */
export function pairsWithin(pairs: readonly OrderPair[], window: ComparedWindow): WithinPairs {
  const filled = pairs.filter((pair) => fillsOf(pair).length > 0);
  const within = filled.filter((pair) =>
    window.isLast ? endsWith(pair, window) : isDecided(pair, window),
  );
  return { pairs: within, waitingCount: filled.filter((pair) => isWaiting(pair, window)).length };
}

function isDecided(pair: OrderPair, { fromMs, toMs }: ComparedWindow): boolean {
  const lastMs = lastFillMs(pair);
  return !isOneOpen(pair) && lastMs >= fromMs && lastMs < toMs;
}

function isWaiting(pair: OrderPair, { toMs, isLast }: ComparedWindow): boolean {
  if (isLast || !fillsOf(pair).some(({ endedAtMs }) => (endedAtMs ?? toMs) < toMs)) return false;
  return isOneOpen(pair) || lastFillMs(pair) >= toMs;
}

function endsWith(pair: OrderPair, window: ComparedWindow): boolean {
  if (lastFillMs(pair) < window.fromMs) return false;
  return fillsOf(pair).some((order) => isBeforeEnd(order, window));
}

/** The last update of a run comes at its end, and what it places fills at once. */
function isBeforeEnd({ endedAtMs, placedAtMs }: ComparedOrder, { toMs }: ComparedWindow): boolean {
  if (endedAtMs === null) return false;
  return endedAtMs < toMs || (placedAtMs >= toMs && endedAtMs < toMs + MINUTE_MS);
}

function fillsOf({ live, backtest }: OrderPair): readonly ComparedOrder[] {
  return [live, backtest].filter(
    (order) => order !== null && order.filledAmount > 0n && order.endedAtMs !== null,
  ) as readonly ComparedOrder[];
}

function lastFillMs(pair: OrderPair): number {
  return Math.max(...fillsOf(pair).map(({ endedAtMs }) => endedAtMs ?? 0));
}

function isOneOpen({ live, backtest }: OrderPair): boolean {
  return [live, backtest].some((order) => order !== null && order.endedAtMs === null);
}

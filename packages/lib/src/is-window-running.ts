// Checks that a fixed window of time still runs, by clocks that may differ a little between
// processes and may be set back.

/**
 * A window that would end more than two lengths from now was begun by a clock that has been set
 * back since: it is over, or its owner would wait for as long as the clock was wrong.
 */
export function isWindowRunning(resetAtMs: number, windowMs: number, nowMs: number): boolean {
  return resetAtMs > nowMs && resetAtMs <= nowMs + 2 * windowMs;
}

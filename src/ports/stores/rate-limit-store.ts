// Budgets of requests, counted together by all processes.
// All calls throw Failure('unavailable') when the store cannot be reached.

/** Fixed windows per key and tier. */
export type RateWindow = { readonly used: number; readonly resetAtMs: number };

export type RateLimitStore = {
  /**
   * Counts one request in the current window (a new one when none runs); `used` is at most `limit +
   * 1`.
   */
  countRequest(
    keyId: string,
    tier: string,
    limit: number,
    windowMs: number,
    nowMs: number,
  ): Promise<RateWindow>;
  /**
   * Takes back one request that was counted in the window which ends at `resetAtMs`; what was
   * counted above the limit is forgotten. Null: that window is not the current one any more.
   */
  returnRequest(
    keyId: string,
    tier: string,
    limit: number,
    resetAtMs: number,
  ): Promise<RateWindow | null>;
  /** Deletes windows that ended before an instant, at most so many; returns how many. */
  purgeEnded(beforeMs: number, rowsMax: number): Promise<number>;
};

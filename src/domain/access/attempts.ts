// Limits the pace at which passwords may be tried. A subject (a name, an address) has some failed
// attempts free; each further one doubles the wait before the next, up to a limit. Quiet for a
// while, it starts anew.

export type AttemptRules = {
  readonly freeCount: number;
  readonly firstWaitMs: number;
  readonly waitMsMax: number;
  /** After so long without a failure nothing is held against the subject. */
  readonly forgottenAfterMs: number;
};

/** Of one name: a person who mistypes is not held up, a program that guesses is. */
export const ATTEMPTS_OF_NAME: AttemptRules = {
  freeCount: 5,
  firstWaitMs: 2_000,
  waitMsMax: 300_000,
  forgottenAfterMs: 3_600_000,
};

/** Of one address, which may be a whole office's. */
export const ATTEMPTS_OF_ADDRESS: AttemptRules = {
  freeCount: 20,
  firstWaitMs: 2_000,
  waitMsMax: 900_000,
  forgottenAfterMs: 3_600_000,
};

export type Attempts = {
  readonly failedCount: number;
  readonly failedAtMs: number;
  /** No attempt is taken before. */
  readonly blockedUntilMs: number;
};

/** The attempts with one more, counted as failed until it is returned; null: it has to wait. */
export function nextAttempt(
  known: Attempts | null,
  rules: AttemptRules,
  nowMs: number,
): Attempts | null {
  if (known !== null && known.blockedUntilMs > nowMs) return null;
  const isForgotten = known === null || nowMs - known.failedAtMs >= rules.forgottenAfterMs;
  const failedCount = (isForgotten ? 0 : known.failedCount) + 1;
  const beyond = failedCount - rules.freeCount;
  const waitMs =
    beyond < 0 ? 0 : Math.min(rules.firstWaitMs * 2 ** Math.min(beyond, 30), rules.waitMsMax);
  return { failedCount, failedAtMs: nowMs, blockedUntilMs: nowMs + waitMs };
}

// The five headers that tell a caller what is left of its rate limit.

import type { TierBudget } from '#api/http/edge-deps.ts';
import type { RateWindow } from '#api/http/callers/rate-limiter.ts';

/** What does not change from request to request, made once at start. */
export type Policy = {
  readonly name: string;
  readonly requests: number;
  readonly policyHeader: string;
  readonly limitHeader: string;
};

/** One request's place in its window, by one reading of the clock. */
export type Budget = {
  readonly policy: Policy;
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** Seconds until the window ends, at least one, as it was counted. */
  readonly resetSeconds: number;
  readonly resetAtMs: number;
};

/** `name` is a tier's, or of what else is counted. */
export function policyOf(name: string, { requests, windowMs }: TierBudget): Policy {
  return {
    name,
    requests,
    policyHeader: `"${name}";q=${requests};w=${windowMs / 1_000}`,
    limitHeader: String(requests),
  };
}

/** Budget of a window, for its headers; `resetSeconds` is rounded up. */
export function budgetOf(policy: Policy, { used, resetAtMs }: RateWindow, nowMs: number): Budget {
  return {
    policy,
    remaining: Math.max(0, policy.requests - used),
    isExceeded: used > policy.requests,
    resetSeconds: secondsUntil(resetAtMs, nowMs),
    resetAtMs,
  };
}

function secondsUntil(resetAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((resetAtMs - nowMs) / 1_000));
}

/**
 * Names and values in turn. Waiting `t` seconds from `nowMs`, when they are written, never ends
 * before the window does.
 */
export function budgetHeaders(budget: Budget, nowMs: number): readonly string[] {
  const { policy, remaining, resetAtMs } = budget;
  return [
    'RateLimit-Policy',
    policy.policyHeader,
    'RateLimit',
    `"${policy.name}";r=${remaining};t=${secondsUntil(resetAtMs, nowMs)}`,
    'X-RateLimit-Limit',
    policy.limitHeader,
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.ceil(resetAtMs / 1_000)),
  ];
}

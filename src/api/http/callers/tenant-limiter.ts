// Budgets of a user beside those of its keys: however many keys there are, together they have so
// many keys' worth. A user who uses one key is not counted, because that key's own budget is less.

import type { Caller } from '#services/access/request-ports.ts';
import type { EdgeDeps, TierBudgets } from '#api/http/edge-deps.ts';
import type { RateTier } from '#api/http/operation.ts';
import { RATE_TIERS } from '#api/http/operation.ts';
import type { RateLimiter, RateWindow } from '#api/http/callers/rate-limiter.ts';

/** A request as it was counted for its user. */
export type TenantCount = { readonly window: RateWindow; readonly isExceeded: boolean };

export type TenantLimiter = {
  /** Null: the user uses one key, and is not counted. */
  count(
    this: void,
    caller: Caller,
    tier: RateTier,
    nowMs: number,
  ): TenantCount | null | Promise<TenantCount | null>;
  /** Takes back a request that was counted in that window. */
  giveBack(this: void, caller: Caller, tier: RateTier, window: RateWindow): Promise<void>;
  refusedCount(this: void): number;
};

/** Users whose keys are remembered; beyond, the one that was seen first is forgotten. */
const USERS_MAX = 50_000;

/**
 * Limiter of users and partners over all their keys; the number of users that it remembers is
 * bounded.
 */
export function tenantLimiter(
  { budgets, tenantBudgets }: Pick<EdgeDeps, 'budgets' | 'tenantBudgets'>,
  limiterOf: (budgets: TierBudgets) => RateLimiter,
): TenantLimiter {
  const ofUsers = limitedBy(timesOf(budgets, tenantBudgets.users), limiterOf);
  const ofPartners = limitedBy(timesOf(budgets, tenantBudgets.partners), limiterOf);
  /** The one key that a user was seen to use; null: several. */
  const onlyKeys = new Map<string, string | null>();
  let refusedCount = 0;

  function usesSeveral({ userId, keyId }: Caller): boolean {
    const only = onlyKeys.get(userId);
    if (only === undefined) {
      const [oldest] = onlyKeys.size < USERS_MAX ? [] : onlyKeys.keys();
      if (oldest !== undefined) onlyKeys.delete(oldest);
      onlyKeys.set(userId, keyId);
      return false;
    }
    if (only !== null && only !== keyId) onlyKeys.set(userId, null);
    return only !== keyId;
  }

  return {
    count(caller, tier, nowMs) {
      if (!usesSeveral(caller)) return null;
      const { limiter, limits } = caller.isPartner ? ofPartners : ofUsers;
      const judge = (window: RateWindow): TenantCount => {
        const isExceeded = window.used > limits[tier].requests;
        if (isExceeded) refusedCount += 1;
        return { window, isExceeded };
      };
      const window = limiter.count(caller.userId, tier, nowMs);
      return window instanceof Promise ? window.then(judge) : judge(window);
    },
    async giveBack(caller, tier, { resetAtMs }) {
      const { limiter } = caller.isPartner ? ofPartners : ofUsers;
      await limiter.giveBack(caller.userId, tier, resetAtMs);
    },
    refusedCount: () => refusedCount,
  };
}

function limitedBy(limits: TierBudgets, limiterOf: (budgets: TierBudgets) => RateLimiter) {
  return { limits, limiter: limiterOf(limits) };
}

/** So many keys' worth. */
export function timesOf(budgets: TierBudgets, times: number): TierBudgets {
  const entries = RATE_TIERS.map((tier) => {
    const { requests, windowMs } = budgets[tier];
    return [tier, { requests: requests * times, windowMs }] as const;
  });
  return Object.fromEntries(entries) as TierBudgets;
}

// Returns the place in a budget that a request was counted in and did not use: one that was refused
// before its work began counts as a request of another tier instead. Where that tier is used up it
// stays as it was counted, so that refused requests are limited as well.

import type { Caller } from '#services/access/request-ports.ts';
import { isBySession } from '#services/access/request-ports.ts';
import type { Policy } from '#api/http/callers/budget.ts';
import { budgetOf } from '#api/http/callers/budget.ts';
import type { RateLimiter, RateWindow } from '#api/http/callers/rate-limiter.ts';
import type { RateTier } from '#api/http/operation.ts';
import { REFUSED_COUNT_AS } from '#api/http/operation.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';

/** What a request was counted in. */
export type CountedPlace = {
  readonly tier: RateTier;
  /** Of the key. */
  readonly window: RateWindow;
  /** Of all keys of the user; null: they are not counted. */
  readonly tenant: RateWindow | null;
};

/** Limiter that counts a caller: sessions have budgets of their own. */
export function counterFor({ lane }: Pick<RequestContext, 'lane'>, caller: Caller): RateLimiter {
  return isBySession(caller) ? lane.sessionLimiter : lane.limiter;
}

/** Policy of a tier for the caller of a request. */
export function policyFor(
  { caller, edge }: Pick<RequestContext, 'caller' | 'edge'>,
  tier: RateTier,
): Policy {
  const isSession = caller !== null && isBySession(caller);
  return (isSession ? edge.sessionPolicies : edge.policies)[tier];
}

/** Changes what the response says of the budget, too. */
export async function returnPlace(context: RequestContext, place: CountedPlace): Promise<void> {
  const { caller, edge } = context;
  const instead = REFUSED_COUNT_AS[place.tier];
  if (caller === null || instead === null) return;
  const nowMs = edge.deps.ports.clock.nowMs();
  const counter = counterFor(context, caller);
  const counted = await counter.count(caller.keyId, instead, nowMs);
  if (budgetOf(policyFor(context, instead), counted, nowMs).isExceeded) return;
  const tenant = await edge.tenants.count(caller, instead, nowMs);
  if (tenant?.isExceeded === true) return;
  if (place.tenant !== null) await edge.tenants.giveBack(caller, place.tier, place.tenant);
  const left = await counter.giveBack(caller.keyId, place.tier, place.window.resetAtMs);
  if (left !== null) context.budget = budgetOf(policyFor(context, place.tier), left, nowMs);
}

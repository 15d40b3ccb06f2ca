// What one running edge remembers between requests.

import type { EdgeDeps, TierBudgets } from '#api/http/edge-deps.ts';
import type { Policy } from '#api/http/budget.ts';
import { policyOf } from '#api/http/budget.ts';
import type { RateTier } from '#api/http/operation.ts';
import { RATE_TIERS } from '#api/http/operation.ts';
import type { PrincipalCache } from '#api/http/principal-cache.ts';
import { createPrincipalCache } from '#api/http/principal-cache.ts';
import type { ClaimReturner } from '#api/http/return-claims.ts';
import { claimReturner } from '#api/http/return-claims.ts';
import type { RateLimiter } from '#api/http/rate-limiter.ts';
import { memoryRateLimiter, sharedRateLimiter } from '#api/http/rate-limiter.ts';

export type EdgeState = {
  readonly deps: EdgeDeps;
  readonly principals: PrincipalCache;
  readonly limiter: RateLimiter;
  readonly claims: ClaimReturner;
  readonly policies: { readonly [tier in RateTier]: Policy };
  /** When each key was used last, as far as the store was not told yet. */
  readonly keyUses: Map<string, number>;
  /** Set once when the service stops: from then on requests are turned away. */
  isDraining: boolean;
  inFlightCount: number;
  /** Requests that ended in a mistake of ours. */
  defectCount: number;
};

export function createEdgeState(deps: EdgeDeps): EdgeState {
  const { rateLimits, log } = deps.ports;
  return {
    deps,
    principals: createPrincipalCache(() => deps.hearsChanges()),
    limiter:
      rateLimits === null
        ? memoryRateLimiter(deps.budgets)
        : sharedRateLimiter(rateLimits, deps.budgets, log),
    claims: claimReturner(deps.ports),
    policies: policiesOf(deps.budgets),
    keyUses: new Map(),
    isDraining: false,
    inFlightCount: 0,
    defectCount: 0,
  };
}

function policiesOf(budgets: TierBudgets): { readonly [tier in RateTier]: Policy } {
  return Object.fromEntries(RATE_TIERS.map((tier) => [tier, policyOf(tier, budgets[tier])])) as {
    [tier in RateTier]: Policy;
  };
}

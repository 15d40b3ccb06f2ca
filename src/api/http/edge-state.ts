// State of one running edge between requests.

import type { EdgeDeps, TierBudgets } from '#api/http/edge-deps.ts';
import { basePathOf } from '#api/http/base-path.ts';
import type { Policy } from '#api/http/callers/budget.ts';
import { policyOf } from '#api/http/callers/budget.ts';
import type { Operation, RateTier } from '#api/http/operation.ts';
import { RATE_TIERS } from '#api/http/operation.ts';
import type { PrincipalCache } from '#api/http/callers/principal-cache.ts';
import { createPrincipalCache } from '#api/http/callers/principal-cache.ts';
import type { ClaimReturner } from '#api/http/requests/return-claims.ts';
import { claimReturner } from '#api/http/requests/return-claims.ts';
import type { SlowRequest } from '#services/operator/read-installation.ts';
import type { RequestPorts } from '#services/access/request-ports.ts';
import type { RateLimiter } from '#api/http/callers/rate-limiter.ts';
import { memoryRateLimiter, sharedRateLimiter } from '#api/http/callers/rate-limiter.ts';

import type { RequestShares } from '#api/http/callers/request-shares.ts';
import { requestShares } from '#api/http/callers/request-shares.ts';
import type { TenantLimiter } from '#api/http/callers/tenant-limiter.ts';
import { tenantLimiter, timesOf } from '#api/http/callers/tenant-limiter.ts';
import type { FailedKeyChecks } from '#api/http/callers/failed-key-checks.ts';
import { failedKeyChecks } from '#api/http/callers/failed-key-checks.ts';
import type { UnknownCallers } from '#api/http/callers/unknown-callers.ts';
import { unknownCallers } from '#api/http/callers/unknown-callers.ts';
import type { RequestMetrics } from '#api/http/responses/metrics.ts';
import { requestMetrics } from '#api/http/responses/metrics.ts';

/** By which way a request asks the store who calls, how often, and whether it was made before. */
export type Lane = {
  readonly keys: RequestPorts['keys'];
  readonly idempotency: RequestPorts['idempotency'];
  readonly limiter: RateLimiter;
  /** Of people's sessions, whose pages ask more than a program has to. */
  readonly sessionLimiter: RateLimiter;
  readonly claims: ClaimReturner;
};

export type EdgeState = {
  readonly deps: EdgeDeps;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The page that reports are written into; null: it is not built. */
  readonly reportFrame: () => string | null;
  readonly metrics: RequestMetrics;
  /** Below which a proxy shows the service; see base-path.ts. */
  readonly basePath: string;
  readonly principals: PrincipalCache;
  readonly lane: Lane;
  /** For operations with connections of their own; counts in this process alone. */
  readonly reservedLane: Lane;
  readonly tenants: TenantLimiter;
  readonly shares: RequestShares;
  readonly unknown: UnknownCallers;
  readonly keyChecks: FailedKeyChecks;
  readonly policies: { readonly [tier in RateTier]: Policy };
  readonly sessionPolicies: { readonly [tier in RateTier]: Policy };
  /** When each key was used last, as far as the store was not reported yet. */
  readonly keyUses: Map<string, number>;
  /** Set once when the service stops: from then on requests are turned away. */
  isDraining: boolean;
  inFlightCount: number;
  /** Requests that ended in a mistake of ours. */
  defectCount: number;
  /** The last ones, newest first. */
  readonly slowRequests: SlowRequest[];
};

/** State of an edge before its first request; its timers and lanes belong to it. */
export function createEdgeState(
  deps: EdgeDeps,
  operations: readonly Operation[],
  reportFrame: () => string | null,
): EdgeState {
  return {
    deps,
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    reportFrame,
    metrics: requestMetrics(),
    basePath: basePathOf(deps.baseUrl),
    principals: createPrincipalCache(() => deps.hearsChanges()),
    ...lanesOf(deps),
    tenants: tenantLimiter(deps, (budgets) => limiterOf(deps.ports, budgets)),
    shares: requestShares(deps.requestShare, () => deps.isLate()),
    unknown: unknownCallers(deps.unknownCallers, deps.ports.log),
    keyChecks: failedKeyChecks(),
    policies: policiesOf(deps.budgets),
    sessionPolicies: policiesOf(sessionBudgets(deps)),
    keyUses: new Map(),
    isDraining: false,
    inFlightCount: 0,
    defectCount: 0,
    slowRequests: [],
  };
}

function lanesOf(deps: EdgeDeps): Pick<EdgeState, 'lane' | 'reservedLane'> {
  const { ports, reserved } = deps;
  const { keys, idempotency } = ports;
  const limiters = limitersOf(deps, (budgets) => limiterOf(ports, budgets));
  const own = ports.rateLimits === null ? limiters : limitersOf(deps, memoryRateLimiter);
  const reservedClaims = claimReturner({ ...ports, ...reserved });
  return {
    lane: { keys, idempotency, ...limiters, claims: claimReturner(ports) },
    reservedLane: { ...reserved, ...own, claims: reservedClaims },
  };
}

function limitersOf(deps: EdgeDeps, make: (budgets: TierBudgets) => RateLimiter) {
  return { limiter: make(deps.budgets), sessionLimiter: make(sessionBudgets(deps)) };
}

/** A session has what all keys of its user together have. */
function sessionBudgets({ budgets, tenantBudgets }: EdgeDeps): TierBudgets {
  return timesOf(budgets, tenantBudgets.users);
}

function limiterOf({ rateLimits, log }: EdgeDeps['ports'], budgets: TierBudgets): RateLimiter {
  return rateLimits === null
    ? memoryRateLimiter(budgets)
    : sharedRateLimiter(rateLimits, budgets, log);
}

function policiesOf(budgets: TierBudgets): { readonly [tier in RateTier]: Policy } {
  return Object.fromEntries(RATE_TIERS.map((tier) => [tier, policyOf(tier, budgets[tier])])) as {
    [tier in RateTier]: Policy;
  };
}

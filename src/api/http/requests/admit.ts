// The gates that every request for an operation passes, in this order: the service is not stopping,
// the caller is known, the budget is not used up, the key has the scope, the headers are in order.
// No promise is made when the caller was seen a moment ago and this process counts alone.

import { LIMITS } from '#lib/limits.ts';
import { allows } from '#domain/access/scope.ts';
import type { Scope } from '#domain/access/scope.ts';
import { refuseUnprotecting } from '#api/http/callers/refuse-loosening.ts';
import { mayProtect } from '#domain/access/protecting-scopes.ts';
import { NOT_CONFIRMED } from '#api/http/callers/not-confirmed.ts';
import { isConfirmed } from '#services/sign-in/confirm-session.ts';
import type { Caller } from '#services/access/request-ports.ts';
import { isBySession } from '#services/access/request-ports.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { authenticate, isRefusal, tooManyFrom } from '#api/http/callers/authenticate.ts';
import { budgetOf } from '#api/http/callers/budget.ts';
import { isRepeated } from '#api/http/callers/is-repeated.ts';
import type { OfferedForms } from '#api/http/requests/framing.ts';
import { checkFraming } from '#api/http/requests/framing.ts';
import type { RateTier } from '#api/http/operation.ts';
import { REFUSED_COUNT_AS } from '#api/http/operation.ts';
import type { RateWindow } from '#api/http/callers/rate-limiter.ts';
import type { TenantCount } from '#api/http/callers/tenant-limiter.ts';
import { counterFor, policyFor } from '#api/http/requests/return-place.ts';
import { inSpan } from '#api/http/requests/span-of-request.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { finishFailed, finishRefused } from '#api/http/requests/request-context.ts';

/** What the gates need to know of an operation; null scope: any key. */
export type Gate = {
  readonly tier: RateTier;
  readonly scope: Scope | null;
  readonly needsOwner?: true | undefined;
  readonly needsConfirmation?: true | undefined;
  readonly needsProtectingScope?: true | undefined;
  readonly acceptsBody: boolean;
  readonly bodyBytesMax?: number | undefined;
  /** It stops something, and is not held up by what else the user asks. */
  readonly isUrgent: boolean;
  /** Counted apart, as large as its tier: whatever else the key asked, it goes through. */
  readonly hasOwnBudget?: boolean;
  /** Its response is a stream of events, whatever else the caller accepts. */
  readonly isStream?: true;
  /** What its response may be beside JSON. */
  readonly forms?: OfferedForms;
  /** The response to a caller who passed; null: the request goes on. */
  readonly refusal: Refusal | null;
};

/** Calls `proceed` when the request may go on; otherwise it has had its response. */
export function admit(context: RequestContext, gate: Gate, proceed: () => void): void {
  inSpan(context, () => admitNow(context, gate, proceed));
}

function admitNow(context: RequestContext, gate: Gate, proceed: () => void): void {
  const early = checkConnection(context);
  if (early !== null) return finishRefused(context, early);
  const { deps, principals, unknown } = context.edge;
  const ports = { clock: deps.ports.clock, keys: context.lane.keys };
  const identity = authenticate({ ...deps, ports, principals, unknown }, context.request);
  if (!(identity instanceof Promise)) return countRequest(context, gate, identity, proceed);
  identity.then(
    (caller) => countRequest(context, gate, caller, proceed),
    (error: unknown) => finishFailed(context, error),
  );
}

/**
 * Counts a request that has the same response whoever sends it, by its address, as one without a
 * usable key; null when there were not too many.
 */
export function countStranger(context: RequestContext): Refusal | null {
  const { deps, unknown } = context.edge;
  return tooManyFrom({ ...deps, unknown }, context.request);
}

const HTTP_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/** Refuses what cannot be served whoever asks; null when there is nothing to refuse. */
export function checkConnection({ edge, request }: RequestContext): Refusal | null {
  if (edge.isDraining) {
    return refuse('temporarily_unavailable', 'The service is stopping. Try again.');
  }
  // Node serves a request line of any version as HTTP/1.1.
  if (!HTTP_VERSIONS.has(request.httpVersion)) {
    const detail = `Expected HTTP/1.1, found HTTP/${request.httpVersion} in the request line.`;
    return refuse('invalid_request', detail, ['Connection', 'close']);
  }
  if (request.headers.host === undefined && request.httpVersion !== '1.0') return hostFault('none');
  return isRepeated(request, 'host') ? hostFault('several') : null;
}

function hostFault(found: string): Refusal {
  return refuse('invalid_request', `Header "Host": expected one, found ${found}.`, [
    'Connection',
    'close',
  ]);
}

function countRequest(
  context: RequestContext,
  gate: Gate,
  identity: Caller | Refusal,
  proceed: () => void,
): void {
  if (isRefusal(identity)) {
    context.isUnknown = true;
    return finishRefused(context, identity);
  }
  context.caller = identity;
  const { edge } = context;
  const nowMs = edge.deps.ports.clock.nowMs();
  edge.keyUses.set(identity.keyId, nowMs);
  const counter = counterFor(context, identity);
  const counted = gate.hasOwnBudget === true ? `${identity.keyId} reserved` : identity.keyId;
  const window = counter.count(counted, gate.tier, nowMs);
  if (!(window instanceof Promise)) return checkRequest(context, gate, window, nowMs, proceed);
  window.then(
    (known) => checkRequest(context, gate, known, nowMs, proceed),
    (error: unknown) => finishFailed(context, error),
  );
}

function checkRequest(
  context: RequestContext,
  gate: Gate,
  window: RateWindow,
  nowMs: number,
  proceed: () => void,
): void {
  const budget = budgetOf(policyFor(context, gate.tier), window, nowMs);
  context.budget = budget;
  if (budget.isExceeded) {
    const seconds = String(budget.resetSeconds);
    const detail =
      `The ${budget.policy.requests} requests of tier "${gate.tier}" are used up; ` +
      `wait ${seconds} s.`;
    return finishRefused(context, refuse('rate_limited', detail, ['Retry-After', seconds]));
  }
  countTenant(context, gate, nowMs, (tenant) => {
    if (REFUSED_COUNT_AS[gate.tier] !== null) context.place = { tier: gate.tier, window, tenant };
    const refusal =
      gate.refusal ??
      checkScope(context, gate) ??
      checkProtectingScope(context, gate) ??
      checkPerson(context, gate, nowMs) ??
      checkHeaders(context, gate);
    if (refusal !== null) return finishRefused(context, refusal);
    proceed();
  });
}

/** All keys of the user together. */
function countTenant(
  context: RequestContext,
  gate: Gate,
  nowMs: number,
  proceed: (tenant: RateWindow | null) => void,
): void {
  const { caller, edge } = context;
  if (caller === null || gate.isUrgent) return proceed(null);
  const counted = edge.tenants.count(caller, gate.tier, nowMs);
  const judge = (count: TenantCount | null): void =>
    count?.isExceeded === true
      ? refuseTenant(context, gate, count.window, nowMs)
      : proceed(count?.window ?? null);
  if (!(counted instanceof Promise)) return judge(counted);
  counted.then(judge).catch((error: unknown) => finishFailed(context, error));
}

/** The headers stay those of the key, which has nothing left until the user's window ends. */
function refuseTenant(
  context: RequestContext,
  gate: Gate,
  window: RateWindow,
  nowMs: number,
): void {
  const { tier } = gate;
  const { resetSeconds, resetAtMs } = budgetOf(policyFor(context, gate.tier), window, nowMs);
  if (context.budget !== null) {
    context.budget = { ...context.budget, remaining: 0, resetSeconds, resetAtMs };
  }
  const seconds = String(resetSeconds);
  const detail = `The requests of tier "${tier}" of all your keys are used up; wait ${seconds} s.`;
  finishRefused(context, refuse('rate_limited', detail, ['Retry-After', seconds]));
}

function checkScope({ caller }: RequestContext, { scope }: Gate): Refusal | null {
  if (scope === null || caller === null || allows(caller.scopes, scope)) return null;
  if (isBySession(caller)) return refuse('forbidden', 'Your role may read, and change nothing.');
  return refuse('insufficient_scope', `This operation needs a key with the scope "${scope}".`, [
    'WWW-Authenticate',
    `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
  ]);
}

function checkProtectingScope({ caller }: RequestContext, gate: Gate): Refusal | null {
  if (gate.needsProtectingScope !== true || caller === null || mayProtect(caller.scopes))
    return null;
  return refuseUnprotecting(gate.scope ?? 'read');
}

const NOT_OWNER = refuse('forbidden', 'This needs the role "owner".');

/** The role of whoever asks, and whether who is signed in is still there. */
function checkPerson(
  { caller }: RequestContext,
  { needsOwner, needsConfirmation }: Gate,
  nowMs: number,
): Refusal | null {
  if (caller === null) return null;
  if (needsOwner === true && caller.role !== 'owner') return NOT_OWNER;
  const { confirmedAtMs } = caller;
  if (needsConfirmation !== true || confirmedAtMs === null) return null;
  return isConfirmed({ confirmedAtMs }, nowMs) ? null : NOT_CONFIRMED;
}

function checkHeaders(
  { request }: RequestContext,
  { acceptsBody, bodyBytesMax = LIMITS.bodyBytesMax, forms = {}, isStream }: Gate,
): Refusal | null {
  if (isStream === true) return null;
  return checkFraming(request.headers, acceptsBody, bodyBytesMax, forms);
}

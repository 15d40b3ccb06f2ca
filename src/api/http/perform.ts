// Carries out an admitted request: body, Idempotency-Key, validation, operation, response. With a
// key the outcome is retained: by the service in the transaction of its effect, or here when there
// is none. Not retained are a server error, a missing scope or proof, and a report of what is left:
// the claim is given back, and the next try continues with the same ids.

import { LIMITS } from '#lib/limits.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  Caller,
  ClaimName,
  IdempotencyClaim,
  RequestPorts,
} from '#services/access/request-ports.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { isBySession } from '#services/access/request-ports.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import { NOT_CONFIRMED } from '#api/http/callers/not-confirmed.ts';
import { addressOf } from '#api/http/callers/authenticate.ts';
import { isConfirmed } from '#services/sign-in/confirm-session.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import { isFailedKeyCheck } from '#api/http/callers/failed-key-checks.ts';
import { openCursor, sealCursor } from '#api/http/requests/cursor.ts';
import type { CursorPlace } from '#api/http/requests/cursor.ts';
import { carryOut } from '#api/http/requests/carry-out.ts';
import { holdClaim } from '#api/http/requests/hold-claim.ts';
import { readIdempotencyKey, requestFingerprint } from '#api/http/requests/idempotency-key.ts';
import { readJsonBody } from '#api/http/requests/json-body.ts';
import type { Call } from '#api/http/operation.ts';
import { isUrgent, takesIdempotencyKey } from '#api/http/operation.ts';
import { takeNamedPlace } from '#api/http/requests/named-budget.ts';
import { readOutcome, sealedOutcome } from '#api/http/requests/retained-outcome.ts';
import { encodeRendered, renderResponse, renderRefusal } from '#api/http/responses/rendered.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';
import { sayLeftOut } from '#api/http/requests/say-left-out.ts';
import { sendReport, takesReport } from '#api/http/send-report.ts';
import { sendTable, tableFormatOf } from '#api/http/send-table.ts';
import type { TableFormat } from '#api/http/tables/table-format.ts';
import { refuseTurn } from '#api/http/callers/request-shares.ts';
import type { CheckedParts, RequestParts, Route } from '#api/http/route.ts';
import { inSpan } from '#api/http/requests/span-of-request.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import {
  finish,
  finishFailed,
  finishRefused,
  networkOfRequest,
} from '#api/http/requests/request-context.ts';

/** A held claim on an Idempotency-Key. */
type Claim = ClaimName & {
  readonly recordId: string;
  readonly isTakeover: boolean;
  /** Set when the service has taken the outcome to write it with its effect. */
  isWrittenByService: boolean;
};

/** Responds to the request in every case, when it is its caller's turn; never rejects. */
export async function perform(
  route: Route,
  context: RequestContext,
  parts: Omit<RequestParts, 'body'>,
  bodyBytes: Buffer | undefined,
): Promise<void> {
  await inSpan(context, () => performInTurn(route, context, parts, bodyBytes));
}

async function performInTurn(
  route: Route,
  context: RequestContext,
  parts: Omit<RequestParts, 'body'>,
  bodyBytes: Buffer | undefined,
): Promise<void> {
  const { deps, shares } = context.edge;
  const urgent = isUrgent(route.operation);
  const work = () => performNow(route, context, parts, bodyBytes);
  const caller = callerOf(context);
  const inPlace = urgent ? work : () => deps.giveWay(caller.userId, work);
  const refusal = takeKeyCheck(route, context, caller);
  if (refusal !== null) return finishRefused(context, refusal);
  const turn = await shares.run(caller, urgent, inPlace);
  settleKeyCheck(route, context, caller);
  if (turn.ok) return;
  finishRefused(context, refuseTurn(turn.rejection, deps.requestShare));
}

/** Before a claim is made: it would retain the refusal for the next try. */
function takeKeyCheck(
  { operation }: Route,
  { edge, request }: RequestContext,
  caller: Caller,
): Refusal | null {
  if (operation.checksKey !== true) return null;
  const network = networkOfRequest(edge, request);
  const waitMs = edge.keyChecks.take(caller, network, edge.deps.ports.clock.nowMs());
  if (waitMs === 0) return null;
  const seconds = String(Math.ceil(waitMs / 1_000));
  const detail = `Too many keys were refused by their exchange; wait ${seconds} s.`;
  return refuse('rate_limited', detail, ['Retry-After', seconds]);
}

/** Only a check that failed stays counted. */
function settleKeyCheck({ operation }: Route, context: RequestContext, caller: Caller): void {
  const { edge, request, hasFailedKeyCheck } = context;
  if (operation.checksKey === true && !hasFailedKeyCheck)
    edge.keyChecks.giveBack(caller, networkOfRequest(edge, request));
}

async function performNow(
  route: Route,
  context: RequestContext,
  parts: Omit<RequestParts, 'body'>,
  bodyBytes: Buffer | undefined,
): Promise<void> {
  try {
    const body = readJsonBody(bodyBytes);
    if (!body.ok) return finishRefused(context, body.rejection);
    const request = { ...parts, body: body.value };
    const header = context.request.headers['idempotency-key'];
    const table = tableWanted(route, context);
    if (table !== null) return await performTable(route, context, request, table);
    if (takesReport(route.operation, context.request.headers.accept))
      return await performPage(route, context, request);
    if (header === undefined || !takesIdempotencyKey(route.operation)) {
      const outcome = await execute(route, context, request, null);
      return finish(context, render(context, outcome));
    }
    await performOnce(route, context, request, String(header));
  } catch (error) {
    finishFailed(context, error);
  }
}

async function performOnce(
  route: Route,
  context: RequestContext,
  request: RequestParts,
  header: string,
): Promise<void> {
  const key = readIdempotencyKey(header);
  if (key === null) return finishRefused(context, badKey());
  const { ports } = context.edge.deps;
  const ownerId = randomId(context, 'own');
  const caller = callerOf(context);
  const name = { claimantId: claimantOf(caller), idempotencyKey: key, ownerId };
  const claim = await claimNamed(context, {
    ...name,
    fingerprint: requestFingerprint(
      route.operation.method,
      pathOf(route, request.params),
      request.queryText,
      request.body,
      fingerprintOptions(route, context, caller),
    ),
    recordId: randomId(context, 'idm'),
    nowMs: ports.clock.nowMs(),
    lockMs: LIMITS.idempotencyLockMs,
    keepMs: LIMITS.idempotencyKeepMs,
  });
  switch (claim.kind) {
    case 'completed':
      return finish(context, readOutcome(ports.secrets, claim.recordId, claim.outcome), [
        'Idempotency-Replayed',
        'true',
      ]);
    case 'in_progress':
      return finishRefused(
        context,
        refuse('idempotency_in_progress', 'A request with this Idempotency-Key is under way.'),
      );
    case 'reused':
      return finishRefused(
        context,
        refuse(
          'idempotency_key_reuse',
          'This Idempotency-Key was used for a different request. ' +
            'A request that was corrected is a different one: send it with a new key.',
        ),
      );
    case 'claimed': {
      const { recordId, isTakeover } = claim;
      const held = { ...name, recordId, isTakeover, isWrittenByService: false };
      return finish(context, await executeClaimed(route, context, request, held));
    }
  }
}

function fingerprintOptions({ operation }: Route, { edge }: RequestContext, { keyId }: Caller) {
  const { secrets } = edge.deps.ports;
  return {
    // A secret is replayed to the key that requested it alone; to another it is another request.
    keyId: operation.sealOutcome === true ? keyId : null,
    sealingKey:
      operation.hasSecretRequest === true ? secrets.deriveKey('request fingerprints') : null,
  };
}

/**
 * A user's API keys share its Idempotency-Keys, but a key for one end user is apart from all
 * others: it may not see their outcomes.
 */
function claimantOf({ userId, endUserId }: Caller): string {
  return endUserId === null ? userId : `${userId} end_user ${endUserId}`;
}

/** A claim whose response was lost may hold all the same, and is given back. */
async function claimNamed(
  context: RequestContext,
  request: Parameters<RequestPorts['idempotency']['claim']>[0],
): Promise<IdempotencyClaim> {
  try {
    return await context.lane.idempotency.claim(request);
  } catch (error) {
    if (failureKind(error) === 'store_outcome_unknown') context.lane.claims.giveBackLater(request);
    throw error;
  }
}

async function executeClaimed(
  route: Route,
  context: RequestContext,
  request: RequestParts,
  claim: Claim,
): Promise<RenderedResponse> {
  const release = holdClaim(context, claim);
  try {
    const outcome = await execute(route, context, request, claim);
    const rendered = render(context, outcome);
    await release();
    if (!isRetained(outcome, rendered))
      await context.lane.claims.giveBack(claim, context.requestId);
    else if (outcome.kind === 'refusal' || !claim.isWrittenByService) {
      await complete(route, context, claim, rendered);
    }
    return rendered;
  } catch (error) {
    await release();
    await context.lane.claims.giveBack(claim, context.requestId);
    throw error;
  }
}

function isRetained(
  outcome: ApiResponse<unknown> | Refusal,
  { status, code }: RenderedResponse,
): boolean {
  if (outcome.kind === 'response' && outcome.isUnfinished === true) return false;
  return status < 500 && !NOT_RETAINED.has(code ?? '');
}

async function execute(
  route: Route,
  context: RequestContext,
  request: RequestParts,
  claim: Claim | null,
): Promise<ApiResponse<unknown> | Refusal> {
  const prepared = prepareCall(route, context, request, claim);
  if (!prepared.ok) return prepared.rejection;
  const { call, checked } = prepared.value;
  if (lacksConfirmation(route, context, call)) return NOT_CONFIRMED;
  const { operation } = route;
  const place = await takeNamedPlace(context, operation, checked.params);
  if (!place.ok) return place.rejection;
  await auditRequest(route, context, checked);
  const outcome = await carryOut(context, operation, call, place.value);
  context.hasFailedKeyCheck = isFailedKeyCheck(outcome);
  return outcome;
}

/** Where the body decides; the gates know of all others. */
function lacksConfirmation(
  { operation }: Route,
  { edge }: RequestContext,
  { caller, body }: Call<string, unknown, unknown>,
): boolean {
  const { confirmedAtMs } = caller;
  if (confirmedAtMs === null || operation.needsConfirmationOf?.(body) !== true) return false;
  return !isConfirmed({ confirmedAtMs }, edge.deps.ports.clock.nowMs());
}

/** What the same request is not refused by later: its caller has proved more, more is closed. */
const NOT_RETAINED: ReadonlySet<string> = new Set([
  'confirmation_required',
  'insufficient_scope',
  'rate_limited',
  'position_left',
]);

type PreparedCall = {
  readonly call: Call<string, unknown, unknown>;
  readonly checked: CheckedParts;
};

function prepareCall(
  route: Route,
  context: RequestContext,
  request: RequestParts,
  claim: Claim | null,
): Result<PreparedCall, Refusal> {
  const checked = route.check(request);
  if (!checked.ok) return checked;
  const place = cursorPlace(route, context, checked.value);
  const after = readCursor(context, place, checked.value);
  if (!after.ok) return after;
  const call: Call<string, unknown, unknown> = {
    caller: callerOf(context),
    params: checked.value.params,
    query: checked.value.query,
    body: checked.value.body,
    after: after.value,
    nextCursor: (lastKey) => nextCursor(context, place, lastKey),
    isTable: tableWanted(route, context) !== null,
    derivationId:
      claim?.recordId ?? (takesIdempotencyKey(route.operation) ? randomId(context, 'idm') : ''),
    isTakeover: claim?.isTakeover ?? false,
    slotFor: (responseOf) => (claim === null ? null : slotOf(route, context, claim, responseOf)),
    claim: claim === null ? null : { recordId: claim.recordId, ownerId: claim.ownerId },
  };
  return accepted({ call, checked: checked.value });
}

function tableWanted({ operation }: Route, { request }: RequestContext): TableFormat | null {
  return tableFormatOf(operation, request.headers.accept);
}

async function performPage(
  route: Route,
  context: RequestContext,
  request: RequestParts,
): Promise<void> {
  const prepared = prepareCall(route, context, request, null);
  if (!prepared.ok) return finishRefused(context, prepared.rejection);
  await sendReport(context, route.operation, prepared.value.call);
}

/** The whole list, unless a page of it was requested. */
async function performTable(
  route: Route,
  context: RequestContext,
  request: RequestParts,
  format: TableFormat,
): Promise<void> {
  const prepared = prepareCall(route, context, request, null);
  if (!prepared.ok) return finishRefused(context, prepared.rejection);
  const { operation } = route;
  const { call, checked } = prepared.value;
  const isPage = context.request.method === 'HEAD' || names(request.queryText, 'limit');
  const query = isPage ? checked.query : { ...checked.query, ...largestPage(operation) };
  await sendTable(context, { operation, call: { ...call, query }, isPage, format });
}

function largestPage({ query }: Route['operation']): { readonly limit?: number } {
  const { maximum } = (query['limit'] ?? {}) as { readonly maximum?: number };
  return maximum === undefined ? {} : { limit: maximum };
}

function names(queryText: string, parameter: string): boolean {
  return new URLSearchParams(queryText).has(parameter);
}

/** By a program, beside what it does with secrets. */
const AUDITED_SCOPES: ReadonlySet<string> = new Set(['accounts', 'admin', 'bots']);

/**
 * Before it is carried out, so that nothing is done that nobody can see: whatever a person changes
 * in the pages, and what a program does with secrets, keys, users, accounts and bots. Its orders
 * and signals are records themselves, and many.
 */
async function auditRequest(
  { operation }: Route,
  context: RequestContext,
  { params }: CheckedParts,
): Promise<void> {
  const caller = callerOf(context);
  const isSecret = operation.hasSecretRequest === true || operation.sealOutcome === true;
  const isSetting = AUDITED_SCOPES.has(operation.scope) && operation.tier === 'writes';
  const isChange = operation.method !== 'GET' && operation.changesNothing !== true;
  if (!isChange || !(isSecret || isSetting || isBySession(caller))) return;
  const { deps } = context.edge;
  await noteAudit(deps.signIn, {
    userId: caller.userId,
    act: 'request',
    actorId: caller.keyId,
    address: addressOf(deps.trustedProxies, context.request) ?? null,
    subject: [operation.operationId, ...Object.values(params)].join(' '),
  });
}

function slotOf<T>(
  route: Route,
  context: RequestContext,
  claim: Claim,
  responseOf: (result: T) => ApiResponse<unknown>,
) {
  return {
    recordId: claim.recordId,
    ownerId: claim.ownerId,
    encode(result: T): Uint8Array {
      claim.isWrittenByService = true;
      return outcomeToKeep(route, context, claim, renderResponse(responseOf(result)));
    },
  };
}

function outcomeToKeep(
  route: Route,
  context: RequestContext,
  claim: Claim,
  rendered: RenderedResponse,
): Uint8Array {
  if (route.operation.sealOutcome !== true) return encodeRendered(rendered);
  return sealedOutcome(context.edge.deps.ports.secrets, claim.recordId, rendered);
}

async function complete(
  route: Route,
  context: RequestContext,
  claim: Claim,
  rendered: RenderedResponse,
): Promise<void> {
  const isHeld = await context.lane.idempotency.complete({
    recordId: claim.recordId,
    ownerId: claim.ownerId,
    outcome: outcomeToKeep(route, context, claim, rendered),
  });
  if (!isHeld) {
    context.edge.deps.ports.log.warn('idempotency_claim_lost', { request_id: context.requestId });
  }
}

function render(
  context: RequestContext,
  outcome: ApiResponse<unknown> | Refusal,
): RenderedResponse {
  if (outcome.kind === 'response') return renderResponse(sayLeftOut(context, outcome));
  return renderRefusal(context.edge.deps.docsUrl, outcome, context.requestId);
}

/** Null for operations that do not page. */
function cursorPlace(route: Route, context: RequestContext, { params, query }: CheckedParts) {
  const { operationId, query: properties } = route.operation;
  if (properties['cursor'] === undefined) return null;
  const { limit: _limit, cursor: _cursor, ...filter } = query;
  return { operationId, userId: callerOf(context).userId, filter: { params, filter } };
}

function readCursor(
  context: RequestContext,
  place: CursorPlace | null,
  { query }: CheckedParts,
): Result<string | null, Refusal> {
  const cursor = query['cursor'];
  if (place === null || typeof cursor !== 'string') return accepted(null);
  const lastKey = openCursor(context.edge.deps.cursorKey, place, cursor);
  if (lastKey !== null) return accepted(lastKey);
  const detail =
    'Query parameter "cursor": expected the next_cursor of the page before, found ' +
    'one that is unusable here.';
  return rejected(refuseFields([{ parameter: 'cursor', detail }]));
}

function nextCursor(context: RequestContext, place: CursorPlace | null, lastKey: string | null) {
  if (lastKey === null) return null;
  const { ports, cursorKey } = context.edge.deps;
  const known = present(place, 'only an operation with a cursor parameter pages');
  return sealCursor(cursorKey, ports.random.bytes(12), known, lastKey);
}

/** Decoded, so that two spellings of one path are one request. */
function pathOf(route: Route, params: RequestParts['params']): string {
  return route.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

function badKey(): Refusal {
  const detail =
    `Header "Idempotency-Key": expected 1 to ${LIMITS.idempotencyKeyCharactersMax} ` +
    'visible ASCII characters without space, comma or quotes, sent once.';
  const refusal = refuse('invalid_request', detail);
  return { ...refusal, errors: [{ header: 'Idempotency-Key', detail }] };
}

function callerOf(context: RequestContext): Caller {
  return present(context.caller, 'an admitted request has a caller');
}

function randomId(context: RequestContext, prefix: string): string {
  return identifierFromBytes(prefix, context.edge.deps.ports.random.bytes(16));
}

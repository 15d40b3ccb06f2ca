// Parts shared by the requests of people who sign in: who asks, what the body says, and how
// refusals read.

import { isIP } from 'node:net';
import { LIMITS } from '#lib/limits.ts';
import { addressOf, authenticate, isRefusal } from '#api/http/callers/authenticate.ts';
import { NOT_CONFIRMED } from '#api/http/callers/not-confirmed.ts';
import { isByTls, sessionCookie } from '#api/http/callers/session-cookie.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { networkOfRequest } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { sessionToWire } from '#api/sign-in/session-wire.ts';
import type { Caller } from '#services/access/request-ports.ts';
import { isBySession } from '#services/access/request-ports.ts';
import { isConfirmed } from '#services/sign-in/confirm-session.ts';
import type { OwnSession } from '#services/sign-in/find-own-session.ts';
import { findOwnSession } from '#services/sign-in/find-own-session.ts';
import type { Actor } from '#services/audit/note-audit.ts';
import type { OpenedSession, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Outcome = Promise<ApiResponse<unknown> | Refusal>;

const SIGNED_OUT = refuse('unauthorized', 'The session has ended. Sign in again.');

/** Who is signed in; a key is refused, because it must not change who may sign in. */
export async function callerBySession(context: RequestContext): Promise<Caller | Refusal> {
  const { edge, request, lane } = context;
  const { deps, principals, unknown } = edge;
  const ports = { clock: deps.ports.clock, keys: lane.keys };
  const caller = await authenticate({ ...deps, ports, principals, unknown }, request);
  if (isRefusal(caller)) return caller;
  if (!isBySession(caller)) return refuse('unauthorized', 'Sign in: a key does not do here.');
  edge.keyUses.set(caller.keyId, deps.ports.clock.nowMs());
  return caller;
}

/** Responds to who is signed in. */
export function bySession(
  respond: (context: RequestContext, own: OwnSession, body: Body) => Outcome,
): (context: RequestContext, body: Body) => Outcome {
  return async (context, body) => {
    const caller = await callerBySession(context);
    if (isRefusal(caller)) return caller;
    const own = await findOwnSession(context.edge.deps.signIn, caller);
    return own === null ? SIGNED_OUT : respond(context, own, body);
  };
}

/** The same, to who proved to be there some minutes ago at most: for what lets others in. */
export function byConfirmed(
  respond: (context: RequestContext, own: OwnSession, body: Body) => Outcome,
): (context: RequestContext, body: Body) => Outcome {
  return bySession(async (context, own, body) => {
    const { clock } = context.edge.deps.signIn;
    if (!isConfirmed(own.session, clock.nowMs())) return NOT_CONFIRMED;
    return respond(context, own, body);
  });
}

/** The session, with its cookie. */
export async function withSession(
  context: RequestContext,
  { session, token }: OpenedSession,
): Outcome {
  const { signIn: deps } = context.edge.deps;
  const own = await findOwnSession(deps, { userId: session.userId, keyId: session.sessionId });
  if (own === null) return SIGNED_OUT;
  const headers = cookieHeader(context, token);
  return { ...ok(sessionToWire(own, deps.clock.nowMs())), headers };
}

/** Null: the browser is to forget it. */
export function cookieHeader(
  { edge, request }: RequestContext,
  token: string | null,
): readonly string[] {
  return ['Set-Cookie', sessionCookie(token, isByTls(edge.deps.baseUrl, request), edge.basePath)];
}

/** Visitor of a request; its address is that before trusted proxies. */
export function visitorOf({ edge, request }: RequestContext): Visitor {
  return {
    address: addressOf(edge.deps.trustedProxies, request) ?? null,
    network: networkOfRequest(edge, request),
    agent: request.headers['user-agent'] ?? null,
  };
}

/** Actor of the audit log for a session's request. */
export function actorOf(context: RequestContext, { session }: OwnSession): Actor {
  const { address } = visitorOf(context);
  return { actorId: session.sessionId, actorUserId: session.userId, address };
}

/** The page that asks, for passkeys; a refusal where it has none of the names that they need. */
export function placeOf({ request }: RequestContext) {
  // It is one of ours: all of these requests change something, and were checked.
  const { origin, hostname } = new URL(request.headers.origin ?? '');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { origin, host: hostname };
  const detail =
    `A passkey needs an address with a name; "${hostname}" is a number. On the machine itself, ` +
    'open http://localhost with the same port.';
  return refuse('invalid_request', detail);
}

/** Text of a field; null where it is absent, empty or no text. */
export function textOf(body: Body, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What people call something; null when it is none. */
export function nameOf(body: Body, name: string): string | null {
  const text = textOf(body, name)?.trim() ?? '';
  return text !== '' && text.length <= LIMITS.nameCharactersMax ? text : null;
}

/** Refusal of a body that lacks a text. */
export function missing(name: string): Refusal {
  const detail = `Field "${name}": expected a text.`;
  return refuseFields([{ pointer: `#/${name}`, detail }]);
}

/** Refusal with the seconds to wait, rounded up. */
export function tooMany(waitMs: number): Refusal {
  const seconds = String(Math.ceil(waitMs / 1_000));
  const detail = `Too many attempts failed; wait ${seconds} s.`;
  return refuse('rate_limited', detail, ['Retry-After', seconds]);
}

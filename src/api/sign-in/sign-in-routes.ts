// By which people sign in and out, and set their password. Apart from the operations of the API,
// because programs have keys.

import type { SignInRoute } from '#api/http/create-edge.ts';
import { addressOf, authenticate, isRefusal } from '#api/http/callers/authenticate.ts';
import { isByTls, sessionCookie, sessionTokenOf } from '#api/http/callers/session-cookie.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { networkOfRequest } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { NO_CONTENT, ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { sessionToWire } from '#api/sign-in/session-wire.ts';
import type { Caller } from '#services/access/request-ports.ts';
import { isBySession } from '#services/access/request-ports.ts';
import { endSession } from '#services/sign-in/end-session.ts';
import { findOwnSession } from '#services/sign-in/find-own-session.ts';
import { setPassword } from '#services/sign-in/set-password.ts';
import type { OpenedSession, Visitor } from '#services/sign-in/sign-in-deps.ts';
import { signIn } from '#services/sign-in/sign-in.ts';
import { signInByLink } from '#services/sign-in/sign-in-by-link.ts';

type Body = Readonly<Record<string, unknown>>;
type Outcome = Promise<ApiResponse<unknown> | Refusal>;

export const SIGN_IN_ROUTES: readonly SignInRoute[] = [
  { method: 'POST', path: '/auth/sign-in', operation: 'sign_in', respond: bySignIn },
  { method: 'POST', path: '/auth/link', operation: 'sign_in_link', respond: byLink },
  { method: 'POST', path: '/auth/password', operation: 'set_password', respond: byPassword },
  { method: 'POST', path: '/auth/sign-out', operation: 'sign_out', respond: bySignOut },
  { method: 'GET', path: '/auth/session', operation: 'session', respond: bySession },
];

const WRONG = refuse('unauthorized', 'The name or the password is wrong.');

async function bySignIn(context: RequestContext, body: Body): Outcome {
  const userName = textOf(body, 'user_name');
  const password = textOf(body, 'password');
  if (userName === null) return missing('user_name');
  if (password === null) return missing('password');
  const visitor = visitorOf(context);
  const outcome = await signIn(context.edge.deps.signIn, { userName, password, visitor });
  if (outcome.kind === 'too_many') return tooMany(outcome.waitMs);
  if (outcome.kind === 'wrong') return WRONG;
  return withSession(context, outcome.opened);
}

async function byLink(context: RequestContext, body: Body): Outcome {
  const link = textOf(body, 'link');
  if (link === null) return missing('link');
  const { edge } = context;
  const { deps, unknown } = edge;
  const visitor = visitorOf(context);
  const waitMs = unknown.take(visitor.network, deps.ports.clock.nowMs());
  if (waitMs > 0) return tooMany(waitMs);
  const signedIn = await signInByLink(deps.signIn, { link, visitor });
  if (signedIn.ok) return withSession(context, signedIn.value.opened);
  return refuse('unauthorized', 'The link is unknown, was used, or is too old.');
}

async function byPassword(context: RequestContext, body: Body): Outcome {
  const password = textOf(body, 'password');
  if (password === null) return missing('password');
  const caller = await callerBySession(context);
  if (isRefusal(caller)) return caller;
  const { signIn: deps } = context.edge.deps;
  const found = await findOwnSession(deps, caller);
  if (found === null) return WRONG;
  const formerPassword = textOf(body, 'former_password');
  const visitor = visitorOf(context);
  const command = { session: found.session, password, formerPassword, visitor };
  const outcome = await setPassword(deps, command);
  switch (outcome.kind) {
    case 'set':
      context.edge.principals.clear();
      return withSession(context, outcome.opened);
    case 'too_many':
      return tooMany(outcome.waitMs);
    case 'wrong':
      return refuse('unauthorized', 'The former password is wrong.');
    case 'unfit':
      return refuseFields([{ pointer: '#/password', detail: UNFIT[outcome.problem] }]);
  }
}

const UNFIT = {
  too_short: 'A password has at least 10 characters.',
  too_long: 'A password has at most 256 characters.',
  too_plain: 'A password is neither the name nor a few characters repeated.',
} as const;

async function bySignOut(context: RequestContext): Outcome {
  const caller = await callerBySession(context);
  if (!isRefusal(caller)) {
    const command = { caller, sessionId: caller.keyId };
    await endSession(context.edge.deps.signIn, command);
    context.edge.principals.clear();
  }
  return { ...NO_CONTENT, headers: cookieHeader(context, null) };
}

/** Whoever is not signed in yet has asked nothing wrong: there is nothing to show. */
async function bySession(context: RequestContext): Outcome {
  if (sessionTokenOf(context.request) === null) return NO_CONTENT;
  const caller = await callerBySession(context);
  if (isRefusal(caller)) return caller.code === 'unauthorized' ? NO_CONTENT : caller;
  const { signIn: deps } = context.edge.deps;
  const found = await findOwnSession(deps, caller);
  return found === null ? NO_CONTENT : ok(sessionToWire(found, deps.clock.nowMs()));
}

async function withSession(context: RequestContext, { session, token }: OpenedSession): Outcome {
  const { signIn: deps } = context.edge.deps;
  const found = await findOwnSession(deps, { userId: session.userId, keyId: session.sessionId });
  if (found === null) return WRONG;
  const headers = cookieHeader(context, token);
  return { ...ok(sessionToWire(found, deps.clock.nowMs())), headers };
}

/** Who is signed in; a key is refused, because it must not change who may sign in. */
async function callerBySession(context: RequestContext): Promise<Caller | Refusal> {
  const { edge, request, lane } = context;
  const { deps, principals, unknown } = edge;
  const ports = { clock: deps.ports.clock, keys: lane.keys };
  const caller = await authenticate({ ...deps, ports, principals, unknown }, request);
  if (isRefusal(caller)) return caller;
  if (!isBySession(caller)) return refuse('unauthorized', 'Sign in: a key does not do here.');
  edge.keyUses.set(caller.keyId, deps.ports.clock.nowMs());
  return caller;
}

function cookieHeader({ edge, request }: RequestContext, token: string | null): readonly string[] {
  return ['Set-Cookie', sessionCookie(token, isByTls(edge.deps.baseUrl, request))];
}

function visitorOf({ edge, request }: RequestContext): Visitor {
  return {
    address: addressOf(edge.deps.trustedProxies, request) ?? null,
    network: networkOfRequest(edge, request),
    agent: request.headers['user-agent'] ?? null,
  };
}

function textOf(body: Body, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function missing(name: string): Refusal {
  const detail = `Field "${name}": expected a text.`;
  return refuseFields([{ pointer: `#/${name}`, detail }]);
}

function tooMany(waitMs: number): Refusal {
  const seconds = String(Math.ceil(waitMs / 1_000));
  const detail = `Too many attempts failed; wait ${seconds} s.`;
  return refuse('rate_limited', detail, ['Retry-After', seconds]);
}

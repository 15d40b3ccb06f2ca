// By which people sign in and out. Apart from the operations of the API, because programs have
// keys.

import type { SignInRoute } from '#api/http/create-edge.ts';
import { isRefusal } from '#api/http/callers/authenticate.ts';
import { sessionTokenOf } from '#api/http/callers/session-cookie.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { NO_CONTENT, ok, refuse } from '#api/http/responses/api-response.ts';
import { sessionToWire } from '#api/sign-in/session-wire.ts';
import type { Body, Outcome } from '#api/sign-in/sign-in-request.ts';
import {
  callerBySession,
  cookieHeader,
  missing,
  placeOf,
  textOf,
  tooMany,
  visitorOf,
  withSession,
} from '#api/sign-in/sign-in-request.ts';
import { OWN_ACCESS_ROUTES } from '#api/sign-in/own-access-routes.ts';
import { SECOND_FACTOR_ROUTES } from '#api/sign-in/second-factor-routes.ts';
import type { SignInOutcome } from '#services/sign-in/enter.ts';
import { endSession } from '#services/sign-in/end-session.ts';
import { findOwnSession } from '#services/sign-in/find-own-session.ts';
import { signIn } from '#services/sign-in/sign-in.ts';
import { signInByCode } from '#services/sign-in/sign-in-by-code.ts';
import { signInByLink } from '#services/sign-in/sign-in-by-link.ts';
import { beginSignInByPasskey, signInByPasskey } from '#services/sign-in/sign-in-by-passkey.ts';

export const SIGN_IN_ROUTES: readonly SignInRoute[] = [
  { method: 'POST', path: '/auth/sign-in', operation: 'sign_in', respond: byPassword },
  { method: 'POST', path: '/auth/code', operation: 'sign_in_code', respond: byCode },
  { method: 'POST', path: '/auth/link', operation: 'sign_in_link', respond: byLink },
  { method: 'POST', path: '/auth/passkey/begin', operation: 'begin_passkey', respond: toPasskey },
  { method: 'POST', path: '/auth/passkey', operation: 'sign_in_passkey', respond: byPasskey },
  { method: 'POST', path: '/auth/sign-out', operation: 'sign_out', respond: bySignOut },
  { method: 'GET', path: '/auth/session', operation: 'session', respond: toSession },
  ...OWN_ACCESS_ROUTES,
  ...SECOND_FACTOR_ROUTES,
];

const WRONG = refuse('unauthorized', 'The name or the password is wrong.');
const WRONG_CODE = refuse('unauthorized', 'The code is wrong, or was used already.');
const TOO_LATE = refuse('unauthorized', 'It took too long; begin to sign in again.');
const BAD_PASSKEY = refuse('unauthorized', 'The passkey is unknown here, or does not hold.');

async function byPassword(context: RequestContext, body: Body): Outcome {
  const userName = textOf(body, 'user_name');
  const password = textOf(body, 'password');
  if (userName === null) return missing('user_name');
  if (password === null) return missing('password');
  const visitor = visitorOf(context);
  const guess = await signIn(context.edge.deps.signIn, { userName, password, visitor });
  if (guess.kind === 'too_many') return tooMany(guess.waitMs);
  if (guess.kind === 'wrong') return WRONG;
  return entered(context, guess.value);
}

async function byCode(context: RequestContext, body: Body): Outcome {
  const ticket = textOf(body, 'ticket');
  const code = textOf(body, 'code');
  if (ticket === null) return missing('ticket');
  if (code === null) return missing('code');
  const visitor = visitorOf(context);
  const guess = await signInByCode(context.edge.deps.signIn, { ticket, code, visitor });
  switch (guess.kind) {
    case 'right':
      return withSession(context, guess.value);
    case 'wrong':
      return WRONG_CODE;
    case 'too_many':
      return tooMany(guess.waitMs);
    case 'ticket_unusable':
      return TOO_LATE;
  }
}

async function byLink(context: RequestContext, body: Body): Outcome {
  const link = textOf(body, 'link');
  if (link === null) return missing('link');
  const slow = takeUnknown(context);
  if (slow !== null) return slow;
  const visitor = visitorOf(context);
  const signedIn = await signInByLink(context.edge.deps.signIn, { link, visitor });
  if (signedIn.ok) return entered(context, signedIn.value);
  return refuse('unauthorized', 'The link is unknown, was used, or is too old.');
}

async function toPasskey(context: RequestContext): Outcome {
  const slow = takeUnknown(context);
  if (slow !== null) return slow;
  const place = placeOf(context);
  if ('kind' in place) return place;
  return ok(await beginSignInByPasskey(context.edge.deps.signIn, place));
}

async function byPasskey(context: RequestContext, body: Body): Outcome {
  const slow = takeUnknown(context);
  if (slow !== null) return slow;
  const place = placeOf(context);
  if ('kind' in place) return place;
  const visitor = visitorOf(context);
  const command = { place, response: body['response'], visitor };
  const signedIn = await signInByPasskey(context.edge.deps.signIn, command);
  return signedIn === null ? BAD_PASSKEY : entered(context, signedIn);
}

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
async function toSession(context: RequestContext): Outcome {
  const { request, edge } = context;
  if (sessionTokenOf(edge.deps.baseUrl, request) === null) return NO_CONTENT;
  const caller = await callerBySession(context);
  if (isRefusal(caller)) return caller.code === 'unauthorized' ? NO_CONTENT : caller;
  const { signIn: deps } = context.edge.deps;
  const found = await findOwnSession(deps, caller);
  return found === null ? NO_CONTENT : ok(sessionToWire(found, deps.clock.nowMs()));
}

function entered(context: RequestContext, outcome: SignInOutcome): Outcome {
  if (outcome.kind === 'signed_in') return withSession(context, outcome.opened);
  return Promise.resolve(ok({ needs: 'code', ticket: outcome.ticket }));
}

/** Whoever guesses secrets that cannot be guessed has to wait at some time anyway. */
function takeUnknown(context: RequestContext): Refusal | null {
  const { deps, unknown } = context.edge;
  const waitMs = unknown.take(visitorOf(context).network, deps.ports.clock.nowMs());
  return waitMs > 0 ? tooMany(waitMs) : null;
}

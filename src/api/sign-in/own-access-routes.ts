// Routes by which people change their own sign-in: the password, and where they are signed in. An
// owner also makes links for others.

import type { SignInRoute } from '#api/http/create-edge.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { NO_CONTENT, ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { sessionToWire, sessionRowToWire } from '#api/sign-in/session-wire.ts';
import type { Body, Outcome } from '#api/sign-in/sign-in-request.ts';
import {
  actorOf,
  byConfirmed,
  bySession,
  missing,
  textOf,
  tooMany,
  visitorOf,
  withSession,
} from '#api/sign-in/sign-in-request.ts';
import { formatInstant } from '#lib/time.ts';
import { confirmSession } from '#services/sign-in/confirm-session.ts';
import { endOtherSessions } from '#services/sign-in/end-other-sessions.ts';
import { endSession } from '#services/sign-in/end-session.ts';
import type { OwnSession } from '#services/sign-in/find-own-session.ts';
import { findOwnSession } from '#services/sign-in/find-own-session.ts';
import { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import { setPassword } from '#services/sign-in/set-password.ts';

export const OWN_ACCESS_ROUTES: readonly SignInRoute[] = [
  post('/auth/password', 'set_password', bySession(toNewPassword)),
  post('/auth/confirm', 'confirm_session', bySession(toConfirm)),
  {
    method: 'GET',
    path: '/auth/sessions',
    operation: 'list_sessions',
    respond: bySession(toSessions),
  },
  post('/auth/sessions/end', 'end_session', bySession(toEnd)),
  post('/auth/sessions/end-others', 'end_other_sessions', bySession(toEndOthers)),
  post('/auth/sign-in-link', 'make_sign_in_link', byConfirmed(toLink)),
];

function post(path: string, operation: string, respond: SignInRoute['respond']): SignInRoute {
  return { method: 'POST', path, operation, respond };
}

const UNFIT = {
  too_short: 'A password has at least 10 characters.',
  too_long: 'A password has at most 256 characters.',
  too_plain: 'A password is neither the name nor a few characters repeated.',
} as const;

async function toNewPassword(context: RequestContext, own: OwnSession, body: Body): Outcome {
  const password = textOf(body, 'password');
  if (password === null) return missing('password');
  const formerPassword = textOf(body, 'former_password');
  const visitor = visitorOf(context);
  const command = { session: own.session, password, formerPassword, visitor };
  const outcome = await setPassword(context.edge.deps.signIn, command);
  switch (outcome.kind) {
    case 'set':
      context.edge.principals.clear();
      return withSession(context, outcome.opened);
    case 'too_many':
      return tooMany(outcome.waitMs);
    case 'wrong':
      return own.access.passwordHash === null ? NO_PASSWORD : WRONG_FORMER;
    case 'unfit':
      return refuseFields([{ pointer: '#/password', detail: UNFIT[outcome.problem] }]);
  }
}

const WRONG_FORMER = refuse('unauthorized', 'The former password is wrong.');
const NO_PASSWORD = refuse(
  'unauthorized',
  'There is no password yet: sign in again, by a link, and choose one within 15 minutes.',
);

async function toConfirm(context: RequestContext, own: OwnSession, body: Body): Outcome {
  const secret = textOf(body, 'secret');
  if (secret === null) return missing('secret');
  const { signIn: deps } = context.edge.deps;
  const command = { session: own.session, secret, visitor: visitorOf(context) };
  const guess = await confirmSession(deps, command);
  if (guess.kind === 'too_many') return tooMany(guess.waitMs);
  if (guess.kind === 'wrong') return refuse('unauthorized', WRONG_PROOF[own.proof]);
  context.edge.principals.clear();
  const { userId, sessionId } = own.session;
  const found = await findOwnSession(deps, { userId, keyId: sessionId });
  return found === null ? NO_CONTENT : ok(sessionToWire(found, deps.clock.nowMs()));
}

const WRONG_PROOF = {
  code: 'The code is wrong, or was used already.',
  password: 'The password is wrong.',
  sign_in: 'There is no password: sign in again, by a passkey or a link.',
} as const;

async function toSessions(context: RequestContext, { session }: OwnSession): Outcome {
  const { signIn: deps } = context.edge.deps;
  const listed = await deps.signIns.listSessions(session.userId, deps.clock.nowMs());
  return ok({ data: listed.map((each) => sessionRowToWire(each, session.sessionId)) });
}

async function toEnd(context: RequestContext, own: OwnSession, body: Body): Outcome {
  const sessionId = textOf(body, 'session_id');
  if (sessionId === null) return missing('session_id');
  const { userId, sessionId: keyId } = own.session;
  const command = { caller: { userId, keyId }, sessionId };
  const ended = await endSession(context.edge.deps.signIn, command);
  context.edge.principals.clear();
  return ended.ok ? NO_CONTENT : refuse('not_found', 'There is no such session of yours.');
}

async function toEndOthers(context: RequestContext, own: OwnSession): Outcome {
  const { userId, sessionId } = own.session;
  const actor = actorOf(context, own);
  const count = await endOtherSessions(context.edge.deps.signIn, { userId, sessionId, actor });
  context.edge.principals.clear();
  return ok({ ended_count: count });
}

async function toLink(context: RequestContext, own: OwnSession, body: Body): Outcome {
  const userName = textOf(body, 'user_name');
  if (userName === null) return missing('user_name');
  if (own.access.role !== 'owner')
    return refuse('forbidden', 'Only an owner makes links for others.');
  const { signIn: deps, baseUrl } = context.edge.deps;
  const made = await makeSignInLink(deps, { userName, actor: actorOf(context, own) });
  if (!made.ok) return refuse('user_not_found', `There is no user "${userName}".`);
  const { path, expiresAtMs } = made.value;
  return ok({ link: baseUrl + path, expires_at: formatInstant(expiresAtMs) });
}

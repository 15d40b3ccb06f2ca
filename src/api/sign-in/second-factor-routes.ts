// The authenticator app, the recovery codes and the passkeys of who is signed in.

import type { SignInRoute } from '#api/http/create-edge.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { NO_CONTENT, ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { passkeyToWire } from '#api/sign-in/session-wire.ts';
import type { Body, Outcome } from '#api/sign-in/sign-in-request.ts';
import {
  actorOf,
  byConfirmed,
  bySession,
  missing,
  nameOf,
  placeOf,
  textOf,
  visitorOf,
} from '#api/sign-in/sign-in-request.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { OwnSession } from '#services/sign-in/find-own-session.ts';
import { beginPasskey, finishPasskey, removePasskey } from '#services/sign-in/make-passkey.ts';
import { removeApp } from '#services/sign-in/remove-app.ts';
import { beginApp, finishApp, makeRecoveryCodes } from '#services/sign-in/set-up-app.ts';

export const SECOND_FACTOR_ROUTES: readonly SignInRoute[] = [
  { method: 'GET', path: '/auth/factors', operation: 'list_factors', respond: bySession(toList) },
  post('/auth/app/begin', 'begin_app', byConfirmed(toBeginApp)),
  post('/auth/app', 'set_app', byConfirmed(toApp)),
  post('/auth/app/remove', 'remove_app', byConfirmed(toRemoveApp)),
  post('/auth/recovery-codes', 'make_recovery_codes', byConfirmed(toCodes)),
  post('/auth/passkeys/begin', 'begin_new_passkey', byConfirmed(toBeginPasskey)),
  post('/auth/passkeys', 'make_passkey', byConfirmed(toPasskey)),
  post('/auth/passkeys/remove', 'remove_passkey', byConfirmed(toRemovePasskey)),
];

function post(path: string, operation: string, respond: SignInRoute['respond']): SignInRoute {
  return { method: 'POST', path, operation, respond };
}

async function toList(context: RequestContext, { session: { userId } }: OwnSession): Outcome {
  const { signIns } = context.edge.deps.signIn;
  const [app, passkeys] = await Promise.all([
    signIns.findSecondFactor(userId),
    signIns.listPasskeys(userId),
  ]);
  return ok({
    app:
      app === null
        ? null
        : { set_at: formatInstant(app.setAtMs), recovery_codes_left: app.recoveryCodesLeft },
    passkeys: passkeys.map(passkeyToWire),
  });
}

async function toBeginApp(context: RequestContext, { session }: OwnSession): Outcome {
  const { host } = new URL(context.edge.deps.baseUrl);
  const command = { userId: session.userId, place: host };
  return ok(await beginApp(context.edge.deps.signIn, command));
}

async function toApp(context: RequestContext, { session }: OwnSession, body: Body): Outcome {
  const secret = textOf(body, 'secret');
  const code = textOf(body, 'code');
  if (secret === null) return missing('secret');
  if (code === null) return missing('code');
  const command = { session, secret, code, visitor: visitorOf(context) };
  const done = await finishApp(context.edge.deps.signIn, command);
  if (done.ok) {
    context.edge.principals.clear();
    return ok({ recovery_codes: done.value });
  }
  if (done.rejection === 'secret_unusable')
    return refuse('invalid_request', 'It took too long; begin to set up the app again.');
  const detail = 'This is not the code that the app shows now. Is the clock of the device right?';
  return refuseFields([{ pointer: '#/code', detail }]);
}

async function toRemoveApp(context: RequestContext, own: OwnSession): Outcome {
  const { userId } = own.session;
  const removed = await removeApp(context.edge.deps.signIn, {
    userId,
    actor: actorOf(context, own),
  });
  return removed.ok ? NO_CONTENT : refuse('not_found', 'There is no app.');
}

async function toCodes(context: RequestContext, { session }: OwnSession): Outcome {
  const command = { session, visitor: visitorOf(context) };
  const codes = await makeRecoveryCodes(context.edge.deps.signIn, command);
  return codes === null
    ? refuse('not_found', 'There is no app whose codes they could be.')
    : ok({ recovery_codes: codes });
}

async function toBeginPasskey(context: RequestContext, { session }: OwnSession): Outcome {
  const place = placeOf(context);
  if ('kind' in place) return place;
  return ok(await beginPasskey(context.edge.deps.signIn, { userId: session.userId, place }));
}

async function toPasskey(context: RequestContext, { session }: OwnSession, body: Body): Outcome {
  const name = nameOf(body, 'name');
  if (name === null) return missing('name');
  const place = placeOf(context);
  if ('kind' in place) return place;
  const visitor = visitorOf(context);
  const command = { session, place, name, response: body['response'], visitor };
  const made = await finishPasskey(context.edge.deps.signIn, command);
  if (made.ok) return ok(passkeyToWire(made.value));
  const detail =
    made.rejection === 'too_many_passkeys'
      ? `At most ${LIMITS.passkeysPerUserMax} passkeys may exist, each once; remove one first.`
      : 'The passkey does not hold, or it took too long; try again.';
  return refuse('invalid_request', detail);
}

async function toRemovePasskey(
  context: RequestContext,
  { session }: OwnSession,
  body: Body,
): Outcome {
  const passkeyId = textOf(body, 'passkey_id');
  if (passkeyId === null) return missing('passkey_id');
  const command = { session, passkeyId, visitor: visitorOf(context) };
  const removed = await removePasskey(context.edge.deps.signIn, command);
  return removed.ok ? NO_CONTENT : refuse('not_found', 'There is no such passkey of yours.');
}

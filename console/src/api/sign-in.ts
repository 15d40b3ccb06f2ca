// Sign-in, and changes of it: beside the API, which programs have keys for.

import { queryOptions } from '@tanstack/react-query';
import { RefusalError, request } from './request.ts';
import type { CodeNeeded, Factors, PasskeyRow, SessionRow, SignedIn } from './wire.ts';
import { ENTRY } from '../words/entry.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['session', 'all'],
  queryFn: ({ signal }) =>
    request<{ readonly data: readonly SessionRow[] }>('GET', '/auth/sessions', undefined, signal),
});

export const factorsQuery = queryOptions({
  queryKey: ['session', 'factors'],
  queryFn: ({ signal }) => request<Factors>('GET', '/auth/factors', undefined, signal),
});

export type SignInOutcome = SignedIn | CodeNeeded;

export const signIn = {
  byPassword: (userName: string, password: string) =>
    request<SignInOutcome>('POST', '/auth/sign-in', { user_name: userName, password }),
  byLink: (link: string) => request<SignInOutcome>('POST', '/auth/link', { link }),
  byCode: (ticket: string, code: string) =>
    request<SignedIn>('POST', '/auth/code', { ticket, code }),
  /** Asks the browser for a passkey of this host. */
  async byPasskey(): Promise<SignedIn> {
    const [{ startAuthentication }, optionsJSON] = await Promise.all([
      import('@simplewebauthn/browser'),
      request<never>('POST', '/auth/passkey/begin', {}),
    ]);
    const response = await startAuthentication({ optionsJSON }).catch(explainBrowser);
    return request<SignedIn>('POST', '/auth/passkey', { response });
  },
};

export const ownAccess = {
  confirm: (secret: string) => request<SignedIn>('POST', '/auth/confirm', { secret }),
  setPassword: (password: string, formerPassword: string) =>
    request<SignedIn>('POST', '/auth/password', { password, former_password: formerPassword }),
  endSession: (sessionId: string) =>
    request('POST', '/auth/sessions/end', { session_id: sessionId }),
  endOtherSessions: () => request('POST', '/auth/sessions/end-others', {}),
  beginApp: () =>
    request<{ readonly secret: string; readonly address: string }>('POST', '/auth/app/begin', {}),
  setApp: (secret: string, code: string) =>
    request<{ readonly recovery_codes: readonly string[] }>('POST', '/auth/app', { secret, code }),
  removeApp: () => request('POST', '/auth/app/remove', {}),
  newRecoveryCodes: () =>
    request<{ readonly recovery_codes: readonly string[] }>('POST', '/auth/recovery-codes', {}),
  async makePasskey(name: string): Promise<PasskeyRow> {
    const [{ startRegistration }, optionsJSON] = await Promise.all([
      import('@simplewebauthn/browser'),
      request<never>('POST', '/auth/passkeys/begin', {}),
    ]);
    const response = await startRegistration({ optionsJSON }).catch(explainBrowser);
    return request<PasskeyRow>('POST', '/auth/passkeys', { name, response });
  },
  removePasskey: (passkeyId: string) =>
    request('POST', '/auth/passkeys/remove', { passkey_id: passkeyId }),
  linkFor: (userName: string) =>
    request<{ readonly link: string; readonly expires_at: string }>('POST', '/auth/sign-in-link', {
      user_name: userName,
    }),
};

/** What the browser says of passkeys is for programmers. */
function explainBrowser(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const text = BROWSER_ERRORS[name] ?? ENTRY.theBrowserCouldNot;
  throw new RefusalError(400, name, text, null);
}

const BROWSER_ERRORS: { readonly [name: string]: string } = {
  InvalidStateError: ENTRY.thisDeviceHasA,
  NotAllowedError: ENTRY.nothingWasDoneThe,
  AbortError: ENTRY.nothingWasDoneThe,
};

/** Whether this browser can have passkeys here: they need a name in the address, and TLS. */
export function hasPasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isNumber;
}

// Passkeys by the WebAuthn standard. The library reads and checks what browsers send; it is loaded
// when the first passkey is made or used, because few need it and it is large.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { IsOurChallenge, Passkeys } from '#ports/world/passkeys.ts';

const RELYING_PARTY = 'Tidemill';

/** Passkeys of the library; a response that it refuses gives null. */
export function webauthnPasskeys(): Passkeys {
  const load = loadedOnce();
  return {
    async creationOptions({ host }, challenge, { userId, userName, credentialIds }) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: RELYING_PARTY,
        rpID: host,
        userName,
        userID: bytesOf(userId),
        challenge: bytesOf(challenge),
        // Which maker a device is of says nothing about who holds it.
        attestationType: 'none',
        excludeCredentials: credentialIds.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    async readCreation({ origin, host }, response, isOurs) {
      const { verifyRegistrationResponse } = await load();
      const read = await holding(isOurs, (expectedChallenge) =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: host,
          requireUserVerification: true,
        }),
      );
      if (read?.verified !== true) return null;
      const { id, publicKey, counter, transports } = read.registrationInfo.credential;
      const known = (transports ?? []).filter((name) => TRANSPORTS.has(name));
      return { credentialId: id, publicKey, useCount: counter, transports: known };
    },
    async requestOptions({ host }, challenge) {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID: host,
        challenge: bytesOf(challenge),
        userVerification: 'required',
      });
    },
    credentialOf(response) {
      if (typeof response !== 'object' || response === null || !('id' in response)) return null;
      return typeof response.id === 'string' ? response.id : null;
    },
    async readUse({ origin, host }, response, { credentialId, publicKey }, isOurs) {
      const { verifyAuthenticationResponse } = await load();
      const read = await holding(isOurs, (expectedChallenge) =>
        verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: host,
          // Whether it counts on from before is judged where the count is stored.
          credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
          requireUserVerification: true,
        }),
      );
      return read?.verified === true ? read.authenticationInfo.newCounter : null;
    },
  };
}

const TRANSPORTS: ReadonlySet<string> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'utf8'));
}

function loadedOnce() {
  const load = () => import('@simplewebauthn/server');
  let library: ReturnType<typeof load> | null = null;
  return () => (library ??= load());
}

/**
 * Null where the response does not hold: the library throws at whatever is wrong with it. A failed
 * look-up of the challenge goes on as what it is.
 */
async function holding<Read>(
  isOurs: IsOurChallenge,
  read: (expectedChallenge: IsOurChallenge) => Promise<Read>,
): Promise<Read | null> {
  let failure: { readonly error: unknown } | null = null;
  try {
    return await read(async (challenge) => {
      // Our challenges are texts; browsers send the base64url of their bytes.
      const text = Buffer.from(challenge, 'base64url').toString('utf8');
      try {
        return await isOurs(text);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch {
    rethrow(failure);
    return null;
  }
}

function rethrow(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

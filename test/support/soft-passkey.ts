// A device with one passkey, in software: makes it and uses it as WebAuthn has it, or wrongly where
// a test wants that.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export type SoftPasskey = {
  /** Responds to `creationOptions`. */
  make(options: Record<string, unknown>, changes?: Changes): object;
  /** Responds to `requestOptions`. */
  use(options: Record<string, unknown>, changes?: Changes): object;
};

export type Changes = {
  /** Of the page; that of the tests unless given. */
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  /** How often it says that it was used. */
  readonly useCount?: number;
};

export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const rest = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  const common = { type: 'public-key', clientExtensionResults: {} };
  return {
    make(options, changes = {}) {
      const attested = [Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(publicKey)];
      const authData = Buffer.concat([
        authenticatorData(origin, changes, HAS_CREDENTIAL),
        ...attested,
      ]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', origin, options, changes).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'a new kind'],
      };
      return { ...rest, ...common, response };
    },
    use(options, changes = {}) {
      const authData = authenticatorData(origin, changes, 0);
      const data = clientData('webauthn.get', origin, options, changes);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { ...rest, ...common, response };
    },
  };
}

function clientData(
  type: string,
  origin: string,
  options: Record<string, unknown>,
  changes: Changes,
): Buffer {
  const challenge = changes.challenge ?? String(options['challenge']);
  return Buffer.from(JSON.stringify({ type, challenge, origin: changes.origin ?? origin }));
}

function authenticatorData(origin: string, changes: Changes, flags: number): Buffer {
  const host = changes.host ?? new URL(origin).hostname;
  const verified = changes.isVerified === false ? 0 : USER_VERIFIED;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(changes.useCount ?? 0);
  const hash = createHash('sha256').update(host).digest();
  return Buffer.concat([hash, Buffer.of(flags | USER_PRESENT | verified), count]);
}

/** ES256, as COSE has it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [cborOne, cborThree] = [Buffer.of(1), Buffer.of(3)];
  return cborMap([
    [cborOne, Buffer.of(2)],
    [cborThree, Buffer.of(0x26)],
    [Buffer.of(0x20), Buffer.of(1)],
    [Buffer.of(0x21), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.of(0x22), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.of(0xa0 + pairs.length), ...pairs.flat()]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x58, bytes.length), bytes]);
}

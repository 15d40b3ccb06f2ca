// Second factors of sign-in: the secret of an authenticator app, recovery codes, and passkeys; and
// tickets, which carry a sign-in or a change from one request to the next. All calls throw
// Failure('unavailable') when the store cannot be reached.

import type { SignInMeans } from '#ports/stores/sign-in-store.ts';

/** Of an authenticator app. */
export type SecondFactor = {
  readonly userId: string;
  /** Sealed for the user's id. */
  readonly sealedSecret: Uint8Array;
  readonly setAtMs: number;
  readonly recoveryCodesLeft: number;
};

export type NewSecondFactor = Omit<SecondFactor, 'recoveryCodesLeft'> & {
  /** Whose code proved that the app has the secret; it is used up. */
  readonly step: number;
  /** SHA-256 of each. */
  readonly recoveryHashes: readonly Uint8Array[];
};

export type Passkey = {
  readonly passkeyId: string;
  readonly userId: string;
  readonly name: string;
  /** As browsers name it: base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  /** How often it was used, as far as it says; 0: it does not. */
  readonly useCount: number;
  readonly transports: readonly string[];
  /** The name of the host for which it was made, and nowhere else does it work. */
  readonly host: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
};

export const TICKET_PURPOSES = [
  /** A password or a link was right, and a code is missing. */
  'code',
  /** An app is being set up; the secret is the app's. */
  'app',
  /** Somebody, who is not known yet, signs in by a passkey; the secret is the challenge. */
  'passkey',
  /** A passkey is being made; the secret is the challenge. */
  'new_passkey',
] as const;
export type TicketPurpose = (typeof TICKET_PURPOSES)[number];

export type Ticket = {
  readonly purpose: TicketPurpose;
  /** Null: nobody is known yet. */
  readonly userId: string | null;
  /** By what the sign-in began, where it goes on. */
  readonly signedInBy: SignInMeans | null;
  readonly expiresAtMs: number;
};

export type SecondFactorStore = {
  findSecondFactor(userId: string): Promise<SecondFactor | null>;
  /** In place of any before it. */
  setSecondFactor(factor: NewSecondFactor): Promise<void>;
  /** False when there is none. */
  removeSecondFactor(userId: string): Promise<boolean>;
  /** In place of those before; without an app there are none. */
  setRecoveryCodes(userId: string, hashes: readonly Uint8Array[]): Promise<void>;
  /** Uses up the code of the step, and all before it; false: it was used up already. */
  takeCodeStep(userId: string, step: number): Promise<boolean>;
  /** Uses up the recovery code; false: there is no such. */
  takeRecoveryCode(userId: string, hash: Uint8Array): Promise<boolean>;
  /** False when the user has as many as may be, or it is another's. */
  insertPasskey(passkey: Passkey, passkeysMax: number): Promise<boolean>;
  /** Oldest first. */
  listPasskeys(userId: string): Promise<readonly Passkey[]>;
  findPasskey(credentialId: string): Promise<Passkey | null>;
  /**
   * False when it has counted as many uses before, and counts at all: somebody has a copy of it.
   */
  notePasskeyUse(passkeyId: string, useCount: number, usedAtMs: number): Promise<boolean>;
  /** False when the user has no such passkey. */
  removePasskey(userId: string, passkeyId: string): Promise<boolean>;
  insertTicket(ticket: Ticket, secretHash: Uint8Array): Promise<void>;
  /** Null when there is none of this purpose, or it is too old. */
  findTicket(purpose: TicketPurpose, secretHash: Uint8Array, nowMs: number): Promise<Ticket | null>;
  /** The same, and uses it up: of many who ask at once, one gets it. */
  takeTicket(purpose: TicketPurpose, secretHash: Uint8Array, nowMs: number): Promise<Ticket | null>;
};

// Credentials of a real exchange: as a person gives them, and sealed. Whoever has the public key
// can seal; only who holds the private key can open.

export type VenueCredentials = {
  readonly apiKey: string;
  readonly secret: string;
  /** Where the venue has one. */
  readonly passphrase: string | null;
};

/** What the parts of a venue's credentials are, in the words of its own pages. */
export type CredentialForm = {
  readonly apiKey: string;
  readonly secret: string;
  /** Null: there is none. */
  readonly passphrase: string | null;
  /** What it needs there, in the words of the exchange: the end of a sentence without its point. */
  readonly rights: string;
  /** A sentence, where they are not made as everywhere. */
  readonly advice: string | null;
};

type PlainForm = Omit<CredentialForm, 'rights'>;

/** What most venues have. */
export const KEY_AND_SECRET: PlainForm = {
  apiKey: 'API key',
  secret: 'API secret',
  passphrase: null,
  advice: null,
};
export const KEY_WITH_PASSPHRASE: PlainForm = {
  ...KEY_AND_SECRET,
  passphrase: 'Passphrase of the key',
};

/** What sealed credentials belong to; they open for nothing else. */
export type CredentialContext = {
  readonly accountId: string;
  /** Counts the credentials of the account, from 1. */
  readonly version: number;
};

/** As they travel and as they are stored. */
export type SealedCredentials = {
  readonly version: number;
  /** Base64. */
  readonly sealed: string;
};

export type CredentialSealer = {
  /** Names the key pair. */
  readonly keyId: string;
  /** Twice the same never looks alike. */
  seal(credentials: VenueCredentials, context: CredentialContext): string;
};

export type CredentialOpener = {
  /** The pair whose public key is to be used from now on. */
  readonly keyId: string;
  /** All pairs that it opens for. */
  readonly keyIds: readonly string[];
  /** Null when it was altered, sealed for another context, or to a key that we do not have. */
  open(sealed: string, context: CredentialContext): VenueCredentials | null;
};

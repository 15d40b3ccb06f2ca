// Passkeys as a port: what a browser is asked, and whether what it responded holds. Requests and
// responses are JSON as browsers know it, which services pass through.

/** The page that asks: a passkey works for the host that it was made for, and nowhere else. */
export type PasskeyPlace = { readonly origin: string; readonly host: string };

export type MadePasskey = {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly useCount: number;
  readonly transports: readonly string[];
};

export type PasskeyOwner = {
  readonly userId: string;
  readonly userName: string;
  /** Of the passkeys that the user has: no device makes a second one. */
  readonly credentialIds: readonly string[];
};

/** Whether the challenge is one of ours; asked once for each response. */
export type IsOurChallenge = (challenge: string) => Promise<boolean>;

export type Passkeys = {
  creationOptions(place: PasskeyPlace, challenge: string, owner: PasskeyOwner): Promise<object>;
  /** Null when the response does not hold. */
  readCreation(
    place: PasskeyPlace,
    response: unknown,
    isOurs: IsOurChallenge,
  ): Promise<MadePasskey | null>;
  requestOptions(place: PasskeyPlace, challenge: string): Promise<object>;
  /** The passkey that a response names, whether it holds or not; null: it names none. */
  credentialOf(response: unknown): string | null;
  /** How often it says that it was used; null when the response does not hold. */
  readUse(
    place: PasskeyPlace,
    response: unknown,
    passkey: { readonly credentialId: string; readonly publicKey: Uint8Array },
    isOurs: IsOurChallenge,
  ): Promise<number | null>;
};

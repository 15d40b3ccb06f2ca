// Port between a dialect and its venue: calls as data, and outcomes that say what became of them. A
// dialect knows nothing below this.

/** Who goes first when requests wait for the budget of an address: the first overtakes the rest. */
export type VenueLane = 'cancel' | 'order' | 'lookup' | 'fills' | 'candles';

/**
 * A word of a request; lists and groups only where it is sent as JSON. Whole numbers that no double
 * holds are bigints.
 */
export type CallValue =
  | string
  | number
  | bigint
  | boolean
  | readonly CallValue[]
  | { readonly [name: string]: CallValue };

export type VenueCall = {
  readonly access: 'public' | 'private';
  /**
   * A section of ccxt's endpoint table of that venue: `public`, `private`, `fapiPrivate`; one of
   * several levels has a point between them.
   */
  readonly section: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the endpoint table has it: `order`, `v5/order/create`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, CallValue>>;
  readonly lane: VenueLane;
  /** In units of the venue. */
  readonly cost: number;
  /** In place of what the signing library has under these names; no part of what is signed. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameters are the only item of a list, where they are sent as JSON. */
  readonly isList?: true;
  /** A header, beside the signature, with the instant from which the venue discards the request. */
  readonly expiryHeader?: string;
  /** The same as a parameter, an instant as text. */
  readonly expiryParameter?: string;
  /** The same by the token that signs the request: others have tokens that last. */
  readonly expiresByToken?: true;
  /**
   * The venue takes numbers of requests of a key that rise, in microseconds here. Such calls of a
   * key are sent one after another, because they might overtake one another.
   */
  readonly isNumbered?: true;
  /** The parameters are an action, which is signed as a whole, with a number and an end. */
  readonly isAction?: true;
  /** Whose address is sent beside the parameters: the account's, or that of the key that signs. */
  readonly userIs?: 'account' | 'signer';
};

export type VenueCredentials = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string | null;
};

export type SendBy = () => number;

/** How a call ended. A value: `send` throws only for defects of ours. */
export type WireOutcome = WireReply | WireNotSent | WireNoReply;

export type WireReply = {
  readonly kind: 'reply';
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly receivedAtMs: number;
};

/** Certainly no byte of it left. */
export type WireNotSent = {
  readonly kind: 'not_sent';
  readonly cause: NotSentCause;
  readonly retryAfterMs: number | null;
};

export type NotSentCause =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'deadline'
  | 'budget'
  | 'clock'
  /** Nothing can be signed with these credentials. */
  | 'credentials'
  /** The package that signs is not installed. */
  | 'library'
  /** This process may not send for the account any more. */
  | 'lease';

/** It may have been carried out. */
export type WireNoReply = {
  readonly kind: 'no_reply';
  readonly cause: 'timeout' | 'reset' | 'truncated' | 'too_large';
};

export type VenueWire = {
  /**
   * Sends once, never again by itself. `deadlineMs` bounds everything from now on, the wait for
   * the budget included; it is cut to ten seconds. `sendByMs` is called right before the first byte
   * would be written, and nothing is from that instant of `performance.now()` on.
   */
  send(
    call: VenueCall,
    credentials: VenueCredentials | null,
    deadlineMs: number,
    sendByMs?: SendBy,
  ): Promise<WireOutcome>;
  /** Rejects with a Failure when the connection cannot be opened. */
  openStream(
    address: string,
    onFrame: (text: string) => void,
    signal: AbortSignal,
  ): Promise<VenueStream>;
};

export type VenueStream = {
  send(text: string): void;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
};

// Sealing what must not be readable in the database, under a master key that is not in it.

export type Secrets = {
  /** Tells one master key from another, and says nothing else about it. */
  readonly fingerprint: string;
  /**
   * Seals bytes for one context, such as the id of what they belong to; twice alike never looks
   * alike.
   */
  seal(plain: Uint8Array, context: string): Uint8Array;
  /** Null when it was altered, sealed for another context, or under a key that we do not have. */
  open(sealed: Uint8Array, context: string): Uint8Array | null;
  /** A key of 32 bytes for one purpose; the same as long as the master key is. */
  deriveKey(purpose: string): Uint8Array;
};

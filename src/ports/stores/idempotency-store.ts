// Idempotency records: the claim of a request, and its outcome.
// All calls throw Failure('unavailable') when the store cannot be reached.

/**
 * The claim under which an idempotent request is carried out. An effect that is given it insists
 * on it: it throws Failure (`conflict`) and is undone when another try has taken the request over.
 */
export type HeldClaim = { readonly recordId: string; readonly ownerId: string };

/**
 * An idempotent request's place to put its outcome; written in the same transaction as the effect.
 */
export type Completion = HeldClaim & {
  /** Opaque to services and store: what the edge will replay. */
  readonly outcome: Uint8Array;
};

export type IdempotencyClaim =
  | { readonly kind: 'claimed'; readonly recordId: string; readonly isTakeover: boolean }
  | { readonly kind: 'completed'; readonly recordId: string; readonly outcome: Uint8Array }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'reused' };

/** Names a claim also while its record is not known, because the response to it was lost. */
export type ClaimName = {
  readonly claimantId: string;
  readonly idempotencyKey: string;
  readonly ownerId: string;
};

export type IdempotencyStore = {
  /**
   * Claims (claimantId, idempotencyKey) for `ownerId` until `nowMs + lockMs`. A record whose lock
   * ran out is taken over with its old `recordId`; one older than `keepMs` counts as absent.
   * `recordId` is used only when a new record is made.
   */
  claim(request: {
    /** Whose Idempotency-Keys are distinguished from those of others: a user, or a part of one. */
    readonly claimantId: string;
    readonly idempotencyKey: string;
    readonly fingerprint: Uint8Array;
    readonly recordId: string;
    readonly ownerId: string;
    readonly nowMs: number;
    readonly lockMs: number;
    readonly keepMs: number;
  }): Promise<IdempotencyClaim>;
  /**
   * Stores an outcome that has no other effect. False when `ownerId` no longer holds the record.
   */
  complete(completion: Completion): Promise<boolean>;
  /**
   * Gives the claim back without an outcome, so that the same key may be tried again at once. Does
   * nothing when `ownerId` does not hold it, so it may be repeated.
   */
  release(claim: ClaimName): Promise<void>;
  /**
   * Gives every claim without an outcome back, for the only server of a store at its start: whoever
   * held them is gone. Returns how many.
   */
  releaseAll(): Promise<number>;
  /** Keeps the lock of a long request alive. False when no longer held. */
  renew(recordId: string, ownerId: string, lockedUntilMs: number): Promise<boolean>;
  /** Deletes at most `limit` records that began before `beforeMs`; returns how many. */
  purge(beforeMs: number, limit: number): Promise<number>;
};

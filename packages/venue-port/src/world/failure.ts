// Failures of the world. Adapters throw these two and nothing else; services let them pass; the
// edge responds to them.

export const FAILURE_CODES = [
  /** It cannot be reached or said that it cannot serve now. Nothing was done. */
  'unavailable',
  /** No response in time to a request that changes nothing. */
  'timeout',
  /** It asked us to slow down. Nothing was done. */
  'rate_limited',
  /** Someone else changed the same thing first. Nothing was done. */
  'conflict',
  /** It sent something that we cannot read. */
  'corrupt_reply',
  /** It does not accept our credentials. */
  'unauthorized',
  /** It does not serve the region that we call from. Nothing was done. */
  'region_blocked',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The world did not respond as it should, and nothing was changed by the request. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** The code of the exchange that failed; null: something else did, or it is not known. */
  readonly exchange: string | null;
  /** Null: not the store. Of the store it is no verdict about what was to be read or written. */
  readonly source: 'store' | null;
  /** A statement or the schema is at fault: it may not pass by itself, and is logged so. */
  readonly isDefect: boolean;
  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options);
    this.code = code;
    this.exchange = options.exchange ?? null;
    this.source = options.source ?? null;
    this.isDefect = options.isDefect ?? false;
  }
}

type FailureOptions = ErrorOptions & {
  readonly exchange?: string;
  readonly source?: 'store' | undefined;
  readonly isDefect?: boolean;
};

/**
 * The request may or may not have been carried out. Never repeat it blindly: ask what became of it.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  /** Whose response was lost. */
  readonly source: OutcomeSource;
  constructor(message: string, options: OutcomeOptions = {}) {
    super(message, options);
    this.source = options.source ?? 'venue';
  }
}

export type OutcomeSource = 'venue' | 'store';
type OutcomeOptions = ErrorOptions & { readonly source?: OutcomeSource };

/**
 * Whether what several calls ended with, made as one, may be the fault of one of them: a conflict,
 * or our own mistake. Nothing was done then, and each may be made alone.
 */
export function mayBeOfOne(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return false;
  return error instanceof Failure ? error.code === 'conflict' || error.isDefect : true;
}

/** Recognises a failure of the store, after which the same is tried again. */
export function isOfStore(error: unknown): boolean {
  return error instanceof Failure && error.source === 'store';
}

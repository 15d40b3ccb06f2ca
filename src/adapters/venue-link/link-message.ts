// The lines that pass between a venue process and the processes that trade through it: one JSON
// value each. JSON has no bigints, so decimal numbers travel as `{"$units": "…"}`.

import type { MarketTag } from '#venue-port/market/market.ts';
import type {
  AccountNews,
  Exchange,
  UnreadableListRow,
  VenueAccount,
  VenueHealth,
} from '#venue-port/exchange/exchange.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';

/**
 * The calls of an exchange that a link carries, each with whether it acts at the venue. Those of an
 * account begin with it.
 */
export const LINK_METHODS = {
  listMarkets: 'reads',
  fetchPrice: 'reads',
  fetchBestPrices: 'reads',
  fetchCandles: 'reads',
  fetchFundingRates: 'reads',
  fetchBalances: 'reads',
  fetchPositions: 'reads',
  fetchOpenOrders: 'reads',
  fetchOrder: 'reads',
  fetchFills: 'reads',
  fetchOrderFills: 'reads',
  fetchMarginEvents: 'reads',
  checkCredentials: 'reads',
  placeOrder: 'acts',
  cancelOrder: 'acts',
} as const satisfies { readonly [method in keyof Exchange]?: 'reads' | 'acts' };
export type LinkMethod = keyof typeof LINK_METHODS;

const PUBLIC_METHODS: ReadonlySet<LinkMethod> = new Set([
  'listMarkets',
  'fetchPrice',
  'fetchBestPrices',
  'fetchCandles',
  'fetchFundingRates',
]);

/** Null for a call that concerns no account. Throws for one that should and does not. */
export function accountOfCall(method: LinkMethod, [account]: readonly unknown[]): string | null {
  if (PUBLIC_METHODS.has(method)) return null;
  const accountId =
    typeof account === 'object' && account !== null && 'accountId' in account
      ? account.accountId
      : null;
  if (typeof accountId === 'string') return accountId;
  throw new TypeError(`"${method}" is called without an account`);
}

export type LinkRequest =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly exchange: string;
      readonly method: LinkMethod;
      readonly values: readonly unknown[];
      /**
       * By the clock of the status lines. A venue process that was frozen must not begin what its
       * caller has given up.
       */
      readonly beginByMs: number;
      /** The `traceparent` of the call; absent: it is not traced. */
      readonly trace?: string;
    }
  | {
      readonly kind: 'watch';
      readonly id: number;
      readonly exchange: string;
      readonly account: VenueAccount;
    }
  /** Live minutes of a market. */
  | {
      readonly kind: 'follow';
      readonly id: number;
      readonly exchange: string;
      readonly marketTag: MarketTag;
    }
  /** Ends either. */
  | { readonly kind: 'unwatch'; readonly id: number };

export type ExchangeStatus = {
  readonly code: string;
  readonly health: VenueHealth;
  readonly clockSkewMs: number | null;
  readonly unreadableRows: readonly UnreadableListRow[];
  /** When its markets were listed last; null: not since the venue process started. */
  readonly marketsAsOfMs: number | null;
};

export type LinkReply =
  /** The first line of a connection, and one each `statusEveryMs`: a silent link is a dead one. */
  | {
      readonly kind: 'status';
      /** By a clock of the venue process that nobody sets. */
      readonly nowMs: number;
      readonly exchanges: readonly ExchangeStatus[];
    }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly id: number; readonly thrown: LinkError }
  | { readonly kind: 'news'; readonly id: number; readonly news: AccountNews | FeedNews };

/** What a call threw. A defect's text stays in the process that it is a defect of. */
export type LinkError =
  | {
      readonly kind: 'failure';
      readonly code: FailureCode;
      readonly message: string;
      /** Absent: not the store of the venue process. */
      readonly source?: 'store' | undefined;
    }
  | { readonly kind: 'outcome_unknown'; readonly message: string }
  /** This process does not trade the account. */
  | { readonly kind: 'not_holder' }
  | { readonly kind: 'defect' };

/** No venue process has begun with the call: another one may carry it out. */
export class NotDelivered extends Failure {
  constructor(reason: string) {
    super('unavailable', `${reason}: nothing was sent`);
  }
}

/** The venue process that was called does not trade the account. */
export class NotHolder extends NotDelivered {
  constructor() {
    super('this venue process does not trade the account');
  }
}

/** Line of a message, with its end. */
export function encodeLine(message: LinkRequest | LinkReply): string {
  return `${textOf(message)}\n`;
}

/** One line, which `decodeLine` reads. */
export function textOf(value: object): string {
  return JSON.stringify(value, writeBigint);
}

/** Throws SyntaxError. The shape of what is read is the other side's promise. */
export function decodeLine(line: string): unknown {
  return JSON.parse(line, readBigint);
}

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $units: value.toString() } : value;
}

function readBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$units' in value)) return value;
  return BigInt(String(value.$units));
}

/** Error as it crosses the link; defects lose their message. */
export function errorToLink(error: unknown): LinkError {
  if (error instanceof NotHolder) return { kind: 'not_holder' };
  if (error instanceof Failure) {
    const { code, message, source } = error;
    return { kind: 'failure', code, message, ...(source === null ? {} : { source }) };
  }
  if (error instanceof OutcomeUnknown) return { kind: 'outcome_unknown', message: error.message };
  return { kind: 'defect' };
}

/** After a defect an order may have been sent. */
export function errorFromLink(thrown: LinkError, acts: boolean): Failure | OutcomeUnknown {
  if (thrown.kind === 'failure') {
    return new Failure(thrown.code, thrown.message, { source: thrown.source });
  }
  if (thrown.kind === 'not_holder') return new NotHolder();
  if (thrown.kind === 'outcome_unknown') return new OutcomeUnknown(thrown.message);
  const message = 'the venue process failed on this call';
  return acts ? new OutcomeUnknown(message) : new Failure('unavailable', message);
}

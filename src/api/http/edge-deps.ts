// Dependencies of the HTTP edge, given at start: ports, services' needs, settings and keys.

import type { RequestShare } from '#api/http/callers/request-shares.ts';
import type { AddressRange } from '#domain/access/address-range.ts';
import type { RequestPorts } from '#services/access/request-ports.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';
import type { RateTier } from '#api/http/operation.ts';
import type { ServiceDeps } from '#api/http/service-deps.ts';

export type TierBudget = { readonly requests: number; readonly windowMs: number };
export type TierBudgets = { readonly [tier in RateTier]: TierBudget };

/** The published limits. */
export const PUBLISHED_BUDGETS: TierBudgets = {
  reads: { requests: 120, windowMs: 60_000 },
  writes: { requests: 60, windowMs: 60_000 },
  trading: { requests: 60, windowMs: 60_000 },
  expensive: { requests: 20, windowMs: 3_600_000 },
};

/** How many keys' worth of each budget the keys of one user have together. */
export type TenantBudgets = { readonly users: number; readonly partners: number };

/** What tenants have where nothing else is set. */
export const DEFAULT_SHARES = {
  tenantBudgets: { users: 5, partners: 50 },
  requestShare: { atOnceMax: 8, waitingMax: 32 },
  unknownCallers: { requests: 60, windowMs: 60_000 },
} as const satisfies Pick<EdgeDeps, 'tenantBudgets' | 'requestShare' | 'unknownCallers'>;

export type EdgeDeps = {
  readonly ports: RequestPorts;
  /** The same store by connections that ordinary requests do not use. */
  readonly reserved: Pick<RequestPorts, 'keys' | 'idempotency'>;
  readonly services: ServiceDeps;
  readonly signIn: SignInDeps;
  /** Where clients reach the API; no slash at the end. */
  readonly baseUrl: string;
  /** Names under which clients reach it beside that, in lower case. */
  readonly hostNames: readonly string[];
  /** Where the pages of errors are found; usually equal to `baseUrl`. No slash at the end. */
  readonly docsUrl: string;
  readonly budgets: TierBudgets;
  readonly tenantBudgets: TenantBudgets;
  readonly requestShare: RequestShare;
  /** Whether the process or its database is behind with what it has: then less is taken on. */
  isLate(): boolean;
  /** Requests without a usable key, of each address. */
  readonly unknownCallers: TierBudget;
  /**
   * Runs a user's request so that what is urgent, the background and the requests of other users
   * find a connection, and the thread, beside it.
   */
  giveWay<T>(this: void, userId: string, work: () => Promise<T>): Promise<T>;
  /** Proxies that are believed whom they were asked by. */
  readonly trustedProxies: readonly AddressRange[];
  /** 32 bytes that seal cursors; the same in every process of the installation. */
  readonly cursorKey: Uint8Array;
  /** A UUID for each request. */
  newRequestId(): string;
  /**
   * Whether a change of keys, users or plans made in any process would lead to `forgetPrincipals`
   * now. While it would not, the store is queried for each request's key.
   */
  hearsChanges(): boolean;
  /** Whether requests can be served: database reachable, migrations done. */
  isReady(): Promise<boolean>;
  /** Figures of other parts for /metrics. */
  figures(): readonly Figure[];
};

// Leases of accounts at real exchanges: the process that trades each. Accounts are spread over
// shards, and a process holds a shard by a lease that it renews. All throw Failure; writes may
// throw OutcomeUnknown.

import { addText, digestNumber, newDigest } from '#lib/digest.ts';

export const ACCOUNT_SHARDS_COUNT = 64;

/** The shard of an account, also of one that is not stored yet. */
export function shardOfAccount(accountId: string): number {
  const digest = newDigest();
  addText(digest, accountId);
  return digestNumber(digest) % ACCOUNT_SHARDS_COUNT;
}

/** `token` grows with every change of hands. */
export type AccountLease = { readonly shard: number; readonly token: number };

/** Where a venue process is reached from other machines. */
export type LinkEndpoint = {
  readonly host: string;
  readonly port: number;
  /** Known to the processes of the installation; new with every start. */
  readonly secret: string;
};

export type VenueProcess = {
  /** Of this process alone. */
  readonly owner: string;
  /** For processes of its own machine. */
  readonly socketPath: string;
  readonly endpoint: LinkEndpoint | null;
  /** Names the address that exchanges see: processes of one name share its request budgets. */
  readonly egress: string;
};

export type HeldAccountLeases = {
  readonly leases: readonly AccountLease[];
  /** How many shards each live process holds at most. */
  readonly shareCount: number;
  /** How many live processes have the same `egress`, this one included. */
  readonly egressSharersCount: number;
};

export type AccountRoutes = {
  /** Those that are alive. */
  readonly processes: readonly VenueProcess[];
  /** By shard: whose lease is good now. */
  readonly owners: ReadonlyMap<number, string>;
};

export type AccountLeaseStore = {
  /**
   * Notes that the process is alive, prolongs what it holds and takes free shards up to its share,
   * for `ttlMs` by the store's clock. A lease that has run out is not prolonged.
   */
  renewAccountLeases(process: VenueProcess, ttlMs: number): Promise<HeldAccountLeases>;
  /** Null: all of them, and the process is not alive any more. */
  releaseAccountLeases(owner: string, shards: readonly number[] | null): Promise<void>;
  findAccountRoutes(): Promise<AccountRoutes>;
};

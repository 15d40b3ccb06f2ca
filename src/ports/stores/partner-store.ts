// Partners and their end users as the service stores them. An end user is a tenant of its own,
// whose accounts are made with it; every question names the partner, and a foreign end user is
// treated like an unknown one.

import type { Deposit } from '#ports/exchange/simulated-venue.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { StoredCredentials } from '#ports/stores/credential-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export type Partner = {
  /** The id of its user. */
  readonly partnerId: string;
  /** Codes of the exchanges that its end users may be at, sorted. */
  readonly exchanges: readonly string[];
  /** Enabled one by one, sorted; an exchange of which none is named is enabled whole. */
  readonly marketTags: readonly string[];
  readonly createdAtMs: number;
};

/** What a partner pays, from an instant on, in the service's own form. */
export type StoredTariff = { readonly fromMs: number; readonly tariff: string };

export type EndUser = {
  readonly userId: string;
  readonly partnerId: string;
  /** The partner's own name of its customer; unique among its end users. */
  readonly externalId: string;
  readonly exchange: string;
  readonly isSimulated: boolean;
  readonly createdAtMs: number;
};

/** An end user with what its bots do. */
export type EndUserView = EndUser & {
  readonly botsCount: number;
  readonly runningBotsCount: number;
  /** When one of its bots was last made or started; null: never. */
  readonly lastActivityAtMs: number | null;
};

/** An account of an end user; with credentials where it is at a real exchange. */
export type EndUserAccount = {
  readonly account: Account;
  /** What its wallet at a simulated exchange is opened with; null at a real one. */
  readonly deposits: readonly Deposit[] | null;
  readonly credentials: StoredCredentials | null;
};

export type InsertEndUserOutcome =
  | 'inserted'
  | 'exists'
  | 'external_id_taken'
  /** One of the accounts is connected already. */
  | 'venue_account_taken';

/** Whose end users are meant: all of a partner, or one of them. */
export type EndUserReach = { readonly partnerId: string; readonly endUserId: string | null };

export type PartnerStore = EndUserStore & {
  /** False when the user is a partner already. Takes effect at once in every process. */
  insertPartner(partner: Partner): Promise<boolean>;
  findPartner(partnerId: string): Promise<Partner | null>;
  /** Sorted by id. */
  listPartners(): Promise<readonly Partner[]>;
  /** False when there is no such partner. */
  setPartnerOffer(
    partnerId: string,
    offer: Pick<Partner, 'exchanges' | 'marketTags'>,
  ): Promise<boolean>;
  /** A tariff from the same instant on is replaced. */
  insertTariff(partnerId: string, tariff: StoredTariff): Promise<void>;
  /** By instant. */
  listTariffs(partnerId: string): Promise<readonly StoredTariff[]>;
};

export type EndUserStore = {
  /**
   * Writes the end user as a tenant with its partner's plan, its accounts with their simulated
   * wallets, and the outcome of the request, in one transaction. Nothing but the outcome is written
   * for one that `exists`.
   */
  insertEndUser(
    endUser: EndUser,
    accounts: readonly EndUserAccount[],
    completion: Completion | null,
  ): Promise<InsertEndUserOutcome>;
  /** Null when unknown, deleted, or out of reach. */
  findEndUser(reach: EndUserReach, userId: string): Promise<EndUser | null>;
  findEndUserView(reach: EndUserReach, userId: string): Promise<EndUserView | null>;
  /** Sorted by id. `afterId` null: from the start. */
  listEndUsers(
    reach: EndUserReach,
    afterId: string | null,
    limit: number,
  ): Promise<readonly EndUserView[]>;
  /**
   * Stops and deletes its bots, revokes the keys that reach it alone, and forgets its credentials.
   * False when unknown, deleted, or out of reach.
   */
  deleteEndUser(reach: EndUserReach, userId: string, atMs: number): Promise<boolean>;
};

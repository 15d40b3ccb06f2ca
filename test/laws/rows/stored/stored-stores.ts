// The stores of a service over one database, and a list that one of them reads back.

import type { Jobs } from '#ports/work/jobs.ts';
import type { Database, Session } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { postgresNotificationStore } from '#adapters/postgres/stores/notification-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/stores/partner-bot-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { DamagedRow } from './damaged-columns.ts';
import type { StoredKind } from './judge-stored.ts';

/** The stores that a process reads, over one database. */
export type Stores = ReturnType<typeof storesOver>;

export type AnyJobs = Jobs<Session>;

export function storesOver(database: Database, jobs: AnyJobs) {
  return {
    ...postgresStore(database),
    webhooks: postgresWebhookStore(database),
    notifications: postgresNotificationStore(database),
    partnerBots: postgresPartnerBotStore(database),
    inbox: postgresBotInbox(database),
    history: postgresHistoryStore(database),
    labs: postgresLabStore(database, jobs),
    backtests: postgresBacktestStore(database, jobs),
  };
}

export type StoredList = {
  /** The method of the store. */
  readonly name: string;
  readonly kind: StoredKind;
  readonly row: DamagedRow;
  /** Columns that choose whose list it is, or what is in it. */
  readonly filters: readonly string[];
  /** A column without which the row is none of the list; left out: there is none such. */
  readonly chosenBy?: string;
  readonly read: (stores: Stores) => Promise<readonly unknown[]>;
};

export const NOW_MS = 1_700_000_000_000;
/** Whose rows they are, in a database that has them. */
export type Surroundings = {
  readonly database: Database;
  readonly stores: Stores;
  readonly account: Account;
  readonly userId: string;
};

export function shown(
  name: string,
  table: string,
  where: DamagedRow['where'],
  read: StoredList['read'],
  filters: readonly string[] = ['user_id'],
): StoredList {
  return { name, kind: 'shown', row: { table, where }, filters, read };
}

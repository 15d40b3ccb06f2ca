// Checks that some venue process trades the accounts at real exchanges, and is reached from here.

import { existsSync } from 'node:fs';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { postgresAccountLeases } from '#adapters/postgres/stores/account-lease-store.ts';
import type { Check } from '#cli/host.ts';
import { ok, warn } from '#main/checks/check.ts';
import type { AccountRoutes } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';

const NAME = 'venue processes';
const COUNT_ACCOUNTS: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*)::int AS count FROM account_credentials WHERE sealed IS NOT NULL',
};

/** Check of the processes that trade accounts, as the database knows them. */
export async function checkAccountHolders(database: Database): Promise<Check> {
  const [accounts] = await database.read(COUNT_ACCOUNTS, []);
  const routes = await postgresAccountLeases(database).findAccountRoutes();
  return judgeAccountHolders(accounts?.count ?? 0, routes, existsSync);
}

/** Verdict on the processes that trade accounts; `isHere` says whether a socket exists. */
export function judgeAccountHolders(
  accountsCount: number,
  { processes, owners }: AccountRoutes,
  isHere: (socketPath: string) => boolean,
): Check {
  if (accountsCount === 0 && processes.length === 0)
    return ok(NAME, 'no account at a real exchange is connected');
  const accounts = `${accountsCount} accounts at real exchanges`;
  if (processes.length === 0)
    return warn(NAME, `none trades the ${accounts}`, 'Start one: tidemill serve --venues');
  const lostCount = processes.filter(
    ({ socketPath, endpoint }) => endpoint === null && !isHere(socketPath),
  ).length;
  if (lostCount > 0) {
    const advice =
      'Set TIDEMILL_VENUE_ADDRESS on their machines: docs/operations.md, "Venue processes".';
    return warn(NAME, `${lostCount} of ${processes.length} cannot be reached from here`, advice);
  }
  const freeCount = ACCOUNT_SHARDS_COUNT - owners.size;
  if (freeCount > 0) {
    const detail = `nobody trades ${freeCount} of ${ACCOUNT_SHARDS_COUNT} shards of accounts`;
    return warn(NAME, detail, 'Accounts change hands within ten seconds: run the doctor again.');
  }
  return ok(NAME, `${processes.length} trade ${accounts}`);
}

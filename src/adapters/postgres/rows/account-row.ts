// An account as a row of the table `accounts`.

import type { MarketType } from '#venue-port/market/market.ts';
import type { Account, AccountStatus } from '#ports/stores/account-store.ts';

export type AccountRow = {
  readonly account_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly exchange: string;
  readonly market_type: MarketType;
  readonly is_simulated: boolean;
  readonly is_test_net: boolean;
  readonly status: AccountStatus;
  readonly position_mode: Account['positionMode'];
  readonly margin_mode: Account['marginMode'];
  readonly allows_bots: boolean;
  readonly created_at_ms: number;
  readonly updated_at_ms: number | null;
};

/** All columns by name: a prepared statement must not change its result when one is added. */
export const ACCOUNT_COLUMNS = [
  'account_id',
  'user_id',
  'name',
  'exchange',
  'market_type',
  'is_simulated',
  'is_test_net',
  'status',
  'position_mode',
  'margin_mode',
  'allows_bots',
  'created_at_ms',
  'updated_at_ms',
] as const satisfies readonly (keyof AccountRow)[];

/** Account of a row. */
export function accountFromRow(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    exchange: row.exchange,
    marketType: row.market_type,
    isSimulated: row.is_simulated,
    isTestNet: row.is_test_net,
    status: row.status,
    positionMode: row.position_mode,
    marginMode: row.margin_mode,
    allowsBots: row.allows_bots,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

/** Row of an account. */
export function accountToRow(account: Account): AccountRow {
  return {
    account_id: account.accountId,
    user_id: account.userId,
    name: account.name,
    exchange: account.exchange,
    market_type: account.marketType,
    is_simulated: account.isSimulated,
    is_test_net: account.isTestNet,
    status: account.status,
    position_mode: account.positionMode,
    margin_mode: account.marginMode,
    allows_bots: account.allowsBots,
    created_at_ms: account.createdAtMs,
    updated_at_ms: account.updatedAtMs,
  };
}

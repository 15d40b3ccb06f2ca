// The wire shapes of an account and of what it holds.

import Type from 'typebox';
import type { Static } from 'typebox';
import { MARKET_TYPES } from '#domain/market/market.ts';
import type { AccountPage } from '#services/accounts/list-accounts.ts';
import type { BalanceOfAccount } from '#services/accounts/get-balance.ts';
import {
  answeredDecimal,
  decimalToWire,
  flag,
  instantString,
  instantToWire,
  nullable,
  nullableDecimalToWire,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

type Account = AccountPage['accounts'][number];

const STATUSES = ['connected', 'invalid_credentials', 'disabled', 'unknown'] as const;

const AccountSchema = shape('Account', 'A wallet at an exchange, simulated or real.', {
  account_id: text('Identifier of the account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  name: text('Name for people.', 'Main'),
  exchange: text('Exchange code.', 'sim'),
  market_type: oneOf(MARKET_TYPES, 'Kind of markets it trades.'),
  is_simulated: flag('Whether it trades without real money.'),
  is_test_net: flag('Whether its exchange is a test environment.', false),
  status: oneOf(STATUSES, 'Whether the exchange accepts it.'),
  position_mode: nullable(oneOf(['one_way', 'hedge'], 'Null on spot.')),
  margin_mode: nullable(oneOf(['cross', 'isolated'], 'Null on spot.')),
  created_at: instantString('When it was connected.'),
  updated_at: nullable(instantString('When it was changed last.')),
});
export type AccountWire = Static<typeof AccountSchema>;

export const AccountPageSchema = page('AccountPage', AccountSchema);

export function accountToWire(account: Account): AccountWire {
  return {
    account_id: account.accountId,
    name: account.name,
    exchange: account.exchange,
    market_type: account.marketType,
    is_simulated: account.isSimulated,
    is_test_net: account.isTestNet,
    status: account.status,
    position_mode: account.positionMode,
    margin_mode: account.marginMode,
    created_at: instantToWire(account.createdAtMs),
    updated_at: nullableInstantToWire(account.updatedAtMs),
  };
}

const BalanceSchema = shape('Balance', 'What an account holds of one currency.', {
  currency: text('Currency.', 'USDT'),
  available: answeredDecimal('Free to use.', '900'),
  locked: answeredDecimal('Held by open orders and as margin.', '100'),
  total: answeredDecimal('Available and locked together.', '1000'),
  margin_used: nullable(answeredDecimal('Margin of open positions; null on spot.', '0')),
  unrealized_profit: nullable(answeredDecimal('Of open positions; null on spot.', '0')),
});
type BalanceWire = Static<typeof BalanceSchema>;

export const AccountBalanceSchema = shape('AccountBalance', 'What an account holds.', {
  account_id: text('The account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  updated_at: instantString('When the exchange said so.'),
  data: Type.Array(BalanceSchema, {
    description: 'Sorted by currency; currencies of which there is none are left out.',
  }),
});
export type AccountBalanceWire = Static<typeof AccountBalanceSchema>;

export function accountBalanceToWire(held: BalanceOfAccount): AccountBalanceWire {
  return {
    account_id: held.account.accountId,
    updated_at: instantToWire(held.updatedAtMs),
    data: held.balances.map(balanceToWire),
  };
}

function balanceToWire(balance: BalanceOfAccount['balances'][number]): BalanceWire {
  return {
    currency: balance.currency,
    available: decimalToWire(balance.available),
    locked: decimalToWire(balance.locked),
    total: decimalToWire(balance.total),
    margin_used: nullableDecimalToWire(balance.marginUsed),
    unrealized_profit: nullableDecimalToWire(balance.unrealizedProfit),
  };
}

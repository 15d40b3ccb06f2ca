// Balances of Binance USD-M futures, and what the venue says of an account and its key.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#ports/exchange/exchange.ts';
import type { BalancePage } from '#adapters/venues/dialect.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#adapters/venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyFields,
  replyList,
  textField,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readUsdmBalances(value: unknown, nowMs: number): BalancePage {
  const assets = replyFields(value, 'The account')['assets'];
  const rows = replyList(assets, 'The list of balances');
  return balancePage(nowMs, readRows(rows, byField('asset'), readBalance));
}

/** What positions gain is part of what is available, not of the balance. */
function readBalance(value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const total = decimalField(fields, 'walletBalance');
  const positionMargin = decimalField(fields, 'positionInitialMargin');
  const held = positionMargin + decimalField(fields, 'openOrderInitialMargin');
  const owned = total > 0n ? total : ZERO;
  const locked = (held < owned ? held : owned) as Decimal;
  return {
    currency: textField(fields, 'asset'),
    available: (owned - locked) as Decimal,
    locked,
    total,
    marginUsed: positionMargin < locked ? positionMargin : locked,
    unrealizedProfit: decimalField(fields, 'unrealizedProfit'),
  };
}

/** Names the account: the venue gives it no other id in futures. */
function readAccountAlias(wallets: unknown): string {
  const [wallet] = replyList(wallets, 'The list of wallets');
  return textField(replyFields(wallet, 'The wallet'), 'accountAlias');
}

/** From the rights of the key, the wallets and the settings of the account. */
export function readUsdmCredentials(
  rights: unknown,
  wallets: unknown,
  setup: unknown,
): CredentialReport {
  const key = replyFields(rights, "The key's rights");
  const account = replyFields(setup, 'The account');
  const expires = key['tradingAuthorityExpirationTime'] ?? null;
  return {
    accountUid: readAccountAlias(wallets),
    canTrade: flagField(account, 'canTrade') && flagField(key, 'enableFutures'),
    canWithdraw: flagField(key, 'enableWithdrawals'),
    isAddressBound: flagField(key, 'ipRestrict'),
    expiresAtMs: expires === null ? null : integerField(key, 'tradingAuthorityExpirationTime'),
    permissions: Object.keys(key)
      .filter((name) => key[name] === true && name !== 'ipRestrict')
      .sort(),
    positionMode: flagField(account, 'dualSidePosition') ? 'hedge' : 'one_way',
    // Chosen by market.
    marginMode: null,
  };
}

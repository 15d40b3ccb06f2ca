// Balances and the rights of a key at Binance spot.

import type { Decimal } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. The venue's own time is that of the last change. */
export function readSpotBalances(value: unknown, nowMs: number): BalancePage {
  const account = replyFields(value, 'The account');
  const rows = replyList(account['balances'], 'The list of balances');
  return balancePage(nowMs, readRows(rows, byField('asset'), readBalance));
}

function readBalance(value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const available = decimalField(fields, 'free');
  const locked = decimalField(fields, 'locked');
  return {
    currency: textField(fields, 'asset'),
    available,
    locked,
    total: (available + locked) as Decimal,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

/** A key of the test net may do there whatever its account may. */
export function readSpotTestNetCredentials(account: unknown): CredentialReport {
  return readSpotCredentials(account, {
    enableSpotAndMarginTrading: true,
    enableWithdrawals: false,
    ipRestrict: false,
  });
}

/** From the account and from the rights of the key, which the venue states apart. */
export function readSpotCredentials(account: unknown, rights: unknown): CredentialReport {
  const holder = replyFields(account, 'The account');
  const key = replyFields(rights, "The key's rights");
  const expires = key['tradingAuthorityExpirationTime'];
  return {
    accountUid: idField(holder, 'uid'),
    canTrade: flagField(holder, 'canTrade') && flagField(key, 'enableSpotAndMarginTrading'),
    canWithdraw: flagField(key, 'enableWithdrawals'),
    isAddressBound: flagField(key, 'ipRestrict'),
    expiresAtMs:
      expires === undefined || expires === null
        ? null
        : integerField(key, 'tradingAuthorityExpirationTime'),
    permissions: Object.keys(key)
      .filter((name) => key[name] === true && name !== 'ipRestrict')
      .sort(),
    positionMode: null,
    marginMode: null,
  };
}

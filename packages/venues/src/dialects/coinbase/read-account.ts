// Balances of a portfolio of Coinbase, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { ReadRows } from '#venues/dialects/reply/read-rows.ts';
import { byField, readFlatRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

/** Vaults are opened by hand, and other platforms are those of futures. */
const PLATFORMS = new Set<unknown>([undefined, null, '', 'ACCOUNT_PLATFORM_CONSUMER']);

/** Of one page of wallets. */
export function readBalances({ accounts }: ReplyFields): ReadRows<Balance> {
  return readFlatRows(replyList(accounts, 'The list of wallets'), byField('currency'), (value) => {
    const fields = replyFields(value, 'The wallet');
    const { type, platform } = fields;
    const isOurs = type !== 'ACCOUNT_TYPE_VAULT' && PLATFORMS.has(platform);
    return isOurs ? [readBalance(fields)] : [];
  });
}

function readBalance(fields: ReplyFields): Balance {
  const available = amountIn(fields, 'available_balance');
  const locked = amountIn(fields, 'hold');
  return {
    currency: textField(fields, 'currency'),
    available,
    locked,
    total: (available + locked) as Decimal,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

function amountIn(fields: ReplyFields, name: string): Decimal {
  const value = decimalField(replyFields(fields[name], `"${name}"`), 'value');
  return value > 0n ? value : ZERO;
}

/**
 * A key is of one portfolio, and so is what is traded with it. The venue does not say whether a key
 * is restricted to addresses.
 */
export function readCredentials(fields: ReplyFields): CredentialReport {
  const canView = flagField(fields, 'can_view');
  const canTrade = flagField(fields, 'can_trade');
  const canTransfer = flagField(fields, 'can_transfer');
  const rights = [canView ? 'view' : '', canTrade ? 'trade' : '', canTransfer ? 'transfer' : ''];
  return {
    accountUid: textField(fields, 'portfolio_uuid'),
    canTrade: canView && canTrade,
    canWithdraw: canTransfer,
    isAddressBound: false,
    expiresAtMs: null,
    permissions: rights.filter((right) => right !== '').sort(),
    positionMode: null,
    marginMode: null,
  };
}

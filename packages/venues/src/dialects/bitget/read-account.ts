// Balances of a spot account of Bitget, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { BITGET_ACCOUNT_MODES } from '#venues/dialects/bitget/account-mode.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readBalances(data: unknown, nowMs: number): BalancePage {
  const rows = replyList(data, 'The list of balances');
  return balancePage(
    nowMs,
    readRows(rows, byField('coin'), (value) => {
      const fields = replyFields(value, 'The balance');
      const available = decimalField(fields, 'available');
      // By orders, and by other products.
      const locked = (optionalDecimal(fields, 'frozen') +
        optionalDecimal(fields, 'locked')) as Decimal;
      return {
        currency: currencyField(fields),
        available,
        locked,
        total: (available + locked) as Decimal,
        marginUsed: null,
        unrealizedProfit: null,
      };
    }),
  );
}

/** In small letters in some replies; names of coins that have both are as they are. */
export function currencyField(fields: ReplyFields): string {
  const coin = textField(fields, 'coin');
  return coin === coin.toLowerCase() ? coin.toUpperCase() : coin;
}

/** Examples have words where the table has codes. */
const TRADING = new Set(['stow', 'trade']);
/** Writing what lets nobody take anything out: contracts, spot, margin, copies, own accounts. */
const HARMLESS = new Set(['coow', 'cpow', 'stow', 'smow', 'ttow', 'wtow', 'trade', 'readonly']);
const READING = /^[a-z]{3}r$/;

/** Of a right that is not known, nobody knows that it lets nobody take anything out. */
export function readCredentials(data: unknown): CredentialReport {
  const fields = replyFields(data, 'The account');
  const rights = replyList(fields['authorities'], 'The list of rights').map((right) => {
    if (typeof right === 'string' && right !== '') return right;
    throw new UnreadableReply('A right is no text.');
  });
  const addresses = fields['ips'] ?? '';
  if (typeof addresses !== 'string') throw new UnreadableReply('"ips" is no text.');
  return {
    accountUid: idField(fields, 'userId'),
    canTrade: rights.some((right) => TRADING.has(right)),
    canWithdraw: rights.some((right) => !HARMLESS.has(right) && !READING.test(right)),
    isAddressBound: addresses !== '',
    expiresAtMs: null,
    permissions: [...rights].sort(),
    positionMode: null,
    marginMode: null,
    accountMode: BITGET_ACCOUNT_MODES.spot.classic,
  };
}

// Balances of a spot account of Bitget, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { CredentialReport } from '#ports/exchange/exchange.ts';
import type { BalancePage } from '#adapters/venues/dialect.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#adapters/venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readBalances(data: unknown, nowMs: number): BalancePage {
  const rows = replyList(data, 'The list of balances');
  return balancePage(
    nowMs,
    readRows(rows, byField('coin'), (value) => {
      const fields = replyFields(value, 'The balance');
      const available = decimalField(fields, 'available');
      // By orders, and by other products.
      const locked = (decimalField(fields, 'frozen') +
        optionalDecimal(fields, 'locked')) as Decimal;
      return {
        currency: textField(fields, 'coin'),
        available,
        locked,
        total: (available + locked) as Decimal,
        marginUsed: null,
        unrealizedProfit: null,
      };
    }),
  );
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
  };
}

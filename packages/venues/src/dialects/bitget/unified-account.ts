// Balances of a unified account of Bitget, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { BITGET_ACCOUNT_MODES } from '#venues/dialects/bitget/account-mode.ts';
import { currencyField } from '#venues/dialects/bitget/read-account.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { ownedBalance } from '#venues/dialects/reply/owned-balance.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readUnifiedBalances(data: unknown, nowMs: number): BalancePage {
  const rows = replyList(replyFields(data, 'The account')['assets'], 'The list of balances');
  return balancePage(
    nowMs,
    readRows(rows, byField('coin'), (value) => {
      const fields = replyFields(value, 'The balance');
      const owned = decimalField(fields, 'balance') - optionalDecimal(fields, 'debt');
      return ownedBalance(
        currencyField(fields),
        owned as Decimal,
        decimalField(fields, 'available'),
      );
    }),
  );
}

/** Whether a key of this kind may change anything. */
const MAY_WRITE: { readonly [kind: string]: boolean } = {
  'read-only': false,
  'read-and-write': true,
};
const TRADING = 'uta_trade';
/** What lets nobody take anything out. */
const HARMLESS = new Set([TRADING, 'uta_mgt', 'copy_futures_position', 'copy_futures_order']);

/** Of a right that is not known, nobody knows that it lets nobody take anything out. */
export function readUnifiedCredentials(data: unknown): CredentialReport {
  const fields = replyFields(data, 'The account');
  const mayWrite = knownWord(MAY_WRITE, textField(fields, 'permType'), 'permType');
  const rights = replyList(fields['permissions'], 'The list of rights').map((right) => {
    if (typeof right === 'string' && right !== '') return right;
    throw new UnreadableReply('A right is no text.');
  });
  const addresses = fields['ips'] ?? '';
  if (typeof addresses !== 'string') throw new UnreadableReply('"ips" is no text.');
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: mayWrite && rights.includes(TRADING),
    canWithdraw: mayWrite && rights.some((right) => !HARMLESS.has(right)),
    isAddressBound: addresses !== '',
    expiresAtMs: null,
    permissions: [...rights, mayWrite ? 'read and write' : 'read only'].sort(),
    positionMode: null,
    marginMode: null,
    accountMode: BITGET_ACCOUNT_MODES.spot.unified,
  };
}

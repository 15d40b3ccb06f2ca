// Balances of a spot account of Gate, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { CredentialReport } from '#ports/exchange/exchange.ts';
import type { BalancePage } from '#adapters/venues/dialect.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#adapters/venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readBalances(body: unknown, nowMs: number): BalancePage {
  const rows = replyList(body, 'The list of balances');
  return balancePage(
    nowMs,
    readRows(rows, byField('currency'), (value) => {
      const fields = replyFields(value, 'The balance');
      const available = decimalField(fields, 'available');
      const locked = decimalField(fields, 'locked');
      return {
        currency: textField(fields, 'currency'),
        available,
        locked,
        total: (available + locked) as Decimal,
        marginUsed: null,
        unrealizedProfit: null,
      };
    }),
  );
}

/** What lets nobody take anything out. Of a right that is not listed nobody knows. */
const HARMLESS = new Set([
  'wallet',
  'spot',
  'futures',
  'delivery',
  'earn',
  'options',
  'account',
  'loan',
  'margin',
  'unified',
  'copy',
  'pilot',
  'alpha',
  'crossx',
]);
const CLASSIC = 1;

/**
 * `user` is the account, `keys` are all that it has, of which the list shows the beginnings. An
 * account in the unified mode has its money elsewhere: with its keys nothing may be traded here.
 */
export function readCredentials(user: unknown, keys: unknown, apiKey: string): CredentialReport {
  const account = replyFields(user, 'The account');
  const mode = integerField(replyFields(account['key'], 'The key'), 'mode');
  const own = replyList(keys, 'The list of keys')
    .map((value) => replyFields(value, 'The key'))
    .filter(({ key }) => typeof key === 'string' && isOf(key, apiKey));
  const [fields, ...others] = own;
  if (fields === undefined || others.length > 0)
    throw new UnreadableReply('The list of keys does not show this one.');
  const rights = replyList(fields['perms'], 'The list of rights').map((value) => {
    const right = replyFields(value, 'The right');
    return { name: textField(right, 'name'), mayWrite: right['read_only'] !== true };
  });
  const addresses = replyList(fields['ip_whitelist'] ?? [], 'The list of addresses');
  return {
    accountUid: idField(account, 'user_id'),
    canTrade: mode === CLASSIC && rights.some(({ name, mayWrite }) => name === 'spot' && mayWrite),
    canWithdraw: rights.some(({ name, mayWrite }) => mayWrite && !HARMLESS.has(name)),
    isAddressBound: addresses.length > 0,
    expiresAtMs: null,
    permissions: rights
      .map(({ name, mayWrite }) => (mayWrite ? name : `${name} (read only)`))
      .sort(),
    positionMode: null,
    marginMode: null,
  };
}

const SHOWN_MIN = 8;

/** `c5dcfbf1f3a7*****`. */
function isOf(shown: string, apiKey: string): boolean {
  const beginning = shown.replace(/\*+$/, '');
  return beginning.length >= SHOWN_MIN && apiKey.startsWith(beginning);
}

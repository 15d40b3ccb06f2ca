// Balances of a spot account of Gate, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, AccountModes, BalancePage } from '#venues/dialect.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { ownedBalance } from '#venues/dialects/reply/owned-balance.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

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

/**
 * Of a unified account, by currency. Its equity is what is owned, without what is borrowed; what
 * of it cannot be used is held by orders and positions.
 */
export function readUnifiedBalances(body: unknown, nowMs: number): BalancePage {
  const rows = Object.entries(
    replyFields(replyFields(body, 'The account')['balances'], 'The balances'),
  ).map(([currency, value]) => ({ currency, value }));
  return balancePage(
    nowMs,
    readRows(rows, byField('currency'), (row) => {
      const { currency, value } = replyFields(row, 'The balance');
      const fields = replyFields(value, 'The balance');
      const owned = decimalField(fields, 'equity');
      return ownedBalance(String(currency), owned, decimalField(fields, 'available'));
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
/** By the number of the mode of a key. The spot account of a unified one is empty. */
export const GATE_ACCOUNT_MODES = {
  spot: {
    '1': { name: 'classic', refusal: null },
    '2': { name: 'unified', refusal: null },
  },
} as const satisfies AccountModes;
const UNIFIED = '2';

/** The word of the mode that the account of the key is in. */
export function readMode(user: unknown): string {
  const account = replyFields(user, 'The account');
  const mode = String(integerField(replyFields(account['key'], 'The key'), 'mode'));
  knownWord(GATE_ACCOUNT_MODES.spot, mode, 'mode');
  return mode;
}

/** Whose money orders are placed with, as requests name it. */
export function walletOf({ mode }: Pick<AccountContext, 'mode'>): 'spot' | 'unified' {
  return mode === UNIFIED ? 'unified' : 'spot';
}

/** `user` is the account, `keys` are all that it has, of which the list shows the beginnings. */
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
    canTrade: rights.some(({ name, mayWrite }) => name === 'spot' && mayWrite),
    canWithdraw: rights.some(({ name, mayWrite }) => mayWrite && !HARMLESS.has(name)),
    isAddressBound: addresses.length > 0,
    expiresAtMs: null,
    permissions: rights
      .map(({ name, mayWrite }) => (mayWrite ? name : `${name} (read only)`))
      .sort(),
    positionMode: null,
    marginMode: null,
    accountMode: knownWord(GATE_ACCOUNT_MODES.spot, String(mode), 'mode'),
  };
}

const SHOWN_MIN = 8;

/** `c5dcfbf1f3a7*****`. */
function isOf(shown: string, apiKey: string): boolean {
  const beginning = shown.replace(/\*+$/, '');
  return beginning.length >= SHOWN_MIN && apiKey.startsWith(beginning);
}

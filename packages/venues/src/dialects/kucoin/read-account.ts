// Balances of accounts of KuCoin, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { KUCOIN_ACCOUNT_MODES } from '#venues/dialects/kucoin/account-mode.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { ownedBalance } from '#venues/dialects/reply/owned-balance.ts';
import { byField, readFlatRows, readRows } from '#venues/dialects/reply/read-rows.ts';
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

/** What orders of high frequency are paid from: accounts of long ago have one of each. */
const TRADING = ['trade_hf', 'trade'];

/** Of all accounts of the owner those of the first kind that there is; `nowMs`: when requested. */
export function readBalances(data: unknown, nowMs: number): BalancePage {
  const rows = replyList(data, 'The list of balances');
  const kinds = new Set(rows.map(byField('type')));
  const kind = TRADING.find((each) => kinds.has(each));
  const read = (row: unknown): readonly Balance[] => {
    const fields = replyFields(row, 'The balance');
    return textField(fields, 'type') === kind ? [readBalance(fields)] : [];
  };
  return balancePage(nowMs, readFlatRows(rows, byField('currency'), read));
}

function readBalance(fields: ReplyFields): Balance {
  const total = decimalField(fields, 'balance');
  const available = decimalField(fields, 'available');
  return {
    currency: textField(fields, 'currency'),
    available,
    locked: (total - available) as Decimal,
    total,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

/** Balances of a unified account. */
export function readUnifiedBalances(data: unknown, nowMs: number): BalancePage {
  const accounts = replyList(replyFields(data, 'The account')['accounts'], 'The list of accounts');
  const rows = accounts.flatMap((account) =>
    replyList(replyFields(account, 'The account')['currencies'], 'The list of balances'),
  );
  return balancePage(nowMs, readRows(rows, byField('currency'), readUnifiedBalance));
}

function readUnifiedBalance(value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const owned = decimalField(fields, 'balance') - optionalDecimal(fields, 'liability');
  const usable = decimalField(fields, 'available');
  return ownedBalance(textField(fields, 'currency'), owned as Decimal, usable);
}

/** Reading orders of a classic account needs the right to trade, too. */
const NEEDED_RIGHTS = { classic: ['General', 'Spot'], unified: ['General', 'Unified'] } as const;
/** Older keys have other words for the same. `InnerTransfer` is between accounts of one owner. */
const WITHDRAWING = new Set(['Transfer', 'Withdrawal', 'Withdraw']);

/** Kinds of accounts, by what they need of a key. */
type AccountKind = 'unified' | 'high frequency' | 'low frequency';

/** Report on a key; it can trade with all rights that are needed. */
export function readCredentials(data: unknown, kind: AccountKind): CredentialReport {
  const fields = replyFields(data, 'The key');
  const rights = textField(fields, 'permission')
    .split(',')
    .map((right) => right.trim());
  const addresses = fields['ipWhitelist'] ?? '';
  if (typeof addresses !== 'string') throw new UnreadableReply('"ipWhitelist" is no text.');
  const needed = NEEDED_RIGHTS[kind === 'unified' ? 'unified' : 'classic'];
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: needed.every((right) => rights.includes(right)),
    canWithdraw: rights.some((right) => WITHDRAWING.has(right)),
    isAddressBound: addresses !== '',
    expiresAtMs: null,
    permissions: [...rights, kind].sort(),
    positionMode: null,
    marginMode: null,
    accountMode: MODE_OF[kind],
  };
}

const { CLASSIC, LOW_FREQUENCY, UNIFIED } = KUCOIN_ACCOUNT_MODES.spot;
const MODE_OF = {
  unified: UNIFIED,
  'high frequency': CLASSIC,
  'low frequency': LOW_FREQUENCY,
} as const;

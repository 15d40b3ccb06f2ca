// Balances of a trading account of KuCoin, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#ports/exchange/exchange.ts';
import type { BalancePage } from '#adapters/venues/dialect.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import { byField, readFlatRows } from '#adapters/venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

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

/** Reading orders needs the right to trade, too. */
const NEEDED_RIGHTS = ['General', 'Spot'];
/** Older keys have other words for the same. `InnerTransfer` is between accounts of one owner. */
const WITHDRAWING = new Set(['Transfer', 'Withdrawal', 'Withdraw']);

/** Orders are ones of high frequency, which an account of long ago may not have. */
export function readCredentials(data: unknown, isHighFrequency: boolean): CredentialReport {
  const fields = replyFields(data, 'The key');
  const rights = textField(fields, 'permission')
    .split(',')
    .map((right) => right.trim());
  const addresses = fields['ipWhitelist'] ?? '';
  if (typeof addresses !== 'string') throw new UnreadableReply('"ipWhitelist" is no text.');
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: isHighFrequency && NEEDED_RIGHTS.every((right) => rights.includes(right)),
    canWithdraw: rights.some((right) => WITHDRAWING.has(right)),
    isAddressBound: addresses !== '',
    expiresAtMs: null,
    permissions: [...rights, isHighFrequency ? 'high frequency' : 'low frequency'].sort(),
    positionMode: null,
    marginMode: null,
  };
}

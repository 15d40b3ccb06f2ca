// Balances of a trading account of KuCoin, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { AccountMode, Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { AccountModes, BalancePage } from '#venues/dialect.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { byField, readFlatRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  knownWord,
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

/** Reading orders needs the right to trade, too. */
const NEEDED_RIGHTS = ['General', 'Spot'];
/** Older keys have other words for the same. `InnerTransfer` is between accounts of one owner. */
const WITHDRAWING = new Set(['Transfer', 'Withdrawal', 'Withdraw']);

/** Orders are ones of high frequency, which an account of long ago may not have. */
export const KUCOIN_ACCOUNT_MODES = {
  spot: {
    CLASSIC: { name: 'classic', refusal: null },
    UNIFIED: {
      name: 'unified',
      refusal:
        'Its interface is another one, which is not spoken here: change the account back to the ' +
        'classic mode, or make a classic subaccount, and use a key of that.',
    },
    LOW_FREQUENCY: {
      name: 'low frequency',
      refusal:
        'Orders are sent by the interface of high frequency, which the account does not have: ' +
        'ask KuCoin to open it, or use a key of a subaccount.',
    },
  },
} as const satisfies AccountModes;

/** Mode of an account; throws `UnreadableReply` for a word that is not listed. */
export function readAccountMode(data: unknown): AccountMode {
  const word = textField(replyFields(data, 'The mode'), 'selfAccountMode');
  return knownWord<AccountMode>(KUCOIN_ACCOUNT_MODES.spot, word, 'selfAccountMode');
}

/** Report on a key; it can trade with all rights that are needed. */
export function readCredentials(
  data: unknown,
  isHighFrequency: boolean,
  mode: AccountMode | null = null,
): CredentialReport {
  const fields = replyFields(data, 'The key');
  const rights = textField(fields, 'permission')
    .split(',')
    .map((right) => right.trim());
  const addresses = fields['ipWhitelist'] ?? '';
  if (typeof addresses !== 'string') throw new UnreadableReply('"ipWhitelist" is no text.');
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: NEEDED_RIGHTS.every((right) => rights.includes(right)),
    canWithdraw: rights.some((right) => WITHDRAWING.has(right)),
    isAddressBound: addresses !== '',
    expiresAtMs: null,
    permissions: [...rights, isHighFrequency ? 'high frequency' : 'low frequency'].sort(),
    positionMode: null,
    marginMode: null,
    ...modeOf(isHighFrequency, mode),
  };
}

function modeOf(
  isHighFrequency: boolean,
  mode: AccountMode | null,
): Pick<CredentialReport, 'accountMode'> {
  if (mode?.refusal === null || mode === null) {
    if (!isHighFrequency) return { accountMode: KUCOIN_ACCOUNT_MODES.spot.LOW_FREQUENCY };
  }
  return mode === null ? {} : { accountMode: mode };
}

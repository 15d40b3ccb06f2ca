// Balances of a trading account of OKX, and what its settings say of it and of a key.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { AccountBalances, Balance, CredentialReport } from '#ports/exchange/exchange.ts';
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
export function readBalances(data: readonly unknown[], nowMs: number): AccountBalances {
  const details = replyFields(onlyItem(data), 'The account')['details'];
  const balances = replyList(details, 'The list of balances').map(readBalance);
  return { updatedAtMs: nowMs, balances: balances.filter(({ total }) => total !== 0n) };
}

/** What is borrowed is not owned: the cash is then below zero. */
function readBalance(value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const cash = decimalField(fields, 'cashBal');
  const usable = optionalDecimal(fields, 'availBal');
  const total = cash > 0n ? cash : ZERO;
  const positive = usable > 0n ? usable : ZERO;
  const available = positive < total ? positive : total;
  return {
    currency: textField(fields, 'ccy'),
    available,
    locked: (total - available) as Decimal,
    total,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

/** Spot is traded in cash in these modes alone: "1" is the one of spot, "2" that of futures. */
const CASH_MODES = new Set(['1', '2']);

export function readCredentials(data: readonly unknown[]): CredentialReport {
  const fields = replyFields(onlyItem(data), 'The settings');
  const rights = textField(fields, 'perm')
    .split(',')
    .map((each) => each.trim());
  const mode = textField(fields, 'acctLv');
  const { ip } = fields;
  if (typeof ip !== 'string') throw new UnreadableReply('"ip" is not a text.');
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: rights.includes('trade') && CASH_MODES.has(mode),
    canWithdraw: rights.includes('withdraw'),
    isAddressBound: ip !== '',
    expiresAtMs: null,
    permissions: [...rights, `account mode ${mode}`].sort(),
    positionMode: null,
    marginMode: null,
  };
}

function onlyItem(data: readonly unknown[]): unknown {
  if (data.length !== 1) throw new UnreadableReply('The list has not one item.');
  return data[0];
}

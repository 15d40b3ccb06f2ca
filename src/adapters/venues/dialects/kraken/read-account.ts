// Balances of an account of Kraken, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#ports/exchange/exchange.ts';
import type { BalancePage } from '#adapters/venues/dialect.ts';
import { currencyOf } from '#adapters/venues/dialects/kraken/read-market.ts';
import { positiveOf } from '#adapters/venues/dialects/kraken/read-order.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import { readRows } from '#adapters/venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** What earns or is staked has an ending, as `DOT.S`: it cannot be sold as it is. */
const BESIDE = /\.[A-Z]+$/;

/** `nowMs`: when it was requested. */
export function readBalances(result: ReplyFields, nowMs: number): BalancePage {
  const assets = Object.keys(result).filter((asset) => !BESIDE.test(asset));
  const nameOf = (asset: unknown): string => currencyOf(String(asset));
  const read = (asset: unknown): Balance => readBalance(String(asset), result[String(asset)]);
  return balancePage(nowMs, readRows(assets, nameOf, read));
}

/** A line of credit is not owned. */
function readBalance(asset: string, value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const total = positiveOf(decimalField(fields, 'balance'));
  const held = positiveOf(optionalDecimal(fields, 'hold_trade'));
  const locked = held < total ? held : total;
  return {
    currency: currencyOf(asset),
    available: (total - locked) as Decimal,
    locked,
    total,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

const NEEDED_RIGHTS = ['query-funds', 'query-open-trades', 'modify-trades'];

/** The id of the account is its IIBAN, which is the same for all of its keys. */
export function readCredentials(result: ReplyFields): CredentialReport {
  const rights = replyList(result['permissions'], 'The list of rights').map((right) => {
    if (typeof right === 'string') return right;
    throw new UnreadableReply('A right is no text.');
  });
  const endsAt = integerField(result, 'validUntil');
  return {
    accountUid: textField(result, 'iban'),
    canTrade: NEEDED_RIGHTS.every((right) => rights.includes(right)),
    canWithdraw: rights.some((right) => right.startsWith('withdraw')),
    isAddressBound: replyList(result['ipAllowlist'], 'The list of addresses').length > 0,
    expiresAtMs: endsAt === 0 ? null : endsAt * 1_000,
    permissions: rights.toSorted(),
    positionMode: null,
    marginMode: null,
  };
}

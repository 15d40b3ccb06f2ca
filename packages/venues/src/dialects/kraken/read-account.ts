// Balances of an account of Kraken, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { currencyOf } from '#venues/dialects/kraken/read-market.ts';
import { positiveOf } from '#venues/dialects/kraken/read-order.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { readRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/**
 * What earns or is staked has an ending, as `DOT.S`, `USD.M` and `ETH.B`, and cannot be sold as it
 * is; no share is a currency (`AAPLx.T`).
 */
const BESIDE = /\.[A-Z]+$/;
/** What earns by itself and is traded with as what it is, as `XBT.F` beside `XXBT`. */
const EARNING = /\.F$/;

/** `nowMs`: when it was requested. */
export function readBalances(result: ReplyFields, nowMs: number): BalancePage {
  const parts = Map.groupBy(Object.keys(result).filter(isTraded), (asset) =>
    currencyOf(asset.replace(EARNING, '')),
  );
  const read = (currency: unknown): Balance =>
    sumOf(
      String(currency),
      (parts.get(String(currency)) ?? []).map((asset) => readPart(result[asset])),
    );
  return balancePage(nowMs, readRows([...parts.keys()], String, read));
}

function isTraded(asset: string): boolean {
  return !BESIDE.test(asset.replace(EARNING, ''));
}

type Part = { readonly total: Decimal; readonly held: Decimal };

/** A line of credit is not owned. */
function readPart(value: unknown): Part {
  const fields = replyFields(value, 'The balance');
  return {
    total: decimalField(fields, 'balance'),
    held: optionalDecimal(fields, 'hold_trade'),
  };
}

/** Orders hold of the sum: more than the part has under whose name they are. */
function sumOf(currency: string, parts: readonly Part[]): Balance {
  const total = positiveOf(parts.reduce<Decimal>((sum, part) => addDecimal(sum, part.total), ZERO));
  const held = positiveOf(parts.reduce<Decimal>((sum, part) => addDecimal(sum, part.held), ZERO));
  const locked = held < total ? held : total;
  return {
    currency,
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
  // Documented as in "validUntil", and seen as in "valid_until".
  const named = (name: string, seenAs: string): ReplyFields =>
    result[name] === undefined ? { [name]: result[seenAs] } : result;
  const endsAt = integerField(named('validUntil', 'valid_until'), 'validUntil');
  const addresses = named('ipAllowlist', 'ip_allowlist')['ipAllowlist'];
  return {
    accountUid: textField(result, 'iban'),
    canTrade: NEEDED_RIGHTS.every((right) => rights.includes(right)),
    canWithdraw: rights.some((right) => right.startsWith('withdraw')),
    // Where there are none, one that is empty is seen.
    isAddressBound: replyList(addresses, 'The list of addresses').some((each) => each !== ''),
    expiresAtMs: endsAt === 0 ? null : endsAt * 1_000,
    permissions: rights.toSorted(),
    positionMode: null,
    marginMode: null,
  };
}

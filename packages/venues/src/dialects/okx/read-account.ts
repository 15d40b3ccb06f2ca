// Balances of a trading account of OKX, and what its settings say of it and of a key.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { AccountMode, Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { modeWord, OKX_ACCOUNT_MODES } from '#venues/dialects/okx/account-mode.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { ownedBalance } from '#venues/dialects/reply/owned-balance.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
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
export function readBalances(
  data: readonly unknown[],
  marketType: MarketType,
  nowMs: number,
): BalancePage {
  const details = replyFields(onlyItem(data), 'The account')['details'];
  const read = marketType === 'spot' ? readSpotBalance : readFuturesBalance;
  const rows = readRows(replyList(details, 'The list of balances'), byField('ccy'), (value) =>
    read(replyFields(value, 'The balance')),
  );
  return balancePage(nowMs, rows);
}

/** What is borrowed is not owned: the cash is then below zero. */
function readSpotBalance(fields: ReplyFields): Balance {
  const owned = decimalField(fields, 'cashBal');
  return ownedBalance(textField(fields, 'ccy'), owned, optionalDecimal(fields, 'availBal'));
}

/**
 * The margin of isolated positions is not part of the cash. What positions gain may be used, but is
 * not owned; what they lose cannot be used.
 */
function readFuturesBalance(fields: ReplyFields): Balance {
  const isolated = optionalDecimal(fields, 'isoEq') - optionalDecimal(fields, 'isoUpl');
  const isolatedMargin = positive(isolated as Decimal);
  const total = (positive(decimalField(fields, 'cashBal')) + isolatedMargin) as Decimal;
  const usable = optionalDecimal(fields, isGiven(fields['availEq']) ? 'availEq' : 'availBal');
  const available = least(positive(usable), total);
  const locked = (total - available) as Decimal;
  const marginUsed = (optionalDecimal(fields, 'imr') + isolatedMargin) as Decimal;
  return {
    currency: textField(fields, 'ccy'),
    available,
    locked,
    total,
    marginUsed: least(marginUsed, locked),
    unrealizedProfit: optionalDecimal(fields, 'upl'),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function positive(value: Decimal): Decimal {
  return value > 0n ? value : ZERO;
}

function least(left: Decimal, right: Decimal): Decimal {
  return left < right ? left : right;
}

const CROSS_ONLY = '3';

const POSITION_MODES: { readonly [word: string]: CredentialReport['positionMode'] } = {
  net_mode: 'one_way',
  long_short_mode: 'hedge',
};

/** Report on a key, with the account's mode among its permissions. */
export function readCredentials(
  data: readonly unknown[],
  marketType: MarketType,
): CredentialReport {
  const fields = replyFields(onlyItem(data), 'The settings');
  const rights = textField(fields, 'perm')
    .split(',')
    .map((each) => each.trim());
  const level = textField(fields, 'acctLv');
  const isSpot = marketType === 'spot';
  const mode = isSpot ? modeWord(fields) : level;
  const { ip } = fields;
  if (typeof ip !== 'string') throw new UnreadableReply('"ip" is not a text.');
  return {
    accountUid: idField(fields, 'uid'),
    canTrade: rights.includes('trade'),
    canWithdraw: rights.includes('withdraw'),
    isAddressBound: ip !== '',
    expiresAtMs: null,
    permissions: [...rights, `account mode ${level}`].sort(),
    positionMode: isSpot
      ? null
      : knownWord(POSITION_MODES, textField(fields, 'posMode'), 'posMode'),
    marginMode: !isSpot && level === CROSS_ONLY ? 'cross' : null,
    accountMode: knownWord<AccountMode>(OKX_ACCOUNT_MODES[marketType], mode, 'acctLv'),
  };
}

function onlyItem(data: readonly unknown[]): unknown {
  if (data.length !== 1) throw new UnreadableReply('The list has not one item.');
  return data[0];
}

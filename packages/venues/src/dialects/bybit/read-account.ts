// Balances of a unified account of Bybit, and the rights of its keys.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  idField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readBalances(result: unknown, marketType: MarketType, nowMs: number): BalancePage {
  const [account] = replyList(replyFields(result, 'The wallet')['list'], 'The wallet');
  const coins = replyList(replyFields(account, 'The account')['coin'], 'The list of balances');
  const read = (coin: unknown): Balance => readBalance(coin, marketType);
  return balancePage(nowMs, readRows(coins, byField('coin'), read));
}

/**
 * One wallet is behind spot and derivatives, so what one of them holds is not available to the
 * other. What is borrowed is not owned. Margins are empty in portfolio margin mode.
 */
function readBalance(value: unknown, marketType: MarketType): Balance {
  const fields = replyFields(value, 'The balance');
  const total = (decimalField(fields, 'walletBalance') -
    optionalDecimal(fields, 'spotBorrow')) as Decimal;
  const positionMargin = optionalDecimal(fields, 'totalPositionIM');
  const orderMargin = optionalDecimal(fields, 'totalOrderIM');
  const held = optionalDecimal(fields, 'locked') + positionMargin + orderMargin;
  const owned = total > 0n ? total : ZERO;
  const locked = (held < owned ? held : owned) as Decimal;
  const isSpot = marketType === 'spot';
  return {
    currency: textField(fields, 'coin'),
    available: (owned - locked) as Decimal,
    locked,
    total,
    // Other currencies may back a position, too.
    marginUsed: isSpot ? null : positionMargin < locked ? positionMargin : locked,
    unrealizedProfit: isSpot ? null : optionalDecimal(fields, 'unrealisedPnl'),
  };
}

/** What a key needs, by the venue's words for the group and for the rights in it. */
const TRADING: {
  readonly [marketType in MarketType]: readonly [group: string, rights: readonly string[]];
} = {
  spot: ['Spot', ['SpotTrade']],
  futures: ['ContractTrade', ['Order', 'Position']],
};

type KeyReport = Omit<CredentialReport, 'positionMode' | 'marginMode' | 'accountMode'>;

/**
 * Rights of a key for this type of markets; `*` among its addresses means that it is bound to none.
 */
export function readKeyRights(result: unknown, marketType: MarketType): KeyReport {
  const key = replyFields(result, "The key's rights");
  const rights = rightsOf(key);
  const [group, needed] = TRADING[marketType];
  const isReadOnly = integerField(key, 'readOnly') !== 0;
  const addresses = replyList(key['ips'], 'The list of addresses');
  return {
    accountUid: idField(key, 'userID'),
    canTrade: !isReadOnly && needed.every((right) => rights.includes(`${group}.${right}`)),
    canWithdraw: rights.some((right) => right.endsWith('.Withdraw')),
    isAddressBound: addresses.length > 0 && !addresses.includes('*'),
    expiresAtMs: expiryOf(key),
    permissions: rights,
  };
}

/** `Group.Right`, sorted. */
function rightsOf(key: ReplyFields): readonly string[] {
  const groups = replyFields(key['permissions'], 'The list of rights');
  const rights = Object.entries(groups).flatMap(([group, value]) =>
    replyList(value ?? [], 'The list of rights').map((right) => `${group}.${String(right)}`),
  );
  return rights.sort();
}

/** Keys that are bound to addresses do not expire: their date is in the year 1970. */
function expiryOf(key: ReplyFields): number | null {
  const text = key['expiredAt'] ?? '';
  if (text === '') return null;
  const atMs = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UnreadableReply('"expiredAt" is not a date.');
  return atMs > 0 ? atMs : null;
}

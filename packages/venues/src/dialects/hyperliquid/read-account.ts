// Balances and positions of an account of Hyperliquid, and what it says of a key.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideDecimal, multiplyDecimal, ONE, ZERO } from '#lib/decimal.ts';
import type {
  AccountMode,
  Balance,
  CredentialReport,
  VenuePosition,
} from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  AccountModes,
  BalancePage,
  MarginMode,
  Page,
} from '#venues/dialect.ts';
import { COLLATERAL, isPerpetual, tagOf } from '#venues/dialects/hyperliquid/read-market.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import type { ReadRows } from '#venues/dialects/reply/read-rows.ts';
import { byField, readFlatRows, readRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const MARGIN_MODES: { readonly [word: string]: MarginMode } = {
  cross: 'cross',
  isolated: 'isolated',
};

const HUNDRED = decimal('100');

/** What positions gain is part of what an account is worth, and is not owned. */
export function readBalances(body: unknown): BalancePage {
  const state = replyFields(body, 'The account');
  const read = (): Balance => readBalance(state, openPositions(body));
  return balancePage(
    integerField(state, 'time'),
    readRows([state], () => COLLATERAL, read),
  );
}

/**
 * Of a unified account, whose money is what the state of spot shows: all that positions and orders
 * hold is held there. `perpetuals` is the state with its positions, whose sums mean nothing then.
 */
export function readUnifiedBalances(perpetuals: unknown, spot: unknown): BalancePage {
  const open = openPositions(perpetuals);
  const rows = replyList(replyFields(spot, 'The account')['balances'], 'The list of balances');
  const found = readFlatRows(rows, byField('coin'), (value) => {
    const fields = replyFields(value, 'The balance');
    return textField(fields, 'coin') === COLLATERAL ? [readUnifiedBalance(fields, open)] : [];
  });
  return balancePage(integerField(replyFields(perpetuals, 'The account'), 'time'), found);
}

function readUnifiedBalance(fields: ReplyFields, open: ReadRows<ReplyFields>): Balance {
  const [unreadable] = open.unreadable;
  if (unreadable !== undefined) throw new UnreadableReply(unreadable.detail);
  const sumOf = (name: string): Decimal =>
    open.items.reduce((sum, position) => sum + decimalField(position, name), 0n) as Decimal;
  const total = positive(decimalField(fields, 'total'));
  const locked = least(positive(decimalField(fields, 'hold')), total);
  return {
    currency: COLLATERAL,
    available: (total - locked) as Decimal,
    locked,
    total,
    marginUsed: least(sumOf('marginUsed'), locked),
    unrealizedProfit: sumOf('unrealizedPnl'),
  };
}

function readBalance(state: ReplyFields, open: ReadRows<ReplyFields>): Balance {
  const summary = replyFields(state['marginSummary'], 'The summary');
  const [unreadable] = open.unreadable;
  if (unreadable !== undefined) throw new UnreadableReply(unreadable.detail);
  const unrealizedProfit = open.items.reduce(
    (sum, position) => sum + decimalField(position, 'unrealizedPnl'),
    0n,
  ) as Decimal;
  const total = positive((decimalField(summary, 'accountValue') - unrealizedProfit) as Decimal);
  const available = least(positive(decimalField(state, 'withdrawable')), total);
  const locked = (total - available) as Decimal;
  return {
    currency: COLLATERAL,
    available,
    locked,
    total,
    marginUsed: least(decimalField(summary, 'totalMarginUsed'), locked),
    unrealizedProfit,
  };
}

/** Of perpetual markets here, which have one position each. Rows are named by their coins. */
export function openPositions(body: unknown): ReadRows<ReplyFields> {
  const { assetPositions } = replyFields(body, 'The account');
  return readFlatRows(replyList(assetPositions, 'The list of positions'), coinOf, (value) => {
    const { type, position } = replyFields(value, 'The position');
    const fields = replyFields(position, 'The position');
    if (!isPerpetual(textField(fields, 'coin'))) return [];
    if (type !== 'oneWay') throw new UnreadableReply('The position is of no mode that is known.');
    return [fields];
  });
}

function coinOf(row: unknown): unknown {
  return replyFields(replyFields(row, 'The position')['position'], 'The position')['coin'];
}

/** Open positions; those that cannot be read are named by their market. */
export function readPositions(body: unknown, context: AccountContext): Page<VenuePosition> {
  const atMs = integerField(replyFields(body, 'The account'), 'time');
  const open = openPositions(body);
  const nameOf = (row: unknown): unknown => tagOf(textField(row as ReplyFields, 'coin'), context);
  const read = readFlatRows(open.items, nameOf, (row) =>
    readPosition(row as ReplyFields, atMs, context),
  );
  const unnamed = open.unreadable.map(({ name, ...row }) => {
    return { ...row, name: name === null ? null : tagOf(name, context) };
  });
  return { items: read.items, leftOut: [...unnamed, ...read.unreadable], next: null };
}

/** It says neither since when a position is open nor what was realized. */
function readPosition(
  fields: ReplyFields,
  atMs: number,
  context: AccountContext,
): readonly VenuePosition[] {
  const size = decimalField(fields, 'szi');
  if (size === 0n) return [];
  const coin = textField(fields, 'coin');
  const amount = (size < 0n ? -size : size) as Decimal;
  const { mode, leverage } = leverageOf(fields);
  const liquidationPrice = optionalDecimal(fields, 'liquidationPx');
  return [
    {
      positionId: coin,
      marketTag: tagOf(coin, context),
      direction: size > 0n ? 'long' : 'short',
      amount,
      averagePrice: decimalField(fields, 'entryPx'),
      markPrice: divideDecimal(decimalField(fields, 'positionValue'), amount, 'half_even'),
      leverage,
      marginMode: mode,
      margin: decimalField(fields, 'marginUsed'),
      marginCurrency: COLLATERAL,
      liquidationPrice: liquidationPrice > 0n ? liquidationPrice : null,
      unrealizedProfit: decimalField(fields, 'unrealizedPnl'),
      realizedProfit: ZERO,
      fees: ZERO,
      roiPercent: multiplyDecimal(decimalField(fields, 'returnOnEquity'), HUNDRED, 'half_even'),
      openedAtMs: atMs,
      updatedAtMs: atMs,
    },
  ];
}

export type Leverage = { readonly mode: MarginMode; readonly leverage: Decimal };

/** Of a position, or of a market without one. */
export function leverageOf(fields: ReplyFields): Leverage {
  const setting = replyFields(fields['leverage'], 'The leverage');
  const leverage = decimalField(setting, 'value');
  return {
    mode: knownWord(MARGIN_MODES, textField(setting, 'type'), 'type'),
    leverage: leverage > 0n ? leverage : ONE,
  };
}

const SHARED =
  'Perpetual markets have no balance of their own in it, and here that balance is traded with: ' +
  'use another account, or a subaccount, that was not changed to it.';

/** Of a mode that is not among them nobody knows where its balance is. */
export const HYPERLIQUID_ACCOUNT_MODES = {
  futures: {
    disabled: { name: 'disabled', refusal: null },
    default: { name: 'default', refusal: null },
    unifiedAccount: { name: 'unifiedAccount', refusal: null },
    portfolioMargin: { name: 'portfolioMargin', refusal: SHARED },
    dexAbstraction: { name: 'dexAbstraction', refusal: SHARED },
  },
} as const satisfies AccountModes;

/**
 * The key is that of a wallet that trades for the account. One that is the account's own may
 * withdraw, and orders of any other would be of another account.
 */
export function readCredentials(role: unknown, settings: unknown, mode: unknown): CredentialReport {
  if (typeof mode !== 'string') throw new UnreadableReply('The mode is no text.');
  const accountUid = textField(replyFields(settings, 'The settings'), 'user').toLowerCase();
  const fields = replyFields(role, 'The role');
  const word = textField(fields, 'role');
  const isAgent = word === 'agent' && masterOf(fields) === accountUid;
  return {
    accountUid,
    canTrade: isAgent,
    canWithdraw: word === 'user',
    isAddressBound: false,
    expiresAtMs: null,
    permissions: [isAgent || word !== 'agent' ? word : 'agent of another account', `mode ${mode}`],
    positionMode: 'one_way',
    marginMode: null,
    accountMode: modeNamed(mode),
  };
}

function modeNamed(word: string): AccountMode {
  const known: Readonly<Record<string, AccountMode>> = HYPERLIQUID_ACCOUNT_MODES.futures;
  const mode = Object.hasOwn(known, word) ? known[word] : undefined;
  return mode ?? { name: word, refusal: SHARED };
}

function masterOf({ data }: ReplyFields): string {
  return textField(replyFields(data, 'The role'), 'user').toLowerCase();
}

function positive(value: Decimal): Decimal {
  return value > 0n ? value : ZERO;
}

function least(left: Decimal, right: Decimal): Decimal {
  return left < right ? left : right;
}

// Queries about an account of Hyperliquid, open to anybody who knows its address.

import type { Amount } from '#loopback/amount.ts';
import { amount, per, plainText, sizeOf } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import { leverageOf, marginModeOf, marketOf, positionsOf } from '#loopback/exchange/exchange.ts';
import { marginFigures, marginOf } from '#loopback/exchange/margin.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { shownFills, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { positionValue, unrealised } from '#loopback/ledger/position.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import { UnreadableBody } from '#loopback/skins/hyperliquid/hyperliquid-errors.ts';
import {
  frontendOrder,
  hyperliquidFill,
  isWorking,
  payment,
  statusOf,
} from '#loopback/skins/hyperliquid/hyperliquid-order.ts';
import type { Question, Questions } from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import {
  addressOfAccount,
  endIn,
  marketOfCoin,
  modeOf,
  textOf,
  userOf,
  wholeOf,
} from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import { addressOf } from '#loopback/skins/hyperliquid/l1-signature.ts';

const COLLATERAL = 'USDC';
const FILLS_MAX = 2_000;
const PAYMENTS_MAX = 500;
const read = { weight: 20, takes: ['user'] } as const;
const TIMES = ['user', 'startTime', 'endTime'];

export const ACCOUNT_QUESTIONS: Questions = {
  clearinghouseState: {
    ...read,
    operation: 'balances',
    weight: 2,
    takes: ['user', 'dex'],
    run: state,
  },
  spotClearinghouseState: {
    ...read,
    operation: 'balances',
    weight: 2,
    run: spotState,
  },
  activeAssetData: { ...read, operation: 'settings', takes: ['user', 'coin'], run: settings },
  orderStatus: { ...read, operation: 'lookup', weight: 2, takes: ['user', 'oid'], run: status },
  frontendOpenOrders: { ...read, operation: 'orders', takes: ['user', 'dex'], run: open },
  userFillsByTime: {
    ...read,
    operation: 'fills',
    takes: [...TIMES, 'aggregateByTime'],
    run: (question) => fills(question, wholeOf(question.words, 'startTime')),
  },
  userFills: {
    ...read,
    operation: 'fills',
    takes: ['user', 'aggregateByTime'],
    run: (question) => fills(question, 0),
  },
  userFunding: { ...read, operation: 'positions', takes: TIMES, run: payments },
  userRole: { ...read, operation: 'credentials', weight: 60, run: role },
  userAbstraction: {
    ...read,
    operation: 'credentials',
    run: (question) => jsonReply(200, userOf(question)?.mode ?? 'disabled'),
  },
};

function openPositions(exchange: Exchange, account: Account): readonly Position[] {
  return positionsOf(exchange, account.id).filter(({ size }) => size !== 0n);
}

/** Whatever is asked of an address that nobody has, it has nothing. */
function state(question: Question): VenueReply {
  const { exchange } = question;
  const account = userOf(question);
  const time = exchange.clock.nowMs();
  if (account === null) return jsonReply(200, emptyState(time));
  const figures = marginFigures(exchange, account, COLLATERAL);
  const positions = openPositions(exchange, account);
  const worth = figures.wallet + figures.unrealised;
  // Of a unified account the state of spot has the money, and the sums here mean nothing.
  const isUnified = account.mode === 'unifiedAccount';
  const marginSummary = {
    accountValue: plainText(isUnified ? 0n : worth),
    totalNtlPos: plainText(
      positions.reduce(
        (sum, each) => sum + positionValue(each, marketOf(exchange, each.marketKey).middle),
        0n,
      ),
    ),
    totalRawUsd: plainText(isUnified ? 0n : figures.wallet),
    totalMarginUsed: plainText(isUnified ? 0n : figures.positionMargin),
  };
  // Orders bind margin of the same money.
  const free = figures.available > 0n ? figures.available : 0n;
  return jsonReply(200, {
    marginSummary,
    crossMarginSummary: marginSummary,
    crossMaintenanceMarginUsed: plainText(figures.maintenance),
    withdrawable: plainText(isUnified ? 0n : free),
    assetPositions: positions.map((position) => ({
      type: 'oneWay',
      position: positionFigures(exchange, account, position),
    })),
    time,
  });
}

/** What is held is the margin of positions and orders. */
function spotState(question: Question): VenueReply {
  const account = userOf(question);
  if (account?.mode !== 'unifiedAccount') return jsonReply(200, { balances: [] });
  const { wallet, available } = marginFigures(question.exchange, account, COLLATERAL);
  const free = available > wallet ? wallet : available > 0n ? available : 0n;
  const total = plainText(wallet);
  const hold = plainText(wallet - free);
  const row = { coin: COLLATERAL, token: 0, total, hold, entryNtl: '0.0' };
  return jsonReply(200, { balances: [row] });
}

function emptyState(time: number): object {
  const summary = {
    accountValue: '0.0',
    totalNtlPos: '0.0',
    totalRawUsd: '0.0',
    totalMarginUsed: '0.0',
  };
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: '0.0',
    assetPositions: [],
    time,
  };
}

function positionFigures(exchange: Exchange, account: Account, position: Position): object {
  const { terms, middle } = marketOf(exchange, position.marketKey);
  const margin = marginOf(exchange, account, position);
  const gain = unrealised(position, middle);
  return {
    coin: terms.base,
    szi: plainText(position.size),
    leverage: leverageFigures(account, position.marketKey, marginModeOf(account, position)),
    entryPx: plainText(per(position.entryValue, sizeOf(position.size))),
    positionValue: plainText(positionValue(position, middle)),
    unrealizedPnl: plainText(gain),
    returnOnEquity: plainText(margin === 0n ? 0n : per(gain, margin)),
    liquidationPx: liquidationPrice(exchange, account, position),
    marginUsed: plainText(margin),
    maxLeverage: terms.leverageMax,
    cumFunding: { allTime: '0.0', sinceOpen: '0.0', sinceChange: '0.0' },
  };
}

function leverageFigures(account: Account, marketKey: string, mode: 'cross' | 'isolated'): object {
  const value = Number(plainText(leverageOf(account, marketKey, mode)));
  return { type: mode, value, ...(mode === 'isolated' ? { rawUsd: '0.0' } : {}) };
}

/** Of an isolated position, where its margin is worth its maintenance. */
function liquidationPrice(exchange: Exchange, account: Account, position: Position): string | null {
  if (marginModeOf(account, position) === 'cross') return null;
  const { maintenanceRate } = marketOf(exchange, position.marketKey).terms;
  const margin = marginOf(exchange, account, position);
  const size = sizeOf(position.size);
  const one = amount('1');
  const at = (value: Amount, share: Amount): string => plainText(per(per(value, size), share));
  return position.size > 0n
    ? at(position.entryValue - margin, one - maintenanceRate)
    : at(position.entryValue + margin, one + maintenanceRate);
}

function settings(question: Question): VenueReply {
  const account = userOf(question);
  const { terms, middle } = marketOfCoin(question);
  if (account === null) throw new UnreadableBody('user');
  return jsonReply(200, {
    user: addressOfAccount(account),
    coin: terms.base,
    leverage: leverageFigures(account, terms.key, modeOf(account, terms.key)),
    maxTradeSzs: ['0.0', '0.0'],
    availableToTrade: ['0.0', '0.0'],
    markPx: plainText(middle),
  });
}

function shownOf({ exchange, distortion }: Question, account: Account): readonly ShownOrder[] {
  return shownOrders(exchange, account, exchange.clock.nowMs() - distortion.staleMs);
}

/** By its number or by its name, of which the latest is meant. */
function status(question: Question): VenueReply {
  const { exchange, words } = question;
  const { oid } = words;
  if (typeof oid !== 'number' && !/^0x[0-9a-f]{32}$/.test(String(oid)))
    throw new UnreadableBody('oid');
  const account = userOf(question);
  const found =
    account === null
      ? undefined
      : shownOf(question, account).findLast(({ order }) =>
          typeof oid === 'number' ? order.venueOrderId === String(oid) : order.name === oid,
        );
  if (found === undefined) return jsonReply(200, { status: 'unknownOid' });
  return jsonReply(200, {
    status: 'order',
    order: {
      order: frontendOrder(exchange, found),
      status: statusOf(found),
      statusTimestamp: found.order.updatedAtMs,
    },
  });
}

function open(question: Question): VenueReply {
  const account = userOf(question);
  const working = account === null ? [] : shownOf(question, account).filter(isWorking);
  return jsonReply(
    200,
    working.map((shown) => frontendOrder(question.exchange, shown)).toReversed(),
  );
}

/** Oldest first, and no more than the newest ten thousand. */
function fills(question: Question, fromMs: number): VenueReply {
  const { exchange } = question;
  const account = userOf(question);
  if (account === null) return jsonReply(200, []);
  const address = addressOfAccount(account);
  const rows = bookedIn(question, account, fromMs)
    .filter(({ kind }) => kind !== 'funding')
    .slice(0, FILLS_MAX)
    .map((fill) => hyperliquidFill(exchange, fill, address));
  return jsonReply(200, rows);
}

function bookedIn(question: Question, account: Account, fromMs: number): readonly Fill[] {
  const { exchange, words, distortion } = question;
  const nowMs = exchange.clock.nowMs();
  const toMs = endIn(words, nowMs);
  return shownFills(exchange, account, nowMs - distortion.staleMs).filter(
    ({ atMs }) => atMs >= fromMs && atMs <= toMs,
  );
}

function payments(question: Question): VenueReply {
  const { exchange, words } = question;
  const account = userOf(question);
  if (account === null) return jsonReply(200, []);
  const rows = bookedIn(question, account, wholeOf(words, 'startTime'))
    .filter(({ kind }) => kind === 'funding')
    .slice(0, PAYMENTS_MAX)
    .map((fill) => payment(exchange, fill));
  return jsonReply(200, rows);
}

/** A wallet that may trade for an account, an account, or neither. */
function role({ exchange, words }: Question): VenueReply {
  const user = textOf(words, 'user');
  if (exchange.keys.has(user)) return jsonReply(200, { role: 'user' });
  for (const key of exchange.keys.values()) {
    if (key.isRevoked || !key.canTrade || addressOf(key.secret) !== user) continue;
    if (key.canWithdraw) return jsonReply(200, { role: 'user' });
    const account = exchange.accounts.get(key.accountId);
    if (account === undefined) continue;
    return jsonReply(200, { role: 'agent', data: { user: addressOfAccount(account) } });
  }
  return jsonReply(200, { role: 'missing' });
}

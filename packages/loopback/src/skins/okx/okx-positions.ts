// Positions at OKX, what they stand on, and what is booked on them.

import type { Amount } from '#loopback/amount.ts';
import { amount, parseAmount, per, plainText, sizeOf, times } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { Account, Exchange, MarginMode } from '#loopback/exchange/exchange.ts';
import {
  leverageKey,
  leverageOf,
  marginModeOf,
  marketOf,
  positionModeOf,
  positionsOf,
} from '#loopback/exchange/exchange.ts';
import { maintenanceOf, marginOf } from '#loopback/exchange/margin.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { positionValue, unrealised } from '#loopback/ledger/position.ts';
import { shownFillsOf } from '#loopback/skins/kit/skin-endpoint.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { OkxContext, OkxEndpoints, OkxParameters } from '#loopback/skins/okx/okx-endpoint.ts';
import {
  INST_TYPES,
  instIdOf,
  isOfMarket,
  kindOf,
  marketOf as marketNamed,
  pageOf,
  requiredText,
  textOf,
} from '#loopback/skins/okx/okx-endpoint.ts';
import { OkxRefusal, okxReply, parameterError } from '#loopback/skins/okx/okx-errors.ts';
import { billIdOf, subTypeOf } from '#loopback/skins/okx/okx-order.ts';

const DAY_MS = 86_400_000;
const POSITION_ID_BASE = 1_752_810_569_801_498_626n;
const BILLS = ['instType', 'instId', 'ccy', 'mgnMode', 'ctType', 'type', 'subType'];
const PAGE = ['after', 'before', 'begin', 'end', 'limit'];
const read = { access: 'read', operation: 'positions', perTwoSeconds: 10 } as const;
const setting = { operation: 'settings', perTwoSeconds: 20 } as const;

export const OKX_POSITIONS: OkxEndpoints = {
  'GET /api/v5/account/positions': {
    ...read,
    takes: ['instType', 'instId', 'posId'],
    run: positions,
  },
  'GET /api/v5/account/leverage-info': {
    ...setting,
    access: 'read',
    takes: ['instId', 'mgnMode'],
    run: leverage,
  },
  'POST /api/v5/account/set-leverage': {
    ...setting,
    access: 'trade',
    takes: ['instId', 'lever', 'mgnMode', 'posSide'],
    run: setLeverage,
  },
  'POST /api/v5/account/set-position-mode': {
    ...setting,
    perTwoSeconds: 5,
    access: 'trade',
    takes: ['posMode'],
    run: setPositionMode,
  },
  'GET /api/v5/account/bills': {
    ...read,
    operation: 'fills',
    takes: [...BILLS, ...PAGE],
    run: (context: OkxContext) => bills(context, 7 * DAY_MS),
  },
  'GET /api/v5/account/bills-archive': {
    ...read,
    operation: 'fills',
    perTwoSeconds: 5,
    takes: [...BILLS, ...PAGE],
    run: (context: OkxContext) => bills(context, 90 * DAY_MS),
  },
};

/** Newest first; of an instrument that is named also what was closed. */
function positions(context: OkxContext): VenueReply {
  const { exchange, account, parameters } = context;
  const kind = kindOf(parameters, false);
  const isNamed = textOf(parameters, 'instId') !== null;
  const wanted = positionsOf(exchange, account.id)
    .filter(({ marketKey }) => isOfMarket(context, kind, marketKey))
    .filter(({ size, openedAtMs }) => (isNamed ? openedAtMs > 0 : size !== 0n))
    .toSorted((left, right) => right.openedAtMs - left.openedAtMs);
  return okxReply(wanted.map((position) => positionFigures(exchange, account, position)));
}

function positionFigures(
  exchange: Exchange,
  account: Account,
  position: Position,
): Record<string, unknown> {
  const { terms, middle, last } = marketOf(exchange, position.marketKey);
  const isOpen = position.size !== 0n;
  const mode = marginModeOf(account, position);
  const margin = isOpen ? plainText(marginOf(exchange, account, position)) : '';
  const booked = bookedOf(account, position);
  const quantity = times(sizeOf(position.size), terms.contractValue);
  return {
    adl: '1',
    availPos: '',
    avgPx: isOpen ? plainText(per(position.entryValue, quantity)) : '',
    cTime: String(position.openedAtMs),
    ccy: terms.quote,
    closeOrderAlgo: [],
    fee: plainText(-booked.fees),
    fundingFee: plainText(-booked.funding),
    imr: mode === 'cross' ? margin : '',
    instId: instIdOf(terms),
    instType: INST_TYPES[terms.kind],
    interest: '',
    last: plainText(last),
    lever: plainText(leverageOf(account, position.marketKey, position.marginMode)),
    liqPenalty: '0',
    liqPx: isOpen ? liquidationPrice(exchange, account, position) : '',
    margin: mode === 'isolated' ? margin : '',
    markPx: plainText(middle),
    mgnMode: mode,
    mgnRatio: '',
    mmr: plainText(maintenanceOf(exchange, position)),
    notionalUsd: plainText(positionValue(position, middle)),
    pnl: plainText(position.realisedSinceOpened),
    pos: plainText(position.side === 'short' ? -position.size : position.size),
    posCcy: '',
    posId: positionId(exchange, position),
    posSide: position.side,
    realizedPnl: plainText(position.realisedSinceOpened - booked.fees - booked.funding),
    settledPnl: '',
    tradeId: String(exchange.lastFillNumber),
    uTime: String(position.updatedAtMs),
    upl: isOpen ? plainText(unrealised(position, middle)) : '',
    uplRatio: '',
  };
}

/** Since it was opened. */
function bookedOf(
  account: Account,
  position: Position,
): { readonly fees: Amount; readonly funding: Amount } {
  const own = account.fills.filter(
    ({ marketKey, atMs }) => marketKey === position.marketKey && atMs >= position.openedAtMs,
  );
  const sum = (fills: readonly Fill[]): Amount => fills.reduce((all, { fee }) => all + fee, 0n);
  return {
    fees: sum(own.filter(({ kind }) => kind !== 'funding')),
    funding: sum(own.filter(({ kind }) => kind === 'funding')),
  };
}

/** The same whenever it is opened. */
function positionId({ positions }: Exchange, position: Position): string {
  return String(POSITION_ID_BASE + BigInt([...positions.values()].indexOf(position)));
}

/** Of an isolated position, where its margin is worth its maintenance. */
function liquidationPrice(exchange: Exchange, account: Account, position: Position): string {
  if (marginModeOf(account, position) === 'cross') return '';
  const { maintenanceRate, contractValue } = marketOf(exchange, position.marketKey).terms;
  const margin = marginOf(exchange, account, position);
  const quantity = times(sizeOf(position.size), contractValue);
  const one = amount('1');
  return plainText(
    position.size > 0n
      ? per(per(position.entryValue - margin, quantity), one - maintenanceRate)
      : per(per(position.entryValue + margin, quantity), one + maintenanceRate),
  );
}

function readMode(parameters: OkxParameters): MarginMode {
  const mode = requiredText(parameters, 'mgnMode');
  if (mode !== 'cross' && mode !== 'isolated') throw parameterError('mgnMode');
  return mode;
}

/** In hedge mode once for each side. */
function leverage({ exchange, account, parameters }: OkxContext): VenueReply {
  const mgnMode = readMode(parameters);
  const { terms } = marketNamed(exchange, requiredText(parameters, 'instId'));
  const lever = plainText(leverageOf(account, terms.key, mgnMode));
  const isNet = positionModeOf(account, terms.key) === 'one_way';
  const sides = isNet ? ['net'] : ['long', 'short'];
  return okxReply(
    sides.map((posSide) => ({ ccy: '', instId: instIdOf(terms), mgnMode, posSide, lever })),
  );
}

/** Not while orders in this mode wait there, whatever the leverage is. */
function setLeverage({ exchange, account, parameters }: OkxContext): VenueReply {
  const mgnMode = readMode(parameters);
  const { terms } = marketNamed(exchange, requiredText(parameters, 'instId'));
  const lever = parseAmount(requiredText(parameters, 'lever'));
  if (lever === null || lever < amount('1'))
    throw new OkxRefusal(59_105, "Leverage can't be less than 1. Please increase the leverage.");
  if (lever > amount(String(terms.leverageMax)))
    throw new OkxRefusal(59_102, 'Leverage exceeds the maximum limit. Please lower the leverage.');
  const isWaiting = [...account.working].some(
    (order) => order.marketKey === terms.key && order.marginMode === mgnMode,
  );
  if (isWaiting)
    throw mgnMode === 'isolated'
      ? new OkxRefusal(59_101, 'Please cancel all pending isolated margin orders.')
      : new OkxRefusal(59_107, 'Please cancel all pending cross-margin orders.');
  account.leverages.set(leverageKey(terms.key, mgnMode), lever);
  const posSide = textOf(parameters, 'posSide') ?? '';
  return okxReply([{ lever: plainText(lever), mgnMode, instId: instIdOf(terms), posSide }]);
}

/** One for the whole account. */
function setPositionMode({ exchange, account, parameters }: OkxContext): VenueReply {
  const posMode = requiredText(parameters, 'posMode');
  if (posMode !== 'net_mode' && posMode !== 'long_short_mode') throw parameterError('posMode');
  const isInUse =
    account.working.size > 0 || positionsOf(exchange, account.id).some(({ size }) => size !== 0n);
  if (isInUse)
    throw new OkxRefusal(59_000, 'Setting failed. Cancel any open orders, close positions first.');
  for (const { terms } of exchange.markets.values())
    if (terms.kind === 'linear')
      account.positionModes.set(terms.key, posMode === 'net_mode' ? 'one_way' : 'hedge');
  return okxReply([{ posMode }]);
}

const BILL_TYPES: Readonly<Record<Fill['kind'], string>> = {
  trade: '2',
  liquidation: '5',
  funding: '8',
};

function bills(context: OkxContext, retainedMs: number): VenueReply {
  const { exchange, parameters } = context;
  const kind = kindOf(parameters, false);
  const ctType = textOf(parameters, 'ctType');
  const type = textOf(parameters, 'type');
  const subType = textOf(parameters, 'subType');
  const nowMs = exchange.clock.nowMs();
  const listed = shownFillsOf(context)
    .filter(({ atMs }) => atMs >= nowMs - retainedMs)
    .filter(({ marketKey }) => isOfMarket(context, kind, marketKey))
    .filter((fill) => type === null || BILL_TYPES[fill.kind] === type)
    .filter((fill) => subType === null || subTypeOf(fill) === subType)
    .filter(({ marketKey }) => ctType !== 'inverse' || !marketKey.startsWith('linear:'))
    .map((fill) => ({ id: billIdOf(fill), atMs: fill.atMs, item: bill(exchange, fill) }));
  return okxReply(pageOf(parameters, listed));
}

/** What funding cost is in `pnl`, below zero where it was paid. */
function bill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  const isFunding = fill.kind === 'funding';
  const fee = isFunding ? 0n : -fill.fee;
  const pnl = isFunding ? -fill.fee : fill.realised;
  return {
    bal: '',
    balChg: plainText(pnl + fee),
    billId: billIdOf(fill),
    ccy: fill.feeAsset,
    clOrdId: fill.order?.name ?? '',
    execType: isFunding ? '' : fill.isMaker ? 'M' : 'T',
    fee: plainText(fee),
    from: '',
    instId: instIdOf(terms),
    instType: INST_TYPES[terms.kind],
    interest: '0',
    mgnMode: fill.order?.marginMode ?? 'cross',
    notes: '',
    ordId: fill.order?.venueOrderId ?? '',
    pnl: plainText(pnl),
    posBal: '',
    posBalChg: '0',
    px: plainText(fill.price),
    subType: subTypeOf(fill),
    sz: plainText(fill.quantity),
    tag: '',
    to: '',
    tradeId: isFunding ? '' : String(fill.id),
    ts: String(fill.atMs),
    type: BILL_TYPES[fill.kind],
  };
}

// Balances, positions and settings of an account at Bybit, and the rights of its key.

import type { Amount } from '#loopback/amount.ts';
import { amount, parseAmount, per, plainText, sizeOf, times } from '#loopback/amount.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import {
  leverageOf,
  marketOf,
  positionModeOf,
  positionOf,
  positionsOf,
} from '#loopback/exchange/exchange.ts';
import { maintenanceOf, marginFigures, marginOf } from '#loopback/exchange/margin.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { unrealised } from '#loopback/ledger/position.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { BybitContext, BybitEndpoints } from '#loopback/skins/bybit/bybit-endpoint.ts';
import {
  bybitMarket,
  categoryOf,
  requiredText,
  textOf,
} from '#loopback/skins/bybit/bybit-endpoint.ts';
import { BybitRefusal, bybitReply, parameterError } from '#loopback/skins/bybit/bybit-errors.ts';
import { positionIdx } from '#loopback/skins/bybit/bybit-order.ts';

const SETTLE = 'USDT';
const DAY_MS = 86_400_000;

export const BYBIT_ACCOUNT: BybitEndpoints = {
  'GET /v5/account/wallet-balance': {
    access: 'read',
    operation: 'balances',
    perSecond: 50,
    run: walletBalance,
  },
  'GET /v5/position/list': {
    access: 'read',
    operation: 'positions',
    perSecond: 50,
    run: positionList,
  },
  'GET /v5/account/info': {
    access: 'read',
    operation: 'settings',
    perSecond: 50,
    run: accountInfo,
  },
  'GET /v5/account/fee-rate': {
    access: 'read',
    operation: 'settings',
    perSecond: 10,
    run: feeRate,
  },
  'POST /v5/position/set-leverage': {
    access: 'trade',
    operation: 'settings',
    perSecond: 10,
    run: setLeverage,
  },
  'POST /v5/account/set-margin-mode': {
    access: 'trade',
    operation: 'settings',
    perSecond: 5,
    run: setMarginMode,
  },
  'POST /v5/position/switch-isolated': {
    access: 'trade',
    operation: 'settings',
    perSecond: 5,
    run: switchIsolated,
  },
  'POST /v5/position/switch-mode': {
    access: 'trade',
    operation: 'settings',
    perSecond: 5,
    run: switchMode,
  },
  'GET /v5/user/query-api': {
    access: 'read',
    operation: 'credentials',
    perSecond: 10,
    run: queryApi,
  },
};

function walletBalance(context: BybitContext): VenueReply {
  const { exchange, account, parameters } = context;
  const type = requiredText(parameters, 'accountType');
  if (type !== 'UNIFIED') throw parameterError('accountType only support UNIFIED.');
  const wanted = textOf(parameters, 'coin')?.split(',') ?? null;
  return bybitReply(exchange.clock.nowMs(), { list: [walletFigures(exchange, account, wanted)] });
}

/** Also what the private stream sends under `wallet`. */
export function walletFigures(
  exchange: Exchange,
  account: Account,
  coins: readonly string[] | null,
): Record<string, unknown> {
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const margin = marginFigures(exchange, account, SETTLE);
  const rows = owned.map(([coin, { free, locked }]) => {
    const figures = coin === SETTLE ? margin : null;
    const wallet = free + locked;
    const gain = figures?.unrealised ?? 0n;
    return {
      availableToBorrow: '',
      bonus: '0',
      accruedInterest: '0',
      availableToWithdraw: '',
      totalOrderIM: plainText(figures?.orderMargin ?? 0n),
      equity: plainText(wallet + gain),
      totalPositionMM: plainText(figures?.maintenance ?? 0n),
      usdValue: plainText(times(wallet + gain, priceInUsd(exchange, coin))),
      unrealisedPnl: plainText(gain),
      collateralSwitch: true,
      spotHedgingQty: '0',
      borrowAmount: '0',
      totalPositionIM: plainText(figures?.positionMargin ?? 0n),
      walletBalance: plainText(wallet),
      cumRealisedPnl: '0',
      locked: plainText(locked),
      marginCollateral: true,
      coin,
      spotBorrow: '0',
    };
  });
  const total = owned.reduce(
    (sum, [coin, { free, locked }]) => sum + times(free + locked, priceInUsd(exchange, coin)),
    0n,
  );
  return {
    totalEquity: plainText(total + margin.unrealised),
    accountIMRate: '0',
    accountIMRateByMp: '0',
    totalMarginBalance: plainText(margin.wallet + margin.unrealised),
    totalInitialMargin: plainText(margin.positionMargin + margin.orderMargin),
    totalInitialMarginByMp: plainText(margin.positionMargin + margin.orderMargin),
    accountType: 'UNIFIED',
    totalAvailableBalance: plainText(margin.available),
    accountMMRate: '0',
    accountMMRateByMp: '0',
    totalPerpUPL: plainText(margin.unrealised),
    totalWalletBalance: plainText(total),
    accountLTV: '0',
    totalMaintenanceMargin: plainText(margin.maintenance),
    totalMaintenanceMarginByMp: plainText(margin.maintenance),
    coin: coins === null ? rows : rows.filter((row) => coins.includes(row.coin)),
  };
}

function positionList(context: BybitContext): VenueReply {
  const { exchange, account, parameters } = context;
  const category = categoryOf(parameters);
  if (category !== 'linear') throw parameterError('Illegal category');
  const list = textOf(parameters, 'symbol') === null ? openPositions(context) : ofSymbol(context);
  return bybitReply(exchange.clock.nowMs(), {
    list: list.map((position) => positionFigures(exchange, account, position)),
    nextPageCursor: '',
    category,
  });
}

function openPositions({ exchange, account, parameters }: BybitContext): readonly Position[] {
  const settleCoin = textOf(parameters, 'settleCoin');
  if (settleCoin === null) {
    throw parameterError('Missing some parameters that must be filled in, symbol or settleCoin');
  }
  return positionsOf(exchange, account.id).filter(
    ({ size, marketKey }) =>
      size !== 0n && marketOf(exchange, marketKey).terms.quote === settleCoin,
  );
}

/** With a symbol, positions are listed whether they are open or not. */
function ofSymbol({ exchange, account, parameters }: BybitContext): readonly Position[] {
  const { key } = bybitMarket(exchange, parameters).terms;
  const sides =
    positionModeOf(account, key) === 'one_way' ? ['net' as const] : (['long', 'short'] as const);
  return sides.map((side) => positionOf(exchange, account.id, key, side));
}

/** Also what the private stream sends under `position`, which calls `avgPrice` otherwise. */
export function positionFigures(
  exchange: Exchange,
  account: Account,
  position: Position,
): Record<string, unknown> {
  const { terms, middle } = marketOf(exchange, position.marketKey);
  const size = sizeOf(position.size);
  const isOpen = size !== 0n;
  const margin = isOpen ? marginOf(exchange, account, position) : 0n;
  const maintenance = maintenanceOf(exchange, position);
  return {
    positionIdx: positionIdx(position.side),
    riskId: 1,
    riskLimitValue: '2000000',
    symbol: terms.symbol,
    side: !isOpen ? '' : position.size > 0n ? 'Buy' : 'Sell',
    size: plainText(size),
    avgPrice: plainText(per(position.entryValue, size)),
    positionValue: isOpen ? plainText(times(size, middle)) : '',
    tradeMode: 0,
    positionStatus: 'Normal',
    autoAddMargin: 0,
    adlRankIndicator: isOpen ? 2 : 0,
    leverage: plainText(leverageOf(account, position.marketKey)),
    positionBalance: plainText(margin),
    markPrice: plainText(middle),
    liqPrice: isOpen ? liquidationPrice(exchange, account, position) : '',
    bustPrice: '',
    positionMM: plainText(maintenance),
    positionMMByMp: plainText(maintenance),
    positionIM: plainText(margin),
    positionIMByMp: plainText(margin),
    tpslMode: 'Full',
    takeProfit: '',
    stopLoss: '',
    trailingStop: '0',
    unrealisedPnl: isOpen ? plainText(unrealised(position, middle)) : '',
    curRealisedPnl: plainText(position.realisedSinceOpened),
    cumRealisedPnl: plainText(position.realised),
    seq: exchange.lastFillNumber,
    isReduceOnly: false,
    mmrSysUpdatedTime: '',
    leverageSysUpdatedTime: '',
    sessionAvgPrice: '',
    createdTime: String(position.createdAtMs),
    updatedTime: String(position.updatedAtMs),
    openTime: position.openedAtMs,
  };
}

/** Where an isolated position's margin is worth its maintenance. Cross has none of its own. */
function liquidationPrice(exchange: Exchange, account: Account, position: Position): string {
  if (account.marginMode === 'cross') return '';
  const { terms } = marketOf(exchange, position.marketKey);
  const margin = marginOf(exchange, account, position);
  const size = sizeOf(position.size);
  const one = amount('1');
  const price =
    position.size > 0n
      ? per(per(position.entryValue - margin, size), one - terms.maintenanceRate)
      : per(per(position.entryValue + margin, size), one + terms.maintenanceRate);
  return plainText(price);
}

function accountInfo({ exchange, account }: BybitContext): VenueReply {
  return bybitReply(exchange.clock.nowMs(), {
    marginMode: account.marginMode === 'cross' ? 'REGULAR_MARGIN' : 'ISOLATED_MARGIN',
    updatedTime: String(exchange.clock.nowMs()),
    unifiedMarginStatus: Number(account.mode ?? '5'),
    dcpStatus: 'OFF',
    timeWindow: 10,
    smpGroup: 0,
    isMasterTrader: false,
    spotHedgingStatus: 'OFF',
  });
}

function feeRate({ exchange, account, parameters }: BybitContext): VenueReply {
  const category = categoryOf(parameters);
  const symbol = textOf(parameters, 'symbol');
  const list = [...exchange.markets.values()]
    .filter(({ terms }) => terms.kind === category && (symbol ?? terms.symbol) === terms.symbol)
    .map(({ terms }) => ({
      symbol: terms.symbol,
      takerFeeRate: plainText(account.rates[category].taker),
      makerFeeRate: plainText(account.rates[category].maker),
    }));
  return bybitReply(exchange.clock.nowMs(), { category, list });
}

function setLeverage(context: BybitContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { terms } = bybitMarket(exchange, parameters);
  if (terms.kind !== 'linear') throw parameterError('Illegal category');
  const leverage = parseAmount(requiredText(parameters, 'buyLeverage'));
  const isSame = leverage === parseAmount(requiredText(parameters, 'sellLeverage'));
  if (leverage === null || !isSame) throw parameterError('buy leverage invalid');
  const max = amount(String(terms.leverageMax));
  if (leverage < amount('1') || leverage > max) {
    throw new BybitRefusal(110_013, 'cannot set leverage due to risk limit');
  }
  if (leverageOf(account, terms.key) === leverage) {
    throw new BybitRefusal(110_043, 'leverage not modified');
  }
  account.leverages.set(terms.key, leverage);
  return bybitReply(exchange.clock.nowMs(), {});
}

function setMarginMode({ exchange, account, parameters }: BybitContext): VenueReply {
  const mode = requiredText(parameters, 'setMarginMode');
  if (mode !== 'ISOLATED_MARGIN' && mode !== 'REGULAR_MARGIN') {
    throw new BybitRefusal(110_073, 'Set margin mode failed');
  }
  account.marginMode = mode === 'REGULAR_MARGIN' ? 'cross' : 'isolated';
  return bybitReply(exchange.clock.nowMs(), { reasons: [] });
}

/**
 * Of classic accounts. A unified account is refused, and the reason is that it would change the
 * whole account.
 */
function switchIsolated(): VenueReply {
  throw new BybitRefusal(100_028, 'The API cannot be accessed by unified account users.');
}

function switchMode(context: BybitContext): VenueReply {
  const { exchange, account, parameters } = context;
  const mode = { '0': 'one_way' as const, '3': 'hedge' as const }[requiredText(parameters, 'mode')];
  if (mode === undefined) throw parameterError('mode invalid');
  if (categoryOf(parameters) !== 'linear') throw parameterError('Illegal category');
  const symbol = textOf(parameters, 'symbol');
  const markets = [...exchange.markets.values()].filter(
    ({ terms }) => terms.kind === 'linear' && (symbol ?? terms.symbol) === terms.symbol,
  );
  for (const { terms } of markets) checkSwitch(exchange, account, terms.key, mode, symbol !== null);
  for (const { terms } of markets) {
    if (!isInUse(exchange, account, terms.key)) account.positionModes.set(terms.key, mode);
  }
  return bybitReply(exchange.clock.nowMs(), {});
}

/** By coin, markets in use are passed over; by symbol, they refuse. */
function checkSwitch(
  exchange: Exchange,
  account: Account,
  key: string,
  mode: 'one_way' | 'hedge',
  isBySymbol: boolean,
): void {
  if (!isBySymbol) return;
  if (positionModeOf(account, key) === mode) {
    throw new BybitRefusal(110_025, 'Position mode is not modified');
  }
  if (positionsOf(exchange, account.id).some((p) => p.marketKey === key && p.size !== 0n)) {
    throw new BybitRefusal(
      110_024,
      'You have an existing position, so the position mode cannot be switched.',
    );
  }
  if (isInUse(exchange, account, key)) {
    throw new BybitRefusal(
      110_028,
      'You have existing open orders, so the position mode cannot be switched.',
    );
  }
}

function isInUse(exchange: Exchange, account: Account, key: string): boolean {
  const hasPosition = positionsOf(exchange, account.id).some(
    (position) => position.marketKey === key && position.size !== 0n,
  );
  return hasPosition || [...account.working].some((order) => order.marketKey === key);
}

function queryApi({ exchange, account, key }: BybitContext): VenueReply {
  // Only a key without addresses expires by itself.
  const isBound = key.addresses.length > 0;
  const expiresAtMs = key.expiresAtMs ?? (isBound ? 0 : key.createdAtMs + 90 * DAY_MS);
  const daysLeft = Math.floor((expiresAtMs - exchange.clock.nowMs()) / DAY_MS);
  return bybitReply(exchange.clock.nowMs(), {
    id: String(account.uid),
    note: 'loopback',
    apiKey: key.key,
    readOnly: key.canTrade ? 0 : 1,
    secret: '',
    permissions: {
      ContractTrade: key.canTrade ? ['Order', 'Position'] : [],
      Spot: key.canTrade ? ['SpotTrade'] : [],
      Wallet: key.canWithdraw ? ['AccountTransfer', 'Withdraw'] : [],
      Options: [],
      Derivatives: [],
      CopyTrading: [],
      BlockTrade: [],
      Exchange: [],
      NFT: [],
      Affiliate: [],
      Earn: [],
    },
    ips: isBound ? key.addresses : ['*'],
    type: 1,
    deadlineDay: expiresAtMs === 0 ? -2 : daysLeft,
    expiredAt: secondsText(expiresAtMs),
    createdAt: secondsText(key.createdAtMs),
    unified: 0,
    uta: 1,
    userID: account.uid,
    inviterID: 0,
    vipLevel: 'No VIP',
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_1',
    kycRegion: 'MYS',
  });
}

function priceInUsd(exchange: Exchange, coin: string): Amount {
  if (coin === SETTLE) return amount('1');
  return exchange.markets.get(`spot:${coin}${SETTLE}`)?.last ?? 0n;
}

/** `2025-10-13T03:20:45Z`. */
function secondsText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

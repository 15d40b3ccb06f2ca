// Endpoints of a futures account: orders, trades, payments, positions, balances, its settings.

import type { Amount } from '#loopback/amount.ts';
import { fixedText, per, plainText, sizeOf, times } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import { leverageOf, marketOf, positionsOf } from '#loopback/exchange/exchange.ts';
import { marginFigures, marginOf } from '#loopback/exchange/margin.ts';
import { shownFills, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { unrealised } from '#loopback/ledger/position.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import type { Endpoints, PrivateContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { asOfMs, findOrder, marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import { ERRORS, errorReply } from '#loopback/skins/binance/binance-errors.ts';
import {
  BinanceRefusal,
  optionalId,
  optionalWhole,
  required,
} from '#loopback/skins/binance/binance-parameters.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import {
  forcedOrder,
  forcedOrderId,
  queriedUsdmOrder,
  userTrade,
} from '#loopback/skins/binance-usdm/usdm-order.ts';

const WEEK_MS = 7 * 86_400_000;

export const USDM_ACCOUNT: Endpoints = {
  'GET /fapi/v1/order': {
    access: 'read',
    operation: 'lookup',
    weight: () => 1,
    parameters: ['symbol', 'orderId', 'origClientOrderId'],
    run: queryOrder,
  },
  'GET /fapi/v1/openOrders': {
    access: 'read',
    operation: 'orders',
    weight: (parameters) => (parameters.has('symbol') ? 1 : 40),
    parameters: ['symbol'],
    run: openOrders,
  },
  'GET /fapi/v1/userTrades': {
    access: 'read',
    operation: 'fills',
    weight: () => 5,
    parameters: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'],
    run: userTrades,
  },
  'GET /fapi/v1/income': {
    access: 'read',
    operation: 'fills',
    weight: () => 30,
    parameters: ['symbol', 'incomeType', 'startTime', 'endTime', 'page', 'limit'],
    run: income,
  },
  'GET /fapi/v1/forceOrders': {
    access: 'read',
    operation: 'fills',
    weight: (parameters) => (parameters.has('symbol') ? 20 : 50),
    parameters: ['symbol', 'autoCloseType', 'startTime', 'endTime', 'limit'],
    run: forceOrders,
  },
  'GET /fapi/v3/account': {
    access: 'read',
    operation: 'balances',
    weight: () => 5,
    parameters: [],
    run: accountInformation,
  },
  'GET /fapi/v3/balance': {
    access: 'read',
    operation: 'credentials',
    weight: () => 5,
    parameters: [],
    run: wallets,
  },
  'GET /fapi/v3/positionRisk': {
    access: 'read',
    operation: 'positions',
    weight: () => 5,
    parameters: ['symbol'],
    run: positionRisk,
  },
  'GET /fapi/v1/symbolConfig': {
    access: 'read',
    operation: 'settings',
    weight: () => 5,
    parameters: ['symbol'],
    run: symbolConfig,
  },
  'GET /fapi/v1/accountConfig': {
    access: 'read',
    operation: 'credentials',
    weight: () => 5,
    parameters: [],
    run: accountConfig,
  },
  'GET /sapi/v1/account/apiRestrictions': {
    access: 'read',
    operation: 'credentials',
    weight: () => 1,
    parameters: [],
    run: apiRestrictions,
  },
  'GET /sapi/v1/account/info': {
    access: 'read',
    operation: 'credentials',
    weight: () => 1,
    parameters: [],
    run: ({ account }: PrivateContext) =>
      jsonReply(200, {
        vipLevel: 0,
        isMarginEnabled: true,
        isFutureEnabled: true,
        isOptionsEnabled: false,
        isPortfolioMarginRetailEnabled: account.mode === 'Portfolio Margin',
      }),
  },
};

function queryOrder(context: PrivateContext): VenueReply {
  const market = marketBySymbol(context.exchange, context.parameters, 'linear');
  const found = findOrder(context, market.terms.key);
  if (found === null || isUntriggered(found.order)) return errorReply(ERRORS.noSuchOrder);
  return jsonReply(200, queriedUsdmOrder(context.exchange, found));
}

function openOrders(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const symbol = parameters.get('symbol');
  const atMs = asOfMs(context);
  const open = shownOrders(exchange, account, atMs).filter(
    ({ order, state }) =>
      state === 'open' &&
      (order.trigger === undefined || (order.triggeredAtMs ?? Infinity) <= atMs) &&
      (symbol === undefined || order.marketKey === `linear:${symbol}`),
  );
  return jsonReply(
    200,
    open.map((shown) => queriedUsdmOrder(exchange, shown)),
  );
}

function userTrades(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { key } = marketBySymbol(exchange, parameters, 'linear').terms;
  const orderId = optionalId(parameters, 'orderId');
  const fromId = optionalWhole(parameters, 'fromId');
  const hasSpan = parameters.has('startTime') || parameters.has('endTime');
  if (hasSpan && fromId !== null) throw new BinanceRefusal(ERRORS.combination);
  const { fromMs, toMs } = fromId === null && orderId === null ? spanOf(context) : ALWAYS;
  const isWanted = (fill: Fill): boolean =>
    fill.kind !== 'funding' &&
    fill.marketKey === key &&
    fill.atMs >= fromMs &&
    fill.atMs <= toMs &&
    (orderId === null || (fill.order?.venueOrderId ?? forcedOrderId(fill)) === orderId) &&
    (fromId === null || fill.id >= fromId);
  const matching = shownFills(exchange, account, asOfMs(context)).filter(isWanted);
  const isForward = fromId !== null || parameters.has('startTime');
  const limit = limitOf(context, 500, 1000);
  const page = isForward ? matching.slice(0, limit) : matching.slice(-limit);
  return jsonReply(
    200,
    page.map((fill) => userTrade(exchange, fill)),
  );
}

/** Numbers above 2^53, as ids of payments are. */
const PAYMENT_ID_BASE = 58_203_331_886_210_000n;

const ALWAYS = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/** Of payments of the one type that is known here. */
function income(context: PrivateContext): VenueReply {
  const { exchange, parameters } = context;
  if (required(parameters, 'incomeType') !== 'FUNDING_FEE') return jsonReply(200, []);
  const rows = ownFills(context, 'funding').map((fill) => ({
    symbol: marketOf(exchange, fill.marketKey).terms.symbol,
    incomeType: 'FUNDING_FEE',
    income: fixedText(-fill.fee),
    asset: fill.feeAsset,
    info: '',
    time: fill.atMs,
    tranId: rawNumber(PAYMENT_ID_BASE + BigInt(fill.id)),
    tradeId: '',
  }));
  return jsonReply(200, rows.slice(0, limitOf(context, 100, 1000)));
}

function forceOrders(context: PrivateContext): VenueReply {
  const rows = ownFills(context, 'liquidation').map((fill) => forcedOrder(context.exchange, fill));
  return jsonReply(200, rows.slice(0, limitOf(context, 50, 100)));
}

function ownFills(context: PrivateContext, kind: Fill['kind']): readonly Fill[] {
  const { fromMs, toMs } = spanOf(context);
  return shownFills(context.exchange, context.account, asOfMs(context)).filter(
    (fill) => fill.kind === kind && fill.atMs >= fromMs && fill.atMs <= toMs,
  );
}

/** Without a start it is a week; no longer one may be requested. */
function spanOf({ exchange, parameters }: PrivateContext): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  const toMs = optionalWhole(parameters, 'endTime') ?? exchange.clock.nowMs();
  const fromMs = optionalWhole(parameters, 'startTime') ?? toMs - WEEK_MS;
  if (toMs - fromMs > WEEK_MS) throw new BinanceRefusal(ERRORS.longSpan);
  return { fromMs, toMs };
}

function limitOf({ parameters }: PrivateContext, usual: number, max: number): number {
  return Math.min(optionalWhole(parameters, 'limit') ?? usual, max);
}

function accountInformation({ exchange, account }: PrivateContext): VenueReply {
  const assets = assetsOf(exchange, account).map((asset) => {
    const figures = marginFigures(exchange, account, asset);
    const { wallet, unrealised: gains, positionMargin, orderMargin } = figures;
    return {
      asset,
      walletBalance: fixedText(wallet),
      unrealizedProfit: fixedText(gains),
      marginBalance: fixedText(wallet + gains),
      maintMargin: fixedText(figures.maintenance),
      initialMargin: fixedText(positionMargin + orderMargin),
      positionInitialMargin: fixedText(positionMargin),
      openOrderInitialMargin: fixedText(orderMargin),
      crossWalletBalance: fixedText(wallet),
      crossUnPnl: fixedText(gains),
      availableBalance: fixedText(figures.available),
      maxWithdrawAmount: fixedText(figures.available),
      updateTime: exchange.clock.nowMs(),
    };
  });
  return jsonReply(200, { assets, positions: [] });
}

function assetsOf(exchange: Exchange, account: Account): readonly string[] {
  return [...(exchange.ledger.owners.get(account.id) ?? new Map<string, unknown>()).keys()];
}

function wallets({ exchange, account }: PrivateContext): VenueReply {
  return jsonReply(
    200,
    assetsOf(exchange, account).map((asset) => ({
      accountAlias: `alias${account.uid}`,
      asset,
      balance: fixedText(marginFigures(exchange, account, asset).wallet),
    })),
  );
}

function positionRisk({ exchange, account }: PrivateContext): VenueReply {
  const open = positionsOf(exchange, account.id).filter(({ size }) => size !== 0n);
  return jsonReply(
    200,
    open.map((position) => positionFigures(exchange, account, position)),
  );
}

function positionFigures(
  exchange: Exchange,
  account: Account,
  position: Position,
): Record<string, unknown> {
  const { terms, middle } = marketOf(exchange, position.marketKey);
  const size = sizeOf(position.size);
  const margin = marginOf(exchange, account, position);
  const value: Amount = times(size, middle);
  return {
    symbol: terms.symbol,
    positionSide: 'BOTH',
    positionAmt: plainText(position.size),
    entryPrice: plainText(per(position.entryValue, size)),
    breakEvenPrice: plainText(per(position.entryValue, size)),
    markPrice: plainText(middle),
    unRealizedProfit: fixedText(unrealised(position, middle)),
    liquidationPrice: '0',
    isolatedMargin: account.marginMode === 'isolated' ? fixedText(margin) : '0',
    notional: plainText(position.size > 0n ? value : -value),
    marginAsset: terms.quote,
    isolatedWallet: account.marginMode === 'isolated' ? fixedText(margin) : '0',
    initialMargin: fixedText(margin),
    maintMargin: fixedText(times(value, terms.maintenanceRate)),
    positionInitialMargin: fixedText(margin),
    openOrderInitialMargin: '0',
    adl: 2,
    bidNotional: '0',
    askNotional: '0',
    updateTime: position.updatedAtMs,
  };
}

function symbolConfig({ exchange, account, parameters }: PrivateContext): VenueReply {
  const { key, symbol } = marketBySymbol(exchange, parameters, 'linear').terms;
  return jsonReply(200, [
    {
      symbol,
      marginType: account.marginMode === 'cross' ? 'CROSSED' : 'ISOLATED',
      isAutoAddMargin: false,
      leverage: Number(plainText(leverageOf(account, key))),
      maxNotionalValue: '1000000',
    },
  ]);
}

function accountConfig({ account, key }: PrivateContext): VenueReply {
  return jsonReply(200, {
    feeTier: 0,
    canTrade: key.canTrade,
    canDeposit: true,
    canWithdraw: true,
    dualSidePosition: [...account.positionModes.values()].includes('hedge'),
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  });
}

function apiRestrictions({ key }: PrivateContext): VenueReply {
  return jsonReply(200, {
    ipRestrict: key.addresses.length > 0,
    createTime: key.createdAtMs,
    enableReading: true,
    enableWithdrawals: key.canWithdraw,
    enableFutures: key.canTrade,
    enableSpotAndMarginTrading: false,
    ...(key.expiresAtMs === null ? {} : { tradingAuthorityExpirationTime: key.expiresAtMs }),
  });
}

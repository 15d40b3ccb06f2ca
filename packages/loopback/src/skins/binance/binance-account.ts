// Endpoints of an account: orders, trades, balances, its key's rights.

import { fixedText } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import { shownFills, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { Endpoints, PrivateContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { asOfMs, findOrder, marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import { ERRORS, errorReply } from '#loopback/skins/binance/binance-errors.ts';
import { accountTrade, queriedOrder } from '#loopback/skins/binance/binance-order.ts';
import {
  BinanceRefusal,
  optionalId,
  optionalWhole,
} from '#loopback/skins/binance/binance-parameters.ts';

const DAY_MS = 86_400_000;

export const ACCOUNT_ENDPOINTS: Endpoints = {
  'GET /api/v3/order': {
    access: 'read',
    operation: 'lookup',
    weight: () => 4,
    parameters: ['symbol', 'orderId', 'origClientOrderId'],
    run: queryOrder,
  },
  'GET /api/v3/openOrders': {
    access: 'read',
    operation: 'orders',
    weight: (parameters) => (parameters.has('symbol') ? 6 : 80),
    parameters: ['symbol'],
    run: openOrders,
  },
  'GET /api/v3/allOrders': {
    access: 'read',
    operation: 'orders',
    weight: () => 20,
    parameters: ['symbol', 'orderId', 'startTime', 'endTime', 'limit'],
    run: allOrders,
  },
  'GET /api/v3/myTrades': {
    access: 'read',
    operation: 'fills',
    weight: (parameters) => (parameters.has('orderId') ? 5 : 20),
    parameters: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'],
    run: myTrades,
  },
  'GET /api/v3/account': {
    access: 'read',
    operation: 'balances',
    weight: () => 20,
    parameters: ['omitZeroBalances'],
    run: accountInformation,
  },
  'GET /api/v3/account/commission': {
    access: 'read',
    operation: 'settings',
    weight: () => 20,
    parameters: ['symbol'],
    run: commission,
  },
  'GET /sapi/v1/account/apiRestrictions': {
    access: 'read',
    operation: 'credentials',
    weight: () => 1,
    parameters: [],
    run: apiRestrictions,
  },
};

function queryOrder(context: PrivateContext): VenueReply {
  const market = marketBySymbol(context.exchange, context.parameters);
  const found = findOrder(context, market.terms.key);
  if (found === null) return errorReply(ERRORS.noSuchOrder);
  return jsonReply(200, queriedOrder(context.exchange, found));
}

function openOrders(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const key = parameters.has('symbol') ? marketBySymbol(exchange, parameters).terms.key : null;
  const open = shownOrders(exchange, account, asOfMs(context)).filter(
    ({ order, state }) => state === 'open' && (key === null || order.marketKey === key),
  );
  return jsonReply(
    200,
    open.map((shown) => queriedOrder(exchange, shown)),
  );
}

function allOrders(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { key } = marketBySymbol(exchange, parameters).terms;
  const fromId = optionalId(parameters, 'orderId');
  const { fromMs, toMs } = readSpan(context);
  const matching = shownOrders(exchange, account, asOfMs(context)).filter(({ order }) => {
    const isInSpan = order.createdAtMs >= fromMs && order.createdAtMs <= toMs;
    return (
      order.marketKey === key &&
      isInSpan &&
      (fromId === null || BigInt(order.venueOrderId) >= BigInt(fromId))
    );
  });
  const isForward = fromId !== null || parameters.has('startTime');
  const page = pageOf(matching, readLimit(context), isForward);
  return jsonReply(
    200,
    page.map((shown) => queriedOrder(exchange, shown)),
  );
}

function myTrades(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { key } = marketBySymbol(exchange, parameters).terms;
  const orderId = optionalId(parameters, 'orderId');
  const fromId = optionalWhole(parameters, 'fromId');
  const hasSpan = parameters.has('startTime') || parameters.has('endTime');
  // The documentation lists the combinations that exist.
  if (hasSpan && (orderId !== null || fromId !== null))
    throw new BinanceRefusal(ERRORS.combination);
  const { fromMs, toMs } = readSpan(context);
  const isWanted = (fill: Fill): boolean =>
    fill.marketKey === key &&
    fill.atMs >= fromMs &&
    fill.atMs <= toMs &&
    (orderId === null || fill.order?.venueOrderId === orderId) &&
    (fromId === null || fill.id >= fromId);
  const matching = shownFills(exchange, account, asOfMs(context)).filter(isWanted);
  const isForward = fromId !== null || parameters.has('startTime');
  const page = pageOf(matching, readLimit(context), isForward);
  return jsonReply(
    200,
    page.map((fill) => accountTrade(exchange, fill)),
  );
}

function accountInformation(context: PrivateContext): VenueReply {
  const { exchange, account, key, parameters } = context;
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const omitsZero = parameters.get('omitZeroBalances') === 'true';
  const rate = (value: bigint): number => Number(value / 10_000n);
  return jsonReply(200, {
    makerCommission: rate(account.rates.spot.maker),
    takerCommission: rate(account.rates.spot.taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: fixedText(account.rates.spot.maker),
      taker: fixedText(account.rates.spot.taker),
      buyer: '0.00000000',
      seller: '0.00000000',
    },
    canTrade: key.canTrade,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: account.orders.at(-1)?.updatedAtMs ?? 0,
    accountType: 'SPOT',
    balances: owned
      .filter(([, { free, locked }]) => !omitsZero || free + locked !== 0n)
      .map(([asset, { free, locked }]) => ({
        asset,
        free: fixedText(free),
        locked: fixedText(locked),
      })),
    permissions: ['SPOT'],
    uid: account.uid,
  });
}

function commission(context: PrivateContext): VenueReply {
  const { exchange, account, parameters } = context;
  const { symbol } = marketBySymbol(exchange, parameters).terms;
  const none = {
    maker: '0.00000000',
    taker: '0.00000000',
    buyer: '0.00000000',
    seller: '0.00000000',
  };
  const { feeMode } = account;
  return jsonReply(200, {
    symbol,
    standardCommission: {
      ...none,
      maker: fixedText(account.rates.spot.maker),
      taker: fixedText(account.rates.spot.taker),
    },
    specialCommission: none,
    taxCommission: none,
    discount: {
      enabledForAccount: feeMode.kind === 'third',
      enabledForSymbol: true,
      discountAsset: feeMode.kind === 'third' ? feeMode.asset : 'BNB',
      discount: '0.75000000',
    },
  });
}

function apiRestrictions({ key }: PrivateContext): VenueReply {
  return jsonReply(200, {
    ipRestrict: key.addresses.length > 0,
    createTime: key.createdAtMs,
    enableReading: true,
    enableWithdrawals: key.canWithdraw,
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: false,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: true,
    enableSpotAndMarginTrading: key.canTrade,
    enablePortfolioMarginTrading: false,
    ...(key.expiresAtMs === null ? {} : { tradingAuthorityExpirationTime: key.expiresAtMs }),
  });
}

function readSpan({ parameters }: PrivateContext): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  const fromMs = optionalWhole(parameters, 'startTime');
  const toMs = optionalWhole(parameters, 'endTime');
  const isLong = fromMs !== null && toMs !== null && toMs - fromMs > DAY_MS;
  if (isLong) throw new BinanceRefusal(ERRORS.longSpan);
  return { fromMs: fromMs ?? 0, toMs: toMs ?? Number.MAX_SAFE_INTEGER };
}

function readLimit({ parameters }: PrivateContext): number {
  return Math.min(optionalWhole(parameters, 'limit') ?? 500, 1000);
}

/** The oldest with a start, the most recent without. */
function pageOf<T>(items: readonly T[], limit: number, isForward: boolean): readonly T[] {
  return isForward ? items.slice(0, limit) : items.slice(-limit);
}

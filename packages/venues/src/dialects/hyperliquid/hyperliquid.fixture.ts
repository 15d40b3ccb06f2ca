// A market of Hyperliquid, an account there, and replies, for the tests of the dialect.

import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';
/** The same bits, as the venue has them. */
export const CLOID = '0x01936e4da1c279e63a26a5b1b08d079d';

export const NOW_MS = 1_700_000_000_000;

export const ACCOUNT = '0x5e9ee1089755c3435139848e47e6635505d5a13a';
export const CREDENTIALS = {
  apiKey: ACCOUNT,
  secret: `0x${'0123'.repeat(16)}`,
  passphrase: null,
};

export const BTC_PERP: ListedMarket = {
  symbol: 'BTC',
  number: 0,
  market: {
    marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
    exchange: 'hyperliquid',
    base: 'BTC',
    quote: 'USDC',
    marketType: 'futures',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: 5,
    amountStep: decimal('0.00001'),
    amountDecimals: 5,
    makerFeePercent: decimal('0.015'),
    takerFeePercent: decimal('0.045'),
    minOrderAmount: ZERO,
    minOrderValue: decimal('10'),
    maxOrderAmount: ZERO,
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'limit_ioc',
    contract: {
      name: 'BTC',
      type: 'vanilla',
      marginCurrency: 'USDC',
      displayName: 'BTC',
      contractValue: ONE,
      contractValueCurrency: 'BTC',
      lowestLeverage: ONE,
      highestLeverage: decimal('50'),
    },
  },
};

/** As the venue lists it. */
export const BTC = { name: 'BTC', szDecimals: 5, maxLeverage: 50, marginTableId: 56 };

export const FUTURES: AccountContext = {
  marketType: 'futures',
  findMarket: (marketType, symbol) =>
    marketType === 'futures' && symbol === BTC_PERP.symbol ? BTC_PERP : null,
  nowMs: NOW_MS,
};

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: BTC_PERP.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('34567'),
    amount: decimal('0.0125'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

export const ORDER_ID = '91490942';

/** As the venue shows an order that rests. */
export const RESTING = {
  coin: 'BTC',
  side: 'B',
  limitPx: '34567.0',
  sz: '0.0125',
  oid: Number(ORDER_ID),
  timestamp: 1_699_999_999_123,
  triggerCondition: 'N/A',
  isTrigger: false,
  triggerPx: '0.0',
  children: [],
  isPositionTpsl: false,
  reduceOnly: false,
  orderType: 'Limit',
  origSz: '0.0125',
  tif: 'Gtc',
  cloid: CLOID,
};

/** As the venue replies to a question about one order. */
export function shownOrder(changes: object = {}, status = 'open'): WireReply {
  const order = { ...RESTING, ...changes };
  const found = { order, status, statusTimestamp: 1_699_999_999_456 };
  return reply({ status: 'order', order: found });
}

/** As the venue lists a fill of it. */
export const FILL = {
  coin: 'BTC',
  px: '34566.0',
  sz: '0.0125',
  side: 'B',
  time: 1_699_999_999_432,
  startPosition: '0.0',
  dir: 'Open Long',
  closedPnl: '0.0',
  hash: '0xa166e3fa63c25663024b03f2e0da011a00307e4017465df020210d3d432e7cb8',
  oid: Number(ORDER_ID),
  crossed: true,
  fee: '0.194433',
  tid: 118_906_512_037_719,
  cloid: CLOID,
  feeToken: 'USDC',
};

/** As the venue lists a payment of funding. */
export const PAYMENT = {
  time: 1_699_999_200_036,
  hash: '0x0000000000000000000000000000000000000000000000000000000000000000',
  delta: {
    type: 'funding',
    coin: 'BTC',
    usdc: '-3.625312',
    szi: '0.5',
    fundingRate: '0.0000125',
    nSamples: 24,
  },
};

/** As the venue shows a position. */
export const POSITION = {
  coin: 'BTC',
  cumFunding: { allTime: '514.085417', sinceChange: '0.0', sinceOpen: '0.0' },
  entryPx: '34000.0',
  leverage: { rawUsd: '-15300.0', type: 'isolated', value: 10 },
  liquidationPx: '30911.3',
  marginUsed: '1783.5',
  maxLeverage: 50,
  positionValue: '17283.5',
  returnOnEquity: '0.166765',
  szi: '0.5',
  unrealizedPnl: '283.5',
};

/** As the venue shows an account. */
export function state(positions: readonly object[] = [], changes: object = {}): WireReply {
  const summary = {
    accountValue: '13109.482328',
    totalMarginUsed: '1783.5',
    totalNtlPos: '17283.5',
    totalRawUsd: '13109.482328',
  };
  return reply({
    assetPositions: positions.map((position) => ({ position, type: 'oneWay' })),
    crossMaintenanceMarginUsed: '0.0',
    crossMarginSummary: summary,
    marginSummary: summary,
    time: 1_699_999_999_876,
    withdrawable: '11325.982328',
    ...changes,
  });
}

/** Of the only order in an action. */
export function statusOfOrder(status: unknown, type = 'order'): WireReply {
  return reply({ status: 'ok', response: { type, data: { statuses: [status] } } });
}

export function refusal(response: string): WireReply {
  return reply({ status: 'err', response });
}

export function reply(body: unknown, changes: Partial<WireReply> = {}): WireReply {
  return {
    kind: 'reply',
    status: 200,
    headers: new Map(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    receivedAtMs: NOW_MS,
    ...changes,
  };
}

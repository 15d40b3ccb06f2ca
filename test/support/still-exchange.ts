// An exchange where nothing moves: two markets, fixed balances, and orders that rest until they are
// cancelled. For tests of what stands in front of an exchange, not of trading.

import { decimal, ZERO } from '#lib/decimal.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Exchange, NewVenueOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import { untilAborted } from '#adapters/sim/account-listeners.ts';
import { walletReport } from '#adapters/sim/venue-views.ts';

export const SPOT_TAG = 'still_btc_usdt';
export const FUTURES_TAG = 'still_btc_usdt_perp';

const SPOT: Market = {
  marketTag: SPOT_TAG,
  exchange: 'still',
  base: 'BTC',
  quote: 'USDT',
  marketType: 'spot',
  priceStep: decimal('0.01'),
  priceDecimals: 2,
  priceSignificantDigits: null,
  amountStep: decimal('0.00001'),
  amountDecimals: 5,
  makerFeePercent: decimal('0.1'),
  takerFeePercent: decimal('0.1'),
  minOrderAmount: decimal('0.00001'),
  minOrderValue: decimal('5'),
  maxOrderAmount: ZERO,
  maxOrderValue: ZERO,
  isOpen: true,
  listedAtMs: null,
  marketBuyBy: 'base',
  contract: null,
};

const FUTURES: Market = {
  ...SPOT,
  marketTag: FUTURES_TAG,
  marketType: 'futures',
  contract: {
    name: 'PERPETUAL',
    type: 'vanilla',
    marginCurrency: 'USDT',
    displayName: 'BTC/USDT perpetual',
    contractValue: decimal('1'),
    contractValueCurrency: 'BTC',
    lowestLeverage: decimal('1'),
    highestLeverage: decimal('100'),
  },
};

export const STILL_MARKETS: readonly Market[] = [SPOT, FUTURES];

/** The exchange, and what a test may do to it. */
export type StillExchange = Exchange & {
  checkCredentials: Exchange['checkCredentials'];
  /** Orders that reached it, oldest first. */
  readonly placed: readonly VenueOrder[];
  /** Runs before each call; throw here to make the exchange fail, wait here to make it slow. */
  beforeCall: () => Promise<void>;
};

/**
 * From now on calls wait: `reached` settles with the first, `goOn` lets them all through, or fails
 * them as it is asked to.
 */
export function holdCalls(exchange: StillExchange): {
  readonly reached: Promise<void>;
  readonly goOn: (outcome?: Promise<void>) => void;
} {
  const first = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  exchange.beforeCall = () => {
    first.resolve();
    return held.promise;
  };
  return { reached: first.promise, goOn: (outcome) => held.resolve(outcome) };
}

const PROMISES: StillExchange['promises'] = {
  duplicateName: 'first',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'own_requests',
  requestHorizonMs: 10_000,
  visibilityLagMs: 0,
  endedRetainedMs: { filled: Number.MAX_SAFE_INTEGER, unfilled: Number.MAX_SAFE_INTEGER },
};

export function stillExchange(): StillExchange {
  const orders = new Map<string, VenueOrder>();
  const exchange: StillExchange = {
    code: 'still',
    name: 'Still exchange',
    isTestNet: false,
    promises: PROMISES,
    orderSupport: {
      types: ['limit', 'market'],
      postOnly: false,
      reduceOnly: false,
      exemptsReduceOnly: false,
      timeOuts: false,
      trailActivation: false,
    },
    credentialForm: { ...KEY_AND_SECRET, rights: '"Read" and "Trade"' },
    get placed() {
      return [...orders.values()];
    },
    beforeCall: async () => {},
    health: () => 'open',
    clockSkewMs: () => 0,
    listMarkets: async () => STILL_MARKETS,
    fetchPrice: async () => ({ price: decimal('60000'), atMs: 0 }),
    fetchBestPrices: async () => null,
    fetchCandles: async () => [],
    fetchFundingRates: async () => [],
    async fetchBalances() {
      await exchange.beforeCall();
      return { updatedAtMs: 1_000, balances: [balance('USDT', '1000'), balance('BTC', '2')] };
    },
    fetchPositions: async () => [],
    fetchOpenOrders: async () => [...orders.values()].filter((order) => order.state === 'open'),
    async fetchOrder(_account, _marketTag, { clientOrderId }) {
      const order = orders.get(clientOrderId);
      return order === undefined ? { kind: 'absent', asOfMs: 0 } : { kind: 'found', order };
    },
    fetchFills: async (_account, _marketTags, cursor) => ({ fills: [], cursor }),
    fetchOrderFills: async () => [],
    fetchMarginEvents: async (_account, cursor) => ({ events: [], cursor }),
    async placeOrder(_account, order) {
      await exchange.beforeCall();
      if (order.amount > decimal('100')) {
        return rejected({ code: 'insufficient_funds', detail: 'The account holds 1000 USDT.' });
      }
      const placed = orders.get(order.clientOrderId) ?? restingOrder(order, orders.size);
      orders.set(order.clientOrderId, placed);
      return accepted(placed);
    },
    async cancelOrder(_account, _marketTag, { clientOrderId }) {
      await exchange.beforeCall();
      const order = orders.get(clientOrderId);
      if (order === undefined) return rejected('order_not_found');
      if (order.state !== 'open') return rejected('order_not_working');
      const cancelled = { ...order, state: 'cancelled' as const };
      orders.set(clientOrderId, cancelled);
      return accepted(cancelled);
    },
    async watchAccount(_account, onNews, signal) {
      onNews({ kind: 'connected' });
      await untilAborted(signal);
    },
    checkCredentials: async ({ accountId, marketType }) => walletReport(accountId, marketType),
  };
  return exchange;
}

function balance(currency: string, total: string) {
  return {
    currency,
    available: decimal(total),
    locked: ZERO,
    total: decimal(total),
    marginUsed: null,
    unrealizedProfit: null,
  };
}

function restingOrder(order: NewVenueOrder, count: number): VenueOrder {
  return {
    venueOrderId: `venue-${count + 1}`,
    clientOrderId: order.clientOrderId,
    marketTag: order.marketTag,
    side: order.side,
    type: order.type,
    price: order.price,
    amount: order.amount,
    terms: order.terms,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs: order.decidedAtMs,
    updatedAtMs: order.decidedAtMs,
  };
}

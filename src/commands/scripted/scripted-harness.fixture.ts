// The state behind the scripted API: plain, changed by tests, read by the API. It starts as a bot
// on the spot market SIM_BTC_USDT at a price of 100, with 10 BTC and 1,000 USDT, at 2026-01-01.

import type { Json } from '#lib/json.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import type { BotOrder, OrderRequest, OrderTypeName } from '#engine/run-api/order-api.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { TradingReport } from '#engine/run-api/report-api.ts';
import { EMPTY_REPORT } from '#engine/run-api/report-api.ts';
import type { LogSeverity } from '#engine/run-api/run-api.ts';
import type { PriceNow } from '#engine/run-api/series-api.ts';
import type { BotFlag } from '#engine/run-api/settings-api.ts';
import type { CoinBalance, VenuePositionView } from '#engine/run-api/wallet-api.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** @public for tests of commands */
export const SCRIPTED_START_MS = Date.UTC(2026, 0, 1);

export const SPOT_FACTS: MarketFacts = {
  marketTag: 'SIM_BTC_USDT',
  exchange: 'SIM',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  contractName: '',
  marketType: 'spot',
  contractType: null,
  contractValue: 1,
  makerFeePercent: 0.1,
  takerFeePercent: 0.2,
  priceStep: 0.01,
  amountStep: 0.001,
  priceDecimals: 2,
  amountDecimals: 3,
  minAmount: 0.001,
  minVolume: 1,
  profitCurrency: 'USDT',
  maxLeverage: 1,
  isOpen: true,
};

/** @public for tests of commands */
export const FUTURES_FACTS: MarketFacts = {
  ...SPOT_FACTS,
  marketTag: 'SIM_BTC_USDT_PERP',
  contractName: 'PERP',
  marketType: 'futures',
  contractType: 'vanilla',
  maxLeverage: 50,
};

export type ScriptedHarness = {
  nowMs: number;
  startMs: number;
  updateNumber: number;
  kind: 'check' | 'backtest' | 'live';
  isFinal: boolean;
  readonly markets: Map<string, MarketFacts>;
  /** Prices of the trade market, and of every other one that `prices` does not name. */
  price: PriceNow;
  readonly prices: Map<string, PriceNow>;
  /** Newest first, by source: `close`, or `close 60` for an interval of its own. */
  readonly series: Map<string, readonly number[]>;
  /** Newest first, by the name of the indicator; one list for each of its outputs. */
  readonly indicators: Map<string, readonly (readonly number[])[]>;
  settings: {
    accountId: string;
    marketTag: string;
    intervalMinutes: number;
    tradeAmount: number;
    leverage: number;
    marginMode: 'cross' | 'isolated';
    positionMode: 'one_way' | 'hedge';
    orderType: OrderTypeName;
    isPaused: boolean;
  };
  readonly flags: Set<BotFlag>;
  /** Why the next orders are refused; null while they are taken. */
  refusal: string | null;
  /** What was requested, in order. */
  readonly requests: OrderRequest[];
  orders: readonly BotOrder[];
  positions: readonly BotPosition[];
  readonly balances: Map<string, CoinBalance>;
  venuePositions: readonly VenuePositionView[];
  maxAmounts: Readonly<Record<string, number>>;
  equity: number;
  figures: TradingReport;
  readonly memory: Map<string, LuaValue>;
  readonly session: Map<string, LuaValue>;
  readonly notes: Map<string, Json>;
  readonly chosen: Map<string, number | string | boolean>;
  readonly declared: InputDeclaration[];
  readonly remoteSignals: Map<string, string>;
  readonly webHooks: Map<string, { readonly payload: LuaValue; readonly receivedAtMs: number }>;
  readonly atEnd: (() => void)[];
  readonly log: { readonly severity: LogSeverity; readonly message: string }[];
  /** Everything else that was acted on, as `deactivate loss limit` or `plot 0 price 100`. */
  readonly acts: string[];
};

export function scriptedPrice(price: number): PriceNow {
  return { open: price, high: price, low: price, close: price, volume: 1, ask: price, bid: price };
}

export function startingHarness(trade: MarketFacts): ScriptedHarness {
  return {
    nowMs: SCRIPTED_START_MS,
    startMs: SCRIPTED_START_MS,
    updateNumber: 0,
    kind: 'backtest',
    isFinal: false,
    markets: new Map([SPOT_FACTS, FUTURES_FACTS, trade].map((facts) => [facts.marketTag, facts])),
    price: scriptedPrice(100),
    prices: new Map(),
    series: new Map(),
    indicators: new Map(),
    settings: {
      accountId: 'account-1',
      marketTag: trade.marketTag,
      intervalMinutes: 1,
      tradeAmount: 1,
      leverage: 1,
      marginMode: 'cross',
      positionMode: 'one_way',
      orderType: 'limit',
      isPaused: false,
    },
    flags: new Set(),
    refusal: null,
    requests: [],
    orders: [],
    positions: [],
    balances: new Map([
      ['BTC', { available: 10, locked: 0, total: 10 }],
      ['USDT', { available: 1_000, locked: 0, total: 1_000 }],
    ]),
    venuePositions: [],
    maxAmounts: {},
    equity: 1_000,
    figures: EMPTY_REPORT,
    memory: new Map(),
    session: new Map(),
    notes: new Map(),
    chosen: new Map(),
    declared: [],
    remoteSignals: new Map(),
    webHooks: new Map(),
    atEnd: [],
    log: [],
    acts: [],
  };
}

// Backtests of plans: what the script would do in each update is a function of the test's own, over
// the real api; and markets and minutes that are easy to reckon by hand.

import assert from 'node:assert/strict';
import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type {
  BacktestFailure,
  BacktestInput,
  BacktestMarket,
  BacktestReport,
  BacktestSettings,
} from '#backtesting/backtest.ts';
import { buildReport } from '#backtesting/build-report.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import type { FeedSetup } from '#backtesting/make-feed.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { limitBuy } from '#engine/run-api/limit-buy.fixture.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import type { MakeContext } from '#engine/run/run-brain.ts';
import { scriptBrain } from '#commands/binding/script-brain.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import { NIL } from '#lua/semantics/kind.ts';

export const START_MS = Date.UTC(2025, 0, 1);

/** Open, high, low, close and, where it matters, volume: ticks and lots; null: missing. */
export type Bar = readonly [number, number, number, number, number?] | null;

const USUAL_LOTS = 1_000_000;

/** Columns of these minutes, from START_MS on. */
export function columnsOf(bars: readonly Bar[], firstOpenMs = START_MS): CandleColumns {
  let last = bars.find((bar) => bar !== null)?.[0] ?? 1;
  const rows = bars.map((bar): readonly number[] => {
    if (bar === null) return [last, last, last, last, 0, 1];
    last = bar[3];
    return [bar[0], bar[1], bar[2], bar[3], bar[4] ?? USUAL_LOTS, 0];
  });
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => row[at] as number);
  return {
    firstOpenMs,
    rowCount: rows.length,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
    isMissing: Uint8Array.from(rows, (row) => row[5] as number),
  };
}

/** Minutes in which nothing moves. */
export function flat(price: number, count: number): Bar[] {
  return Array.from({ length: count }, (): Bar => [price, price, price, price]);
}

/** BTC in USDT: a tick is 1, a lot 0.001; maker 0.1 %, taker 0.2 %. */
export const SPOT: Market = spotMarket({ priceStep: '1' });
export const VANILLA: Market = futuresMarket('vanilla', '1', { priceStep: '1' });
/** Contracts of 100 USDT. */
export const INVERSE: Market = futuresMarket('inverse', '100', { priceStep: '1', amountStep: '1' });

const SETTINGS: BacktestSettings = {
  rules: 'touch',
  slippagePercent: null,
  participationPercent: null,
  leverage: ONE,
  marginMode: 'isolated',
  positionMode: 'one_way',
  seed: null,
  isAudited: false,
  tradeAmountQuote: decimal('100'),
};

export type PlanSetup = {
  readonly market?: Market;
  readonly funding?: BacktestMarket['funding'];
  readonly settings?: Partial<BacktestSettings>;
  readonly intervalMinutes?: number;
  readonly wallet?: readonly (readonly [string, string])[];
  /** Rows before the window. */
  readonly warmUpRows?: number;
  readonly maintenanceRate?: string;
};

/** The input of a backtest over these minutes; its script is the plan. */
export function planInput(bars: readonly Bar[], setup: PlanSetup = {}): BacktestInput {
  const market = setup.market ?? SPOT;
  const candles = columnsOf(bars);
  const rate = decimal(setup.maintenanceRate ?? '0.01');
  const isSpot = market.contract === null;
  return {
    script: { name: 'plan', source: 'Act()' },
    libraries: [],
    markets: [
      {
        market,
        tiers: isSpot ? null : singleTier(rate, decimal('100')),
        liquidationFeePercent: isSpot ? ZERO : decimal('0.5'),
        funding: setup.funding ?? [],
        candles,
      },
    ],
    intervalMinutes: setup.intervalMinutes ?? 1,
    startMs: START_MS + (setup.warmUpRows ?? 0) * MINUTE_MS,
    endMs: START_MS + bars.length * MINUTE_MS,
    accountId: 'account',
    wallet: (setup.wallet ?? [['USDT', '10000']]).map(([currency, amount]) => ({
      currency,
      amount: decimal(amount),
    })),
    fees: null,
    inputs: {},
    settings: { ...SETTINGS, ...setup.settings },
  };
}

/** What the script does in an update; `row` counts the minutes of the bars from 0. */
export type Plan = (api: CommandContext, row: number) => void;

export type PlanEnd = {
  readonly feed: Feed;
  readonly report: BacktestReport;
  readonly failure: BacktestFailure | null;
};

/** A backtest built whose script is the plan. */
export function planSetup(plan: Plan, input: BacktestInput, notesDecisions: boolean): FeedSetup {
  const makeBrain = scriptBrain(ACT, (makeContext) => hostOf(plan, makeContext));
  return { input, seed: 1, notesDecisions, keepsLog: true, makeBrain, beginRow: 0 };
}

/** Runs the plan over the input; on the exact venue only when `allowsFast` is false. */
export function runPlan(plan: Plan, input: BacktestInput, allowsFast = true): PlanEnd {
  const { feed, series } = makeFeed(planSetup(plan, input, false));
  if (!allowsFast) Object.assign(feed.venue, { allowsFast });
  const fed = feedBacktest(feed, () => true);
  const report = buildReport(input, feed, 1);
  series.release();
  return { feed, report, failure: fed.ok ? null : fed.rejection };
}

/** The report of a plan that must not fail. */
export function reportOf(plan: Plan, bars: readonly Bar[], setup: PlanSetup = {}): BacktestReport {
  const { report, failure } = runPlan(plan, planInput(bars, setup));
  assert.equal(failure, null);
  return report;
}

/** A plan that asks for these orders in the update of these rows. */
export function ordersAt(requests: Readonly<Record<number, Partial<OrderRequest>[]>>): Plan {
  return (api, row) => {
    for (const request of requests[row] ?? []) api.orders.place(wish(request));
  };
}

/** A market buy of 0.1, changed as given. */
export function wish(changes: Partial<OrderRequest>): OrderRequest {
  return limitBuy({ type: 'market', price: 0, amount: 0.1, ...changes });
}

const compiled = compileScript('Act()', {
  ...COMPILE_DEFAULTS,
  chunkName: 'plan',
  host: new Map([['Act', { type: 'function', result: NIL, isSingle: true }]]),
});
assert.ok(compiled.ok);
const ACT = loadScript(compiled.value);

function hostOf(plan: Plan, makeContext: MakeContext): HostObject {
  const host = {
    row: 0,
    hasRequests: false,
    Act(): undefined {
      plan(context, host.row);
    },
  };
  const context = makeContext(host);
  return host;
}

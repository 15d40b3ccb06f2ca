// A backtest's input and report for tests of pages.

import { decimal, ZERO } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';

export const SAMPLE_START_MS = Date.UTC(2024, 0, 31, 12);
const ROW_COUNT = 240;

const wave = (row: number): number => 1_000 + Math.round(50 * Math.sin(row / 20));
const column = (valueAt: (row: number) => number): Float64Array =>
  Float64Array.from({ length: ROW_COUNT }, (_, row) => valueAt(row));

export function sampleInput(changes: Partial<BacktestInput> = {}): BacktestInput {
  return {
    script: { name: 'Waves', source: '' },
    libraries: [],
    markets: [
      {
        market: spotMarket(),
        tiers: null,
        liquidationFeePercent: ZERO,
        funding: [],
        candles: {
          firstOpenMs: SAMPLE_START_MS,
          rowCount: ROW_COUNT,
          open: column(wave),
          high: column((row) => wave(row) + 5),
          low: column((row) => wave(row) - 5),
          close: column((row) => wave(row + 1)),
          volume: column(() => 10),
          isMissing: new Uint8Array(ROW_COUNT),
        },
      },
    ],
    intervalMinutes: 1,
    startMs: SAMPLE_START_MS,
    endMs: SAMPLE_START_MS + ROW_COUNT * 60_000,
    accountId: 'acc_1',
    wallet: [{ currency: 'USDT', amount: decimal('1000') }],
    fees: null,
    inputs: { Length: 14 },
    settings: {
      rules: 'realistic',
      slippagePercent: null,
      participationPercent: null,
      leverage: decimal('1'),
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: 7,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
    ...changes,
  };
}

const POSITION = {
  positionId: 'p1',
  direction: 'long',
  marketTag: spotMarket().marketTag,
  isClosed: true,
  openedAtMs: SAMPLE_START_MS + 600_000,
  closedAtMs: SAMPLE_START_MS + 1_800_000,
  amount: decimal('0.1'),
  averagePrice: decimal('1000'),
  exitPrice: decimal('1040'),
  realizedProfit: decimal('3.8'),
  fees: decimal('0.2'),
  margin: decimal('100'),
  roiPercent: decimal('3.8'),
  profitCurrency: 'USDT',
} as const;

export function sampleReport(changes: Partial<BacktestReport> = {}): BacktestReport {
  return {
    engineVersion: '1',
    dataHash: 'abc',
    seed: 7,
    rules: 'realistic',
    profitCurrency: 'USDT',
    realizedProfit: decimal('3.8'),
    unrealizedProfit: ZERO,
    grossProfit: decimal('4'),
    fees: decimal('0.2'),
    funding: ZERO,
    roiPercent: decimal('3.8'),
    winRatePercent: decimal('100'),
    priceChangePercent: decimal('-1.25'),
    ordersTotal: 2,
    ordersFilled: 2,
    ordersPartiallyFilled: 0,
    averageOpenTimeSeconds: decimal('60'),
    positionsClosed: 1,
    positionsWinning: 1,
    positionsLosing: 0,
    averageProfit: decimal('3.8'),
    averageMargin: decimal('100'),
    profitFactor: ZERO,
    sharpeRatio: decimal('1.5'),
    sortinoRatio: decimal('2.25'),
    maxDrawdown: decimal('1'),
    maxDrawdownPercent: decimal('0.1'),
    biggestWin: decimal('3.8'),
    biggestLoss: ZERO,
    highestProfit: decimal('3.8'),
    lowestProfit: ZERO,
    assumptions: {
      ambiguousFills: 0,
      gapFills: 1,
      partialFills: 0,
      rejectedOrders: 0,
      missingMinutes: 3,
      liquidations: 0,
    },
    rejections: [],
    unusedInputs: [],
    updates: ROW_COUNT,
    positions: [POSITION],
    orders: [],
    logs: [{ atMs: SAMPLE_START_MS, severity: 'info', message: 'started' }],
    equity: [
      { atMs: SAMPLE_START_MS, value: 1_000 },
      { atMs: SAMPLE_START_MS + 3_600_000, value: 990 },
      { atMs: SAMPLE_START_MS + 14_400_000, value: 1_003.8 },
    ],
    wallet: [{ currency: 'USDT', amount: decimal('1003.8') }],
    custom: [],
    plots: [],
    exports: [],
    ...changes,
  };
}

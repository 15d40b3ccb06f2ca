// A backtest's report with figures that tell each other apart, for tests of what carries reports.

import type { BacktestOrder, BacktestPosition, BacktestReport } from '#backtesting/backtest.ts';
import { decimal, ZERO } from '#lib/decimal.ts';

const START_MS = Date.UTC(2024, 0, 1);

/** With this many closed positions, one that is open, and twice as many orders. */
export function sampleReport(closedCount: number): BacktestReport {
  const positions = Array.from({ length: closedCount + 1 }, (_, index) =>
    samplePosition(index, index < closedCount),
  );
  return {
    engineVersion: '1',
    dataHash: 'abc',
    seed: 7,
    rules: 'realistic',
    profitCurrency: 'USDT',
    realizedProfit: decimal('12.5'),
    unrealizedProfit: decimal('-0.25'),
    grossProfit: decimal('14'),
    fees: decimal('1.5'),
    funding: ZERO,
    roiPercent: decimal('1.25'),
    winRatePercent: decimal('60'),
    priceChangePercent: decimal('3'),
    ordersTotal: 2 * closedCount,
    ordersFilled: 2 * closedCount,
    ordersPartiallyFilled: 0,
    averageOpenTimeSeconds: decimal('90'),
    positionsClosed: closedCount,
    positionsWinning: closedCount,
    positionsLosing: 0,
    averageProfit: decimal('2'),
    averageMargin: decimal('100'),
    profitFactor: decimal('1.5'),
    sharpeRatio: decimal('1.1'),
    sortinoRatio: decimal('1.2'),
    maxDrawdown: decimal('4'),
    maxDrawdownPercent: decimal('0.4'),
    biggestWin: decimal('5'),
    biggestLoss: decimal('-3'),
    highestProfit: decimal('13'),
    lowestProfit: decimal('-2'),
    assumptions: {
      ambiguousFills: 1,
      gapFills: 2,
      partialFills: 3,
      rejectedOrders: 4,
      missingMinutes: 5,
      liquidations: 0,
    },
    rejections: [{ reason: 'market "still_btc_usdt" is closed', count: 4 }],
    unusedInputs: [],
    updates: 44_640,
    positions,
    orders: Array.from({ length: 2 * closedCount }, (_, index) => sampleOrder(index)),
    logs: [
      { atMs: START_MS, severity: 'info', message: 'started' },
      { atMs: START_MS + 1, severity: 'trade', message: 'line\nbreak' },
    ],
    equity: [{ atMs: START_MS, value: 10_000.5 }],
    wallet: [{ currency: 'USDT', amount: decimal('10012.5') }],
    custom: [{ key: 'Trades on Monday', value: '7', group: '' }],
    plots: [],
    exports: [],
  };
}

function samplePosition(index: number, isClosed: boolean): BacktestPosition {
  return {
    positionId: String(index + 1),
    direction: index % 2 === 0 ? 'long' : 'short',
    marketTag: 'still_btc_usdt',
    isClosed,
    openedAtMs: START_MS + index,
    closedAtMs: isClosed ? START_MS + index + 1 : null,
    amount: decimal('0.001'),
    averagePrice: decimal('62000.5'),
    exitPrice: isClosed ? decimal('62100') : null,
    realizedProfit: decimal('0.5'),
    fees: decimal('0.01'),
    margin: decimal('62'),
    roiPercent: decimal('0.8'),
    profitCurrency: 'USDT',
  };
}

function sampleOrder(index: number): BacktestOrder {
  return {
    orderId: String(index + 1),
    positionId: '1',
    marketTag: 'still_btc_usdt',
    side: 'buy',
    type: 'market',
    price: ZERO,
    triggerPrice: null,
    amount: decimal('0.001'),
    filledAmount: decimal('0.001'),
    averagePrice: decimal('62000.5'),
    fees: decimal('0.01'),
    state: 'filled',
    openedAtMs: START_MS,
    endedAtMs: START_MS + 1,
    note: '',
    message: '',
  };
}

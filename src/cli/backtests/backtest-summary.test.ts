// Caveats that people read of a backtest before they believe its figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import { backtestSummary } from '#cli/backtests/backtest-summary.ts';

const TERMINAL = { write: ignore, writeError: ignore, isWatched: true, isColored: false } as const;

function ignore(): void {
  // Nothing is written here.
}

function summaryOf(changes: Parameters<typeof sampleReport>[0]): string {
  return backtestSummary(TERMINAL, { input: sampleInput(), topUps: [] }, sampleReport(changes));
}

test('orders that were refused are reported with the most frequent reason', () => {
  const rejections = [
    { reason: 'insufficient funds', count: 3 },
    { reason: 'too small', count: 1 },
  ];
  assert.match(summaryOf({ rejections }), /Rejected most +3 of \d+: insufficient funds\n/);
  assert.doesNotMatch(summaryOf({ rejections: [] }), /Rejected most/);
});

test('an input that was chosen and never requested is reported', () => {
  assert.match(
    summaryOf({ unusedInputs: ['Lenght'] }),
    /Lenght: the script asks for no such input/,
  );
});

test('figures are rounded as on the page, with commas between thousands', () => {
  const shown = summaryOf({
    maxDrawdownPercent: decimal('66.66666667'),
    roiPercent: decimal('-0.01594672'),
    realizedProfit: decimal('-1234567.8951'),
    positionsClosed: 12_345,
  });
  assert.match(shown, /Max drawdown .*\(66\.67 %\)/);
  assert.match(shown, /ROI on used margin +-0\.016 %/);
  assert.match(shown, /Realized profit +-1,234,567\.9 USDT/);
  assert.match(shown, /Positions +12,345 closed/);
});

test('what the script drew and exported is named, with where to see it', () => {
  const points = [{ atMs: 0, value: 1 }];
  const shown = summaryOf({
    plots: [{ chart: 0, name: 'Fast', color: null, points }],
    exports: [{ name: 'trades', headers: ['profit'], rows: [[1], [2]] }],
  });
  assert.match(shown, /Drawn, see --report +Fast\n/);
  assert.match(shown, /Exported, see --exports +trades \(2 rows\)\n/);
  assert.doesNotMatch(summaryOf({}), /Drawn|Exported/);
});

test('what was gained of the equity comes before what was gained of the margin', () => {
  const equity = [{ atMs: 0, value: 100_000 }];
  const profits = { realizedProfit: decimal('-231'), unrealizedProfit: decimal('1') };
  const changes = { equity, ...profits, roiPercent: decimal('-232') };
  const summary = summaryOf(changes);
  assert.match(summary, /Total return +-0\.23 % of 100,000 USDT\n/);
  assert.ok(summary.indexOf('Total return') < summary.indexOf('ROI on used margin'));
});

// Values of a small script, bar by bar, and the blocks that led to its orders.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flat, planInput, START_MS } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual, traceVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { MINUTE_MS } from '#lib/time.ts';

const DOCUMENT = {
  format: 'tidemill-visual',
  version: 1,
  blocks: [
    { id: 'price', command: 'CurrentPrice' },
    {
      id: 'low',
      command: 'IsSmallerThan',
      inputs: { input1: { wires: ['price:close'] }, input2: 95 },
    },
    {
      id: 'high',
      command: 'IsBiggerThan',
      inputs: { input1: { wires: ['price:close'] }, input2: 105 },
    },
    { id: 'never', command: 'IsBiggerThan', inputs: { input1: 1, input2: 2 } },
    { id: 'either', command: 'Or', inputs: { 'values[]': { wires: ['low', 'never'] } } },
    { id: 'wait', command: 'IsFalse', inputs: { 'values[]': { wires: ['never'] } } },
    { id: 'both', command: 'And', inputs: { 'values[]': { wires: ['either', 'wait'] } } },
    { id: 'buy', command: 'DoLong', gate: ['both'] },
    { id: 'sell', command: 'DoExitPosition', gate: ['high', 'never'] },
  ],
};

const at = (price: number): Bar => [price, price, price, price];
/** Four bars of five minutes: quiet, low in the middle, low to its end, high. */
const BARS: readonly Bar[] = [
  ...flat(100, 5),
  ...[100, 90, 90, 100, 100].map(at),
  ...[100, 100, 90, 90, 90].map(at),
  ...flat(110, 5),
];

function reportOf(): BacktestReport {
  const { model } = readVisualText(JSON.stringify(DOCUMENT), VISUAL_PALETTE);
  assert.ok(model !== null);
  const { lua } = compileVisual(model, VISUAL_PALETTE);
  const traced = traceVisual(model, VISUAL_PALETTE);
  assert.ok(lua !== null && traced !== null);
  const input = { ...planInput(BARS, { intervalMinutes: 5 }), traced };
  const ran = runBacktest({ ...input, script: { name: 'small', source: lua } }, () => true);
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}

const report = reportOf();

function valuesOf(block: string, port = ''): PortValues {
  const found = report.values?.find((each) => each.block === block && each.port === port);
  assert.ok(found !== undefined, `${block} ${port}`);
  return found;
}

test('a condition counts in a bar where it was true in one of its updates', () => {
  const { kind, bars, activeBars, lastActiveAtMs, runs } = valuesOf('low');
  assert.deepEqual(runs, [
    ['false', 1],
    ['some', 2],
    ['false', 1],
  ]);
  assert.deepEqual(
    { kind, bars, activeBars },
    {
      kind: 'condition',
      bars: 4,
      activeBars: 2,
    },
  );
  assert.equal(lastActiveAtMs, START_MS + 15 * MINUTE_MS);
});

test('a condition that was never true has no instant', () => {
  const { activeBars, lastActiveAtMs, runs } = valuesOf('never');
  assert.deepEqual(
    { activeBars, lastActiveAtMs, runs },
    {
      activeBars: 0,
      lastActiveAtMs: null,
      runs: [['false', 4]],
    },
  );
});

test('a number is that of the last update of its bar', () => {
  assert.deepEqual(valuesOf('price', 'close').runs, [
    ['100', 2],
    ['90', 1],
    ['110', 1],
  ]);
});

test('an action shows the bars in which its gate let it run', () => {
  const { kind, activeBars, runs } = valuesOf('buy');
  assert.deepEqual(runs, [
    [null, 1],
    ['true', 2],
    [null, 1],
  ]);
  assert.deepEqual({ kind, activeBars }, { kind: 'action', activeBars: 2 });
});

test('an order names the blocks whose conditions led to it, and no others', () => {
  const paths = report.orders.map(({ side, blocks }) => [side, blocks]);
  assert.deepEqual(paths, [
    ['buy', ['price', 'low', 'never', 'either', 'wait', 'both', 'buy']],
    ['sell', ['price', 'high', 'sell']],
  ]);
});

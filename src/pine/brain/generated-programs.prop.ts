// Law 7 for Pine: an operation means the same where it is used and in a function of the script.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { generatedProgram } from '#pine/brain/generated-programs.fixture.ts';

const CLOSES = [100, 103, 103, 101, 106, 104, 104, 109, 107, 112, 95, 99, 102, 98, 110, 108, 90];

const CANDLES: readonly Bar[] = CLOSES.map((close, at) => {
  const open = CLOSES[at - 1] ?? close;
  return [open, Math.max(open, close) + (at % 3), Math.min(open, close) - (at % 2), close] as const;
});

function logged(source: string): readonly string[] {
  const input = planInput(CANDLES, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
  });
  const done = runBacktest({ ...input, script: { name: 'script', source } }, () => true);
  assert(done.ok, done.ok ? '' : `${done.rejection.message}\n${source}`);
  return done.value.logs.map(({ message }) => message);
}

test('a program and the one with each operation in a function are equal', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (seed) => {
      const { direct, wrapped } = generatedProgram(seed);
      const lines = logged(direct);
      assert.equal(lines.length, CLOSES.length);
      assert.deepEqual(logged(wrapped), lines, `${direct}\n${wrapped}`);
    }),
  );
});

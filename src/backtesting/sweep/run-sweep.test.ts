// Runs that share columns and a compiled script are the runs that they would be alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsFromDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import type { InputSet } from '#backtesting/sweep/run-sweep.ts';

const CROSS = `
  local fast = Input('Fast', 3)
  local slow = Input('Slow', 12)
  local prices = ClosePrices()
  if Input('Mode', 'both') == 'long' then
    local size = Input('Boost', 1)
    if SMA(prices, fast) > SMA(prices, slow) then DoLong() else DoExitPosition() end
  else
    if SMA(prices, fast) > SMA(prices, slow) then DoLong() else DoShort() end
  end`;

/** A price that swings with two periods. */
const MINUTES = Array.from({ length: 1_500 }, (_, minute): Bar => {
  const price = Math.round(10_000 + 300 * Math.sin(minute / 40) + 120 * Math.sin(minute / 9));
  return [price, price + 5, price - 5, price];
});

function baseOf(source = CROSS): BacktestInput {
  const input = planInput(MINUTES, { settings: { seed: 7 } });
  return { ...input, script: { name: 'cross', source } };
}

const SETS: readonly InputSet[] = [2, 3, 5].flatMap((fast) =>
  [10, 20].map((slow) => ({ Fast: fast, Slow: slow })),
);

const goOn = (): boolean => true;

test('each set gives the figures that its run alone gives', () => {
  const base = baseOf();
  const sweep = openSweep(base, base.endMs);
  const runs = runSweep(sweep, SETS, goOn) ?? [];
  const alone = SETS.map((inputs) => {
    const ran = runBacktest({ ...baseOf(), inputs }, goOn);
    if (!ran.ok) return null;
    const { positions, profitCurrency } = ran.value;
    const equity = {
      atMs: ran.value.equity.map(({ atMs }) => atMs),
      values: ran.value.equity.map(({ value }) => value),
    };
    const units = (value: Decimal): Units =>
      unitsFromDecimal(value, currencyScale(profitCurrency), 'half_even') as Units;
    const past = positions.filter(({ isClosed }) => isClosed);
    const closed = {
      closedAtMs: past.map(({ closedAtMs }) => closedAtMs),
      realizedUnits: past.map(({ realizedProfit }) => units(realizedProfit)),
      marginUnits: past.map(({ margin }) => units(margin)),
    };
    return resultFigures({ ...ran.value, equity, closed }, base, base.endMs);
  });
  assert.deepEqual(
    runs.map(({ figures }) => figures),
    alone,
  );
  assert.ok(runs.every(({ figures }) => (figures?.positionsClosed ?? 0) > 0));
  assert.equal(new Set(runs.map(({ runKey }) => runKey)).size, SETS.length);
});

test('sets that differ in what a run never asks for are run once', () => {
  const base = baseOf();
  const sweep = openSweep(base, base.endMs);
  const runs =
    runSweep(
      sweep,
      [1, 2, 3].map((Boost) => ({ Fast: 3, Boost })),
      goOn,
    ) ?? [];
  assert.equal(new Set(runs).size, 1);
  const requested = [1, 2, 3].map((Boost) => ({ Fast: 3, Boost, Mode: 'long' }));
  assert.equal(new Set(runSweep(sweep, requested, goOn)).size, 3);
});

test('a run that fails says why, and the others go on', () => {
  const base = baseOf("if Input('Bad', 0) > 1 then error('too bad') end DoLong()");
  const runs = runSweep(openSweep(base, base.endMs), [{ Bad: 2 }, { Bad: 1 }], goOn) ?? [];
  assert.match(runs[0]?.failure?.message ?? '', /too bad/);
  assert.equal(runs[0]?.figures, null);
  assert.equal(runs[1]?.failure, null);
});

test('a sweep that is asked to stop returns nothing', () => {
  const base = baseOf();
  let requested = 0;
  const runs = runSweep(openSweep(base, base.endMs), SETS, () => (requested += 1) < 3);
  assert.equal(runs, null);
});

test('a window without a whole bar fails every run', () => {
  const base = { ...baseOf(), endMs: baseOf().startMs + 1 };
  const runs = runSweep(openSweep(base, base.endMs), SETS.slice(0, 1), goOn) ?? [];
  assert.match(runs[0]?.failure?.message ?? '', /no candle/);
});

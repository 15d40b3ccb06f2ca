// A result of a lab that is run again for a page has the figures of the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { LAB_WINDOW, labHarness } from '#services/labs/lab-harness.fixture.ts';
import { repeatResult } from '#services/labs/repeat-result.ts';
import { gatherLabReport } from '#services/reports/gather-lab-report.ts';

const computing = inlineCompute((input: BacktestInput, onProgress) =>
  runBacktest(input, onProgress),
);

test('the results of a lab are gathered best first, and run again with their figures', async () => {
  const harness = await labHarness();
  const { deps, store } = harness;
  const lab = await harness.carryOut(await harness.start());
  const report = present(await gatherLabReport({ ...deps, scripts: store }, lab), 'it has run');
  assert.equal(report.scriptName, harness.script.name);
  assert.equal(report.views.length, 3);
  const profits = report.views.map(({ result }) => result.sortValues.profit ?? -Infinity);
  assert.deepEqual(
    profits,
    profits.toSorted((left, right) => right - left),
  );
  for (const { result, stored, parameters } of report.views) {
    const { backtestId } = result;
    const repeated = await repeatResult(
      { ...deps, scripts: store },
      (input, call) => computing.run(input, call),
      {
        userId: lab.userId,
        backtestId,
      },
    );
    assert.ok(repeated.ok, repeated.ok ? '' : repeated.rejection);
    const { gathered, report: again } = repeated.value;
    const figures = present(stored.figures, 'no run failed');
    assert.equal(formatDecimal(again.realizedProfit), formatDecimal(figures.realizedProfit));
    assert.equal(gathered.input.inputs['Fast'], parameters['Fast']);
    assert.equal(again.positions.length >= result.positionsClosed, true);
  }
});

/** They trade by the last digits of an average, which depend on where history begins. */
const LONG_SOURCES = {
  Lua: `
    local slow = EMA(ClosePrices(60), Input('Fast', 10) * 20)
    if math.floor(slow * 100) % 2 == 0 then DoLong() else DoExitPosition() end`,
  Pine: `//@version=6
strategy("x", default_qty_value = 0.01)
length = input.int(10, "Fast")
slow = request.security("", "60", ta.ema(close, 20 * length))
if math.floor(slow * 100) % 2 == 0
    strategy.entry("Up", strategy.long)
else
    strategy.close("Up")`,
} as const;

for (const [language, source] of Object.entries(LONG_SOURCES))
  test(`runs of a lab in ${language} have the history that their backtests have`, async () => {
    const harness = await labHarness(source);
    const deps = { ...harness.deps, scripts: harness.store };
    const lab = await harness.carryOut(await harness.start());
    const report = present(await gatherLabReport(deps, lab), 'it has run');
    const starts = new Set<number>();
    for (const { result, stored } of report.views) {
      const about = { userId: lab.userId, backtestId: result.backtestId };
      const again = await repeatResult(deps, (input, call) => computing.run(input, call), about);
      assert.ok(again.ok, again.ok ? '' : again.rejection);
      const { gathered, report: repeated } = again.value;
      const figures = present(stored.figures, 'no run failed');
      assert.equal(formatDecimal(repeated.realizedProfit), formatDecimal(figures.realizedProfit));
      assert.ok(repeated.orders.length > 0);
      const warmUp = present(repeated.warmUp, 'a run says what it had');
      assert.ok(warmUp.isSufficient && warmUp.firstUpdateMs < LAB_WINDOW.startMs + HOUR_MS);
      starts.add(present(gathered.input.markets[0], 'it has a market').candles.firstOpenMs);
    }
    assert.ok(starts.size > 1, 'longer averages have more history');
  });

test('what is no result, and a run that fails, say why', async () => {
  const harness = await labHarness("if Input('Fast', 1) > 4 then error('too fast') end");
  const deps = { ...harness.deps, scripts: harness.store };
  const lab = await harness.carryOut(await harness.start());
  const report = present(await gatherLabReport(deps, lab), 'it has run');
  const failed = report.views.find(({ stored }) => stored.failure !== null);
  const { backtestId } = present(failed, 'one failed').result;
  const { userId } = lab;
  const again = await repeatResult(deps, (input, call) => computing.run(input, call), {
    userId,
    backtestId,
  });
  assert.match(again.ok ? '' : again.rejection, /too fast/);
  const unknown = await repeatResult(deps, (input, call) => computing.run(input, call), {
    userId,
    backtestId: 'bt_none',
  });
  assert.match(unknown.ok ? '' : unknown.rejection, /no result of a lab/);
});

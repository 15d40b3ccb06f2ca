// A result of a lab that is run again for a page has the figures of the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';
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

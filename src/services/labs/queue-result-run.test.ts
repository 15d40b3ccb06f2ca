// A result of a lab that is run again as a backtest has the figures of the result, whatever became
// of the script and the wallet since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { attemptJob } from '#ports/work/attempt-job.fixture.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { Lab, LabResult } from '#ports/stores/lab-store.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { getBacktest, listResultItems } from '#services/results/get-backtest.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { storedResultFromText } from '#services/labs/lab-results.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';

type Harness = Awaited<ReturnType<typeof labHarness>>;

const CHOICES = {
  ...NO_CHOICES,
  leverage: decimal('3'),
  marginMode: 'isolated',
  tradeAmountQuote: decimal('2500'),
} as const;

/** With a store of backtests, whose jobs are carried out one by one. */
function backtestsOf(harness: Harness) {
  const jobs = memoryJobs();
  const backtests = memoryBacktestStore(jobs, harness.store);
  const compute = inlineCompute((input: BacktestInput, onProgress) =>
    runBacktest(input, onProgress),
  );
  const deps = { ...harness.deps, backtests, compute };
  const { caller } = harness;
  return {
    get: (backtestId: string) => getBacktest(deps, { caller, backtestId }),
    list: (backtestId: string) =>
      listResultItems(deps, 'positions', { caller, backtestId, after: null, limit: 500 }),
    carryOut: (backtestId: string) =>
      attemptJob(
        jobs,
        BACKTEST_QUEUE,
        (jobId) => jobId === backtestId,
        async (attempt) => {
          await performBacktest(deps, attempt, new AbortController().signal);
        },
      ),
  };
}

async function resultsOf({ deps }: Harness, lab: Lab): Promise<readonly LabResult[]> {
  return deps.labs.readResults(executionKeyOf(lab), 0, 100);
}

test('each combination has the figures of its result, whatever changed since', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start({ choices: CHOICES }));
  assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
  const { check, scriptId, userId } = harness.script;
  await harness.store.replaceSource(userId, scriptId, "error('changed')", check, 1);
  const other = { ...lab.design, intervalMinutes: 60, marketTag: 'SIM_ETH_USDT' };
  await harness.deps.labs.configureLab(userId, lab.labId, other, 1, null);
  const backtests = backtestsOf(harness);
  const seen = new Set<string>();
  for (const { backtestId, figures, positionsClosed } of await resultsOf(harness, lab)) {
    const requested = await backtests.get(backtestId);
    assert.ok(requested.ok && requested.value.figures === null, 'it waits');
    await backtests.carryOut(backtestId);
    const found = await backtests.get(backtestId);
    assert.ok(found.ok, found.ok ? '' : found.rejection.detail);
    const again = present(found.value.figures, 'it is finished');
    const stored = present(storedResultFromText(figures).figures, 'no run failed');
    for (const key of ['realizedProfit', 'fees', 'roiPercent', 'maxDrawdownPercent'] as const)
      assert.equal(formatDecimal(again[key]), formatDecimal(stored[key]), key);
    assert.ok(positionsClosed > 0);
    assert.equal(again.positionsClosed, positionsClosed);
    const listed = await backtests.list(backtestId);
    assert.ok(listed.ok && listed.value.items.length >= positionsClosed);
    seen.add(formatDecimal(stored.realizedProfit));
  }
  assert.equal(seen.size, 3, 'each combination trades in its own way');
});

test('a run that failed in the lab fails again with the same reason', async () => {
  const harness = await labHarness("if Input('Fast', 1) > 4 then error('too fast') end");
  const lab = await harness.carryOut(await harness.start());
  const { backtestId } = present((await resultsOf(harness, lab))[2], 'it failed');
  const backtests = backtestsOf(harness);
  assert.ok((await backtests.get(backtestId)).ok);
  await backtests.carryOut(backtestId);
  const found = await backtests.get(backtestId);
  assert.ok(!found.ok && found.rejection.code === 'backtest_not_found');
  assert.match(found.rejection.detail, /failed and was discarded: .*too fast/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { rejected } from '#lib/result.ts';
import type { PlanInput } from '#backtesting/sweep/plan-runs.ts';
import { planRuns } from '#backtesting/sweep/plan-runs.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';

const TOO_LONG: ComputeFault = { kind: 'too_long', message: 'It took longer than 30 minutes.' };

test('what a search proposes is computed where a user may take long over it', async () => {
  const harness = await labHarness();
  const requested: PlanInput[] = [];
  const { nextRuns } = harness.deps.planning;
  harness.deps.planning.nextRuns = {
    async run(input, call) {
      requested.push(input);
      return nextRuns.run(input, call);
    },
  };
  const ended = await harness.carryOut(await harness.start());
  assert.equal(ended.status, 'completed');
  // It may be requested again while the last slices run.
  assert.deepEqual([...new Set(requested.map(({ plannedCount }) => plannedCount))], [0, 3]);
});

for (const part of ['nextRuns', 'neighbours'] as const) {
  test(`a lab whose ${part} take too long fails with the reason`, async () => {
    const harness = await labHarness();
    harness.deps.planning[part] = { run: async () => rejected(TOO_LONG) };
    const ended = await harness.carryOut(await harness.start());
    assert.equal(ended.execution?.cancelReason, TOO_LONG.message);
  });

  test(`a lab whose ${part} were cancelled goes on with the next attempt`, async () => {
    const harness = await labHarness();
    const computed = harness.deps.planning[part];
    let isFirst = true;
    harness.deps.planning[part] = {
      async run(input: never, call) {
        if (!isFirst) return computed.run(input, call) as never;
        isFirst = false;
        return rejected({ kind: 'cancelled', message: 'It was cancelled.' });
      },
    };
    const ended = await harness.carryOut(await harness.start());
    assert.equal(ended.status, 'completed');
  });
}

test('a plan is given up while it is made', () => {
  const input: PlanInput = {
    algorithm: 'random',
    space: { parameters: [{ valuesCount: 10_000, isOrdered: true }] },
    search: {
      populationMax: 100,
      generationsMax: 100,
      elitesMax: 1,
      mixPercent: 40,
      adjustPercent: 25,
    },
    seed: 1,
    plannedCount: 5_000,
    scores: null,
  };
  assert.equal(
    planRuns(input, () => false),
    null,
  );
  assert.equal(planRuns(input, () => true)?.next?.firstOrdinal, 5_000);
});

test('a plan keeps no values of parameters that are not swept', async () => {
  const harness = await labHarness();
  const lab = await harness.start();
  const { labId, userId } = lab;
  const text = await harness.deps.labs.findPlan({ labId, userId, executionNumber: 1 });
  const { parameters } = planFromText(present(text, 'it was started'));
  assert.deepEqual(
    parameters.map(({ key, values, fixedValue }) => [key, values, fixedValue]),
    [
      ['Fast', [2, 3, 5], null],
      ['Slow', [], 9],
    ],
  );
});

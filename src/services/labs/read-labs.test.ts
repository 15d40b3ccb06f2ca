// Results are read with the parameters of their own execution, whatever happens in between.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { LAB_WINDOW, labHarness } from '#services/labs/lab-harness.fixture.ts';
import { listLabResults } from '#services/labs/read-labs.ts';
import { startLab } from '#services/labs/start-lab.ts';

type Harness = Awaited<ReturnType<typeof labHarness>>;
const QUERY = {
  drawdownMax: null,
  sort: 'roi',
  isDescending: true,
  positionsMin: 0,
  after: null,
  limit: 100,
} as const;

/** Starts it anew over twelve values where it had three, and runs all of it. */
async function restartWider({ deps, caller, carryOut }: Harness, lab: Lab): Promise<Lab> {
  const { labId, userId } = lab;
  const values = Array.from({ length: 12 }, (_, place) => place + 2);
  const parameters = JSON.parse(lab.design.parameters) as { values: number[] }[];
  present(parameters[0], 'two parameters').values = values;
  const design = { ...lab.design, parameters: JSON.stringify(parameters) };
  await deps.labs.configureLab(userId, labId, design, 1, null);
  const started = await startLab(deps, { caller, labId, ...LAB_WINDOW, completion: null });
  assert.ok(started.ok);
  return carryOut(started.value);
}

test('a restart with a larger space between two reads mixes nothing', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start());
  const { labId, userId } = lab;
  const labs = {
    ...harness.deps.labs,
    /** The lab is restarted after it was read and before its results are. */
    async findLab(...requested: [string, string]) {
      const found = await harness.deps.labs.findLab(...requested);
      await restartWider(harness, lab);
      return found;
    },
  };
  const page = await listLabResults({ labs }, { userId, labId, ...QUERY });
  assert.ok(page.ok);
  assert.deepEqual(page.value.views, []);
  const now = await listLabResults(harness.deps, { userId, labId, ...QUERY });
  assert.equal(now.ok && now.value.views.length, 12);
});

test('a lab has no plan, which is read under the key of its execution', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start());
  assert.ok(!JSON.stringify(lab).includes('SMA('), 'the source of the script is not part of a lab');
  const plan = present(await harness.deps.labs.findPlan(executionKeyOf(lab)), 'it was started');
  assert.ok(plan.includes('SMA('));
});

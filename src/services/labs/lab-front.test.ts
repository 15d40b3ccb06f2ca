// The best trade-offs of a lab: each result on the front, and no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabResult, LabSort } from '#ports/stores/lab-store.ts';
import { listLabFront } from '#services/labs/lab-front.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';

const ALL = { positionsMin: 0, drawdownMax: null } as const;

test('what no other beats in one goal without being worse in another is listed', async () => {
  const harness = await labHarness();
  const { labId, userId } = await harness.carryOut(await harness.start());
  const falls = [9, 4, 6];
  const labs = {
    ...harness.deps.labs,
    async listResults(...given: Parameters<typeof harness.deps.labs.listResults>) {
      const results = await harness.deps.labs.listResults(...given);
      return results.map((result): LabResult => {
        const { ordinal } = result;
        const drawdown = falls[ordinal % falls.length] ?? 0;
        return { ...result, sortValues: { ...result.sortValues, profit: ordinal, drawdown } };
      });
    },
  };
  const front = async (goals: readonly LabSort[]) => {
    const listed = await listLabFront({ labs }, { userId, labId, goals, ...ALL });
    assert.ok(listed.ok);
    return listed.value.map(({ result: { sortValues } }) => [
      sortValues.profit,
      sortValues.drawdown,
    ]);
  };
  const found = await front(['profit', 'drawdown']);
  assert.ok(found.length > 0);
  // The highest profit is on it, and each other falls by less than all that earn more.
  for (const [index, [profit = 0, drawdown = 0]] of found.entries())
    for (const [other = 0, fall = 0] of found.slice(index + 1))
      assert.ok((profit ?? 0) > (other ?? 0) === (drawdown ?? 0) > (fall ?? 0));
  assert.equal(await front([]).then((none) => none.length), 0);
});

test('a lab that never ran has none, and one of another user is none', async () => {
  const harness = await labHarness();
  const { labId, userId } = await harness.carryOut(await harness.start());
  const goals = ['profit', 'sharpe'] as const;
  const strange = await listLabFront(harness.deps, { userId: 'u', labId, goals, ...ALL });
  assert.deepEqual(strange, { ok: false, rejection: 'lab_not_found' });
  const own = await listLabFront(harness.deps, { userId, labId, goals, ...ALL });
  assert.ok(own.ok && own.value.length > 0);
  const many = { positionsMin: 1_000_000, drawdownMax: null };
  const none = await listLabFront(harness.deps, { userId, labId, goals, ...many });
  assert.ok(none.ok && none.value.length === 0);
});

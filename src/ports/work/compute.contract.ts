// Contract of every implementation of compute, shown with a task that counts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Compute, ComputeCall } from '#ports/work/compute.ts';

export type CountTask = {
  /** Counts to it, which may be infinite, and returns the sum of what it counted. */
  readonly until: number;
};
export type CountResult = { readonly sum: bigint };

export type OpenedCompute = {
  readonly compute: Compute<CountTask, CountResult>;
  close(): Promise<void>;
};

const ENDLESS: CountTask = { until: Infinity };

/**
 * The task that implementations are given: cancelled, it returns null. Says how far it is after
 * each step.
 */
export async function countTask(
  { until }: CountTask,
  onProgress: (share: number) => Promise<boolean>,
): Promise<CountResult | null> {
  let sum = 0n;
  for (let step = 1; step <= until; step += 1) {
    sum += BigInt(step);
    if (!(await onProgress(until === Infinity ? 0.5 : step / until))) return null;
  }
  return { sum };
}

function call(changes: Partial<ComputeCall> = {}): ComputeCall {
  return { signal: new AbortController().signal, onProgress: () => undefined, ...changes };
}

const CASES: { readonly [statement: string]: (opened: OpenedCompute) => Promise<void> } = {
  'work is done, and its response comes back whole': async ({ compute }) => {
    const response = await compute.run({ until: 100 }, call());
    assert.deepEqual(response, { ok: true, value: { sum: 5_050n } });
  },
  'several are done at once': async ({ compute }) => {
    const tasks = [1, 2, 3, 4].map((until) => compute.run({ until }, call()));
    const sums = (await Promise.all(tasks)).map((response) => response.ok && response.value.sum);
    assert.deepEqual(sums, [1n, 3n, 6n, 10n]);
  },
  'work that is cancelled ends without a response, and others go on': async ({ compute }) => {
    const controller = new AbortController();
    const began = Promise.withResolvers<void>();
    const onProgress = (): void => began.resolve();
    const endless = compute.run(ENDLESS, call({ signal: controller.signal, onProgress }));
    await began.promise;
    controller.abort();
    const response = await endless;
    assert.equal(!response.ok && response.rejection.kind, 'cancelled');
    const after = await compute.run({ until: 2 }, call());
    assert.equal(after.ok && after.value.sum, 3n);
  },
  'work that was cancelled before it began is not begun': async ({ compute }) => {
    const response = await compute.run(ENDLESS, call({ signal: AbortSignal.abort() }));
    assert.equal(!response.ok && response.rejection.kind, 'cancelled');
  },
};

/** Declares the tests; `open` is called once. */
export function computeContract(open: () => Promise<OpenedCompute>): void {
  let opened: OpenedCompute | undefined;
  before(async () => {
    opened = await open();
  });
  after(() => opened?.close());
  for (const [statement, assertCase] of Object.entries(CASES)) {
    test(statement, () => assertCase(present(opened, 'compute is open')));
  }
}

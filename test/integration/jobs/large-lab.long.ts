// A lab of 100,000 combinations, end to end on one worker: each has one result, the worker's memory
// does not grow with them, and all of them can be paged through and looked at.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import { listLabResults } from '#services/labs/read-labs.ts';
import { gatherLabReport } from '#services/reports/gather-lab-report.ts';
import { renderReport } from '#main/reports/render-report.ts';
import { endOf, labNow, startLab } from '../../support/lab-under-test.ts';
import type { WorkerFleet, WorkerUnderTest } from '../../support/worker-fleet.ts';
import { withWorkerFleet } from '../../support/worker-fleet.ts';

const COUNT = 100_000;
const STEP = 5_000;
/**
 * Until then the worker is still growing into its work: it remembers 20,000 runs, and V8 lets its
 * heap grow before it collects all of it.
 */
const SETTLED = 60_000;
/** Numbers of each result while they are judged: 170 bytes, and two sets of them. */
const GROWTH_MEGABYTES_MAX = 96;
const PEAK_MEGABYTES_MAX = 700;

const SOURCE = `
  local which = Input('Fast', 1) + Input('Slow', 1)
  if GetPositionAmount() == 0 then DoLong() else DoExitPosition() end`;

/** The most that the process had at once; 0 where the system does not say. */
function peakMegabytes({ child }: WorkerUnderTest): number {
  const file = `/proc/${child.pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024;
}

/** Waits for so many results. */
async function untilDone(fleet: WorkerFleet, lab: Lab, count: number): Promise<void> {
  await fleet.until(`${count} are done`, async () => {
    return ((await labNow(fleet, lab)).execution?.completedCount ?? 0) >= count;
  });
}

test('100,000 combinations complete in memory that does not grow with them', async (t) => {
  await withWorkerFleet(async (fleet) => {
    const worker = await fleet.startWorker();
    const began = performance.now();
    const wish = { source: SOURCE, fastCount: 400, slowCount: 250, days: 30 / 1_440 };
    const lab = await startLab(fleet, wish);
    let settled = 0;
    for (let count = STEP; count <= COUNT; count += STEP) {
      await untilDone(fleet, lab, count);
      if (count === SETTLED) settled = peakMegabytes(worker);
    }
    const searched = performance.now();
    const running = peakMegabytes(worker);
    const end = await endOf(fleet, lab);
    assert.equal(end.status, 'completed', end.execution?.cancelReason ?? '');
    const peak = peakMegabytes(worker);
    const seconds = [searched - began, performance.now() - searched].map((ms) => ms / 1_000);
    t.diagnostic(`searched in ${seconds[0]?.toFixed(0)} s, judged in ${seconds[1]?.toFixed(0)} s`);
    t.diagnostic(`peak memory of the worker, in megabytes: ${settled.toFixed(0)} after ${SETTLED}`);
    t.diagnostic(`${running.toFixed(0)} after ${COUNT}, ${peak.toFixed(0)} after judging them`);
    assert.ok(peak - settled < GROWTH_MEGABYTES_MAX, `${settled} to ${peak} megabytes`);
    assert.ok(peak < PEAK_MEGABYTES_MAX, `${peak} megabytes`);
    await assertPages(fleet, end, (message) => t.diagnostic(message));
    await assertReport(fleet, end, (message) => t.diagnostic(message));
  });
});

/** All pages, from the best down: each result once, in order. */
async function assertPages(
  { labs }: WorkerFleet,
  { labId, userId }: Lab,
  tell: (message: string) => void,
): Promise<void> {
  const seen = new Set<number>();
  const query = {
    sort: 'roi',
    isDescending: true,
    positionsMin: 0,
    drawdownMax: null,
    limit: 500,
  } as const;
  let after: string | null = null;
  let before = Infinity;
  let longestMs = 0;
  do {
    const began = performance.now();
    const listed = await listLabResults({ labs }, { userId, labId, ...query, after });
    longestMs = Math.max(longestMs, performance.now() - began);
    assert.ok(listed.ok);
    for (const { judgement, result } of listed.value.views) {
      const roi = result.sortValues.roi ?? -Infinity;
      assert.ok(roi <= before);
      before = roi;
      seen.add(result.combination);
      assert.notEqual(judgement, null);
    }
    after = listed.value.lastKey;
  } while (after !== null);
  assert.equal(seen.size, COUNT);
  tell(`the slowest page of 500 took ${longestMs.toFixed(0)} ms`);
}

async function assertReport(
  { labs, scripts }: WorkerFleet,
  lab: Lab,
  tell: (message: string) => void,
): Promise<void> {
  const began = performance.now();
  const report = present(await gatherLabReport({ labs, scripts }, lab), 'it was started');
  const page = renderReport({ kind: 'lab', report, runs: [] });
  const ms = performance.now() - began;
  tell(`the report took ${ms.toFixed(0)} ms and has ${page.length} characters`);
  assert.match(page, /"completed_backtests":100000/);
  assert.ok(page.length < 4_000_000, `${page.length} characters`);
}

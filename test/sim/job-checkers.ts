// Invariants of backtests and labs when everything has healed: each that was requested has one end,
// what was deleted stays deleted, and a completed lab has each of its results once.

import { LIMITS } from '#lib/limits.ts';
import type { BacktestProgress } from '#ports/stores/backtest-store.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import type { JobOwners } from './job-owners.ts';
import { OWN_PROCESS_ENDED } from './sim-compute.ts';
import type { SimWorld } from './world.ts';
import { CALLER } from './world.ts';

const RESULTS_MAX = 1_000;

export async function checkJobs(world: SimWorld, known: JobOwners): Promise<readonly string[]> {
  const found: string[] = [];
  for (const backtestId of known.backtests) {
    const stored = await world.backtests.findBacktest(CALLER.userId, backtestId);
    if (stored === null) found.push(`${backtestId} was requested and is not stored`);
    else if (stored.progress.state === 'queued') found.push(`${backtestId} never ended`);
    else found.push(...faultsOfEnd(world, known, backtestId, stored.progress));
  }
  for (const labId of known.labs) found.push(...(await faultsOfLab(world, labId)));
  for (const labId of known.cancelled) found.push(...(await faultsOfCancelled(world, labId)));
  for (const id of known.deleted) {
    const backtest = await world.backtests.findBacktest(CALLER.userId, id);
    const lab = await world.labs.findLab(CALLER.userId, id);
    if (backtest !== null || lab !== null) found.push(`${id} was deleted and is there`);
  }
  for (const jobId of world.queue.openIds()) found.push(`the job ${jobId} is not over`);
  return found;
}

/** What ends its process fails for that; others only when they have lost as many as they may. */
function faultsOfEnd(
  { queue }: SimWorld,
  { fatal }: JobOwners,
  backtestId: string,
  progress: BacktestProgress,
): readonly string[] {
  const said = progress.state === 'failed' ? progress.reason.message : null;
  const lostCount = queue.lostCountOf(backtestId);
  const isWornOut = lostCount >= LIMITS.backtestLostAttemptsMax;
  const reasons = [
    ...(isWornOut ? [`The process that ran it ended, ${lostCount} times.`] : []),
    ...(fatal.has(backtestId) ? [OWN_PROCESS_ENDED] : []),
  ];
  const isRight = said === null ? !fatal.has(backtestId) : reasons.includes(said);
  return isRight ? [] : [`${backtestId} ended with ${said ?? 'a result'}, lost ${lostCount} times`];
}

async function faultsOfLab(world: SimWorld, labId: string): Promise<readonly string[]> {
  const lab = await world.labs.findLab(CALLER.userId, labId);
  if (lab === null) return [`${labId} was made and is not stored`];
  // Processes may die of one lab more often than a lab is tried.
  if (lab.status === 'failed') return [];
  if (lab.status !== 'completed') return [`${labId} stays ${lab.status}`];
  const scheduledCount = lab.execution?.scheduledCount ?? 0;
  const ordinals = (await ordinalsOf(world, lab)).join();
  const due = Array.from({ length: scheduledCount }, (_, ordinal) => ordinal).join();
  const completedCount = lab.execution?.completedCount;
  if (ordinals === due && completedCount === scheduledCount) return [];
  return [`${labId} has ${completedCount} results, ${ordinals}, of ${scheduledCount}`];
}

async function faultsOfCancelled(world: SimWorld, labId: string): Promise<readonly string[]> {
  const lab = await world.labs.findLab(CALLER.userId, labId);
  if (lab === null) return [`${labId} was cancelled and is gone`];
  const isOver = lab.status !== 'queued' && lab.status !== 'running';
  return isOver ? [] : [`${labId} was cancelled and is ${lab.status}`];
}

async function ordinalsOf({ labs }: SimWorld, lab: Lab): Promise<readonly number[]> {
  const { labId, userId, execution } = lab;
  const key = { labId, userId, executionNumber: execution?.number ?? 0 };
  const results = await labs.readResults(key, 0, RESULTS_MAX);
  return results.map(({ ordinal }) => ordinal);
}

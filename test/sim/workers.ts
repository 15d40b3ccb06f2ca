// The processes that carry out jobs, each one job at a time and suspects beside it. They die and
// freeze at any call, also while they compute, and start again some seconds later.

import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { suspectGate } from '#adapters/postgres/jobs/suspect-gate.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import { planRuns } from '#backtesting/sweep/plan-runs.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import type { PerformBacktestDeps } from '#services/backtests/perform-backtest.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { LabWorkDeps } from '#services/labs/lab-work.ts';
import { planLab } from '#services/labs/plan-lab.ts';
import { runLabSlice } from '#services/labs/run-lab-slice.ts';
import { noteDefects } from './fleet.ts';
import type { JobCalls } from './job-queue.ts';
import { followStore, makeMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import type { Mutants } from './mutants.ts';
import type { Life } from './process.ts';
import { beginLife, mortal, pass } from './process.ts';
import { CANDLES, HISTORY } from './runners.ts';
import type { SimCompute } from './sim-compute.ts';
import { inOwnProcess, insideWorker } from './sim-compute.ts';
import { PRICES } from './venue.ts';
import type { SimWorld } from './world.ts';

export type Workers = {
  /** Lets the processes end their work without taking another job. */
  stop(): void;
};

type Fleet = {
  readonly world: SimWorld;
  readonly mutants: Mutants;
  /** Since when those that are alive have had a place free. */
  readonly freeSinceMs: Map<string, number>;
  isStopped: boolean;
};

type Perform = (attempt: JobAttempt, signal: AbortSignal) => Promise<JobEnding>;
type Performs = Readonly<Record<string, Perform>>;

const SEATS = ['worker-1', 'worker-2'] as const;
const QUEUES = [BACKTEST_QUEUE, LAB_PLAN_QUEUE, LAB_SLICE_QUEUE] as const;
const RESTART_MS_MAX = 8_000;
const POLL_MS = 3_000;
const RENEW_MS = 3_000;
const FAILURE_DELAY_MS = 1_000;
/** A worker with a free place takes what waits within so long, once there are no faults. */
const IDLE_MS_MAX = 15_000;
/** Until all are awake, and those that died have started again. */
const RECOVERY_MS = 40_000;

export function startWorkers(world: SimWorld, mutants: Mutants): Workers {
  const fleet: Fleet = { world, mutants, freeSinceMs: new Map(), isStopped: false };
  for (const name of SEATS) void keepSlot(fleet, name);
  void watchIdle(fleet);
  return {
    stop() {
      fleet.isStopped = true;
    },
  };
}

async function keepSlot(fleet: Fleet, name: string): Promise<void> {
  const { agenda, chance, journal } = fleet.world;
  const machine = makeMachine(fleet.world, name);
  while (!fleet.isStopped) {
    const life = beginLife(name);
    journal.note(name, 'starts');
    await Promise.race([life.death, work(fleet, life, machine)]);
    life.die();
    fleet.freeSinceMs.delete(name);
    await agenda.wait(chance.below(RESTART_MS_MAX));
  }
}

/** No worker stands by while a job waits, whatever suspects do. */
async function watchIdle({ world, freeSinceMs }: Fleet): Promise<never> {
  const { agenda, faults, healsAtMs, queue } = world;
  await agenda.wait(healsAtMs - agenda.nowMs() + RECOVERY_MS);
  for (;;) {
    await agenda.wait(POLL_MS);
    const waitedMs = queue.longestWaitMs();
    for (const [name, sinceMs] of freeSinceMs)
      if (Math.min(waitedMs, agenda.nowMs() - sinceMs) > IDLE_MS_MAX)
        faults.push(`${name} has a place free, and a job waits for ${waitedMs} ms`);
  }
}

async function work(fleet: Fleet, life: Life, machine: Machine): Promise<void> {
  const { world, mutants } = fleet;
  const clock = mutants.clock(await followStore(world, life, machine), machine);
  const queue = mortal(world, life, 'store', world.queue.calls);
  const performs = performsOf(fleet, life, clock);
  const gate = suspectGate();
  fleet.freeSinceMs.set(life.name, world.agenda.nowMs());
  while (!fleet.isStopped) {
    for (const name of QUEUES) {
      await noteDefects(world, async () => {
        const attempt = await queue.takeJob(name);
        if (attempt === null) return;
        const { fence, jobId, lostCount, tenant } = attempt;
        world.journal.note(life.name, `takes ${jobId}, fence ${fence}, lost ${lostCount}`);
        const perform = performs[name] as Perform;
        if (!attempt.isSuspect) {
          fleet.freeSinceMs.delete(life.name);
          await carryOut(world, life, queue, attempt, perform);
          fleet.freeSinceMs.set(life.name, world.agenda.nowMs());
          return;
        }
        // It takes no place from others.
        const gated: Perform = (...given) => gate.enter(tenant, () => perform(...given));
        const ended = noteDefects(world, () => carryOut(world, life, queue, attempt, gated));
        if (!mutants.suspects.areBeside) await ended;
      });
    }
    await pass(world, life, POLL_MS);
  }
}

async function carryOut(
  world: SimWorld,
  life: Life,
  queue: JobCalls,
  attempt: JobAttempt,
  perform: Perform,
): Promise<void> {
  const controller = new AbortController();
  const held = { isOver: false };
  if (isMute(world)) world.journal.note(life.name, `says nothing of ${attempt.jobId}`);
  else void renewWhileHeld(world, life, queue, attempt, held, controller);
  const ending = await endingOf(() => perform(attempt, controller.signal));
  held.isOver = true;
  world.journal.note(life.name, `${attempt.jobId}: ${ending.kind}`);
  if (ending.kind === 'again') await queue.giveJobBack(attempt, ending.delayMs);
}

/** As when what says so waits for a connection: another may take the job over meanwhile. */
function isMute({ agenda, healsAtMs, jobChance, rates }: SimWorld): boolean {
  return agenda.nowMs() < healsAtMs && jobChance.percent(rates.muteness);
}

async function renewWhileHeld(
  world: SimWorld,
  life: Life,
  queue: JobCalls,
  attempt: JobAttempt,
  held: { readonly isOver: boolean },
  controller: AbortController,
): Promise<void> {
  for (;;) {
    await pass(world, life, RENEW_MS);
    if (held.isOver) return;
    await noteDefects(world, async () => {
      if (!(await queue.renewJob(attempt))) controller.abort();
    });
  }
}

async function endingOf(perform: () => Promise<JobEnding>): Promise<JobEnding> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof Failure || error instanceof OutcomeUnknown)
      return { kind: 'again', delayMs: FAILURE_DELAY_MS };
    throw error;
  }
}

function performsOf({ world, mutants }: Fleet, life: Life, clock: Clock): Performs {
  const store = mortal(world, life, 'store', world.store);
  const reached = mortal(world, life, 'exchange', world.venue.exchange);
  const shared = {
    clock,
    digest: systemDigest,
    accounts: store,
    scripts: store,
    dataSeries: store,
    exchanges: exchangeRegistry([reached]),
    history: HISTORY,
    archiveCode: 'archive',
    candleSources: [mortal(world, life, 'store', CANDLES)],
    futuresTerms: [makeSimFuturesTerms(PRICES)],
    log: { debug: ignore, info: ignore, warn: ignore, error: faultOf(world, life) },
  };
  const backtests: Omit<PerformBacktestDeps, 'compute'> = {
    ...shared,
    backtests: mortal(world, life, 'store', world.backtests),
  };
  const labs: Omit<LabWorkDeps, 'compute'> = {
    ...shared,
    labs: mortal(world, life, 'store', world.labs),
    planning: {
      nextRuns: inlineCompute(planRuns),
      neighbours: inlineCompute(neighbourhoods),
    },
  };
  const computing = (attempt: JobAttempt): SimCompute =>
    attempt.isSuspect && mutants.suspects.areApart
      ? inOwnProcess(world, life)
      : insideWorker(world, life, attempt.jobId);
  return {
    [BACKTEST_QUEUE]: (attempt, signal) => {
      const { backtest: compute } = computing(attempt);
      return performBacktest({ ...backtests, compute }, attempt, signal);
    },
    [LAB_PLAN_QUEUE]: (attempt, signal) => {
      const { slice: compute } = computing(attempt);
      return planLab({ ...labs, compute }, attempt, signal);
    },
    [LAB_SLICE_QUEUE]: (attempt, signal) => {
      const { slice: compute } = computing(attempt);
      return runLabSlice({ ...labs, compute }, attempt, signal);
    },
  };
}

function faultOf({ faults }: SimWorld, { name }: Life) {
  return (event: string, fields: unknown): void => {
    faults.push(`${name}: ${event} ${JSON.stringify(fields)}`);
  };
}

function ignore(): void {
  // The journal says what happened.
}

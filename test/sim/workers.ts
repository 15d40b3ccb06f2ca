// The processes that carry out jobs, each one job at a time. They die and freeze at any call, also
// while they compute, and start again some seconds later.

import { systemDigest } from '#adapters/system/system-ports.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { sampleReport } from '#engine/backtest/report.sample.ts';
import { openSweep, runSweep } from '#engine/sweep/run-sweep.ts';
import { accepted, rejected } from '#lib/result.ts';
import { BACKTEST_QUEUE } from '#ports/backtest-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Compute } from '#ports/compute.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { JobAttempt, JobEnding } from '#ports/jobs.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/lab-store.ts';
import type { PerformBacktestDeps } from '#services/backtests/perform-backtest.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { LabWorkDeps, SliceInput } from '#services/labs/lab-work.ts';
import { planLab } from '#services/labs/plan-lab.ts';
import { runLabSlice } from '#services/labs/run-lab-slice.ts';
import { noteDefects } from './fleet.ts';
import type { JobCalls } from './job-queue.ts';
import { followStore, makeMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import type { Mistakes } from './mistakes.ts';
import type { Life } from './process.ts';
import { beginLife, freeze, mortal, pass } from './process.ts';
import { CANDLES, HISTORY } from './runners.ts';
import { PRICES } from './venue.ts';
import type { SimWorld } from './world.ts';

export type Workers = {
  /** Lets the processes end their work without taking another job. */
  stop(): void;
};

type Fleet = { readonly world: SimWorld; readonly mistakes: Mistakes; isStopped: boolean };

type Perform = (attempt: JobAttempt, signal: AbortSignal) => Promise<JobEnding>;
type Performs = Readonly<Record<string, Perform>>;

const SEATS = ['worker-1', 'worker-2'] as const;
const QUEUES = [BACKTEST_QUEUE, LAB_PLAN_QUEUE, LAB_SLICE_QUEUE] as const;
const RESTART_MS_MAX = 8_000;
const POLL_MS = 3_000;
const RENEW_MS = 3_000;
const FAILURE_DELAY_MS = 1_000;
/** A process spends so much more time in a run than in a call. */
const COMPUTING_TIMES = 10;
/** Some runs take longer than a job is held without a word. */
const RUN_MS_MAX = 16_000;

export function startWorkers(world: SimWorld, mistakes: Mistakes): Workers {
  const fleet: Fleet = { world, mistakes, isStopped: false };
  for (const name of SEATS) void keepSeat(fleet, name);
  return {
    stop() {
      fleet.isStopped = true;
    },
  };
}

async function keepSeat(fleet: Fleet, name: string): Promise<void> {
  const { agenda, chance, journal } = fleet.world;
  const machine = makeMachine(fleet.world, name);
  while (!fleet.isStopped) {
    const life = beginLife(name);
    journal.note(name, 'starts');
    await Promise.race([life.death, work(fleet, life, machine)]);
    life.die();
    await agenda.wait(chance.below(RESTART_MS_MAX));
  }
}

async function work(fleet: Fleet, life: Life, machine: Machine): Promise<void> {
  const { world, mistakes } = fleet;
  const clock = mistakes.clock(await followStore(world, life, machine), machine);
  const queue = mortal(world, life, 'store', world.queue.calls);
  const performs = performsOf(world, life, clock);
  while (!fleet.isStopped) {
    for (const name of QUEUES) {
      await noteDefects(world, async () => {
        const attempt = await queue.takeJob(name);
        if (attempt === null) return;
        world.journal.note(life.name, `takes ${attempt.jobId}, fence ${attempt.fence}`);
        await carryOut(world, life, queue, attempt, performs[name] as Perform);
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
  void renewWhileHeld(world, life, queue, attempt, held, controller);
  const ending = await endingOf(() => perform(attempt, controller.signal));
  held.isOver = true;
  world.journal.note(life.name, `${attempt.jobId}: ${ending.kind}`);
  if (ending.kind === 'again') await queue.giveJobBack(attempt, ending.delayMs);
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

function performsOf(world: SimWorld, life: Life, clock: Clock): Performs {
  const store = mortal(world, life, 'store', world.store);
  const reached = mortal(world, life, 'exchange', world.venue.exchange);
  const shared = {
    clock,
    digest: systemDigest,
    accounts: store,
    scripts: store,
    exchanges: exchangeRegistry([reached]),
    history: HISTORY,
    archiveCode: 'archive',
    candleSources: [mortal(world, life, 'store', CANDLES)],
    futuresTerms: [makeSimFuturesTerms(PRICES)],
    log: { debug: ignore, info: ignore, warn: ignore, error: faultOf(world, life) },
  };
  const backtests: PerformBacktestDeps = {
    ...shared,
    backtests: mortal(world, life, 'store', world.backtests),
    compute: slowly(world, life, () => accepted(sampleReport(1))),
  };
  const labs: LabWorkDeps = {
    ...shared,
    labs: mortal(world, life, 'store', world.labs),
    compute: slowly(world, life, ({ base, cutMs, sets }: SliceInput) => ({
      runs: runSweep(openSweep(base, cutMs), sets, () => true) ?? [],
      tookMs: RUN_MS_MAX * sets.length,
    })),
  };
  return {
    [BACKTEST_QUEUE]: (attempt, signal) => performBacktest(backtests, attempt, signal),
    [LAB_PLAN_QUEUE]: (attempt, signal) => planLab(labs, attempt, signal),
    [LAB_SLICE_QUEUE]: (attempt, signal) => runLabSlice(labs, attempt, signal),
  };
}

/** What is computed is there after a while, unless it was cancelled until then. It may freeze. */
function slowly<Input, Output>(
  world: SimWorld,
  life: Life,
  compute: (input: Input) => Output,
): Compute<Input, Output> {
  return {
    async run(input, { signal }) {
      await pass(world, life, world.chance.below(RUN_MS_MAX));
      if (world.chance.percent(world.rates.freeze * COMPUTING_TIMES)) {
        freeze(world, life, { name: 'computing' });
        await pass(world, life, 0);
      }
      if (!signal.aborted) return accepted(compute(input));
      return rejected({ kind: 'cancelled', message: 'It was cancelled.' });
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

// Compute of a simulated worker: in its own process, which freezes and dies at work, or, for
// suspects, in a process of their own, of which only its own work hears when it dies.

import { sampleReport } from '#backtesting/report.fixture.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Compute, ComputeFault } from '#ports/work/compute.ts';
import type { BacktestCompute } from '#services/backtests/perform-backtest.ts';
import type { SliceCompute, SliceInput, SliceOutput } from '#services/labs/lab-work.ts';
import type { Life } from './process.ts';
import { freeze, pass } from './process.ts';
import { FATAL_SOURCE } from './scripts.ts';
import type { SimWorld } from './world.ts';

export type SimCompute = { readonly backtest: BacktestCompute; readonly slice: SliceCompute };

/** A process spends so much more time in a run than in a call. */
const COMPUTING_TIMES = 10;
/** Some runs take longer than a job is held without a word. */
const RUN_MS_MAX = 16_000;
/** What ends its process does so late. */
const FATAL_MS_MAX = 40_000;

/** Why a suspect fails whose own process has died. */
export const OWN_PROCESS_ENDED = 'Its process ended: SIGKILL.';

/** What is computed is there after a while, unless it was cancelled until then. It may freeze. */
export function insideWorker(world: SimWorld, life: Life, jobId: string): SimCompute {
  const { chance, journal, rates, faults, endedBy } = world;
  return computeWith(async (isFatal) => {
    await pass(world, life, chance.below(RUN_MS_MAX));
    if (isFatal) {
      journal.note(life.name, `dies of ${jobId}`);
      if (endedBy.has(jobId)) faults.push(`${jobId} has ended a second worker`);
      endedBy.add(jobId);
      life.die();
      await pass(world, life, 0);
    }
    if (chance.percent(rates.freeze * COMPUTING_TIMES)) {
      freeze(world, life, { name: 'computing' });
      await pass(world, life, 0);
    }
    return null;
  });
}

export function inOwnProcess(world: SimWorld, life: Life): SimCompute {
  const { chance } = world;
  return computeWith(async (isFatal) => {
    await pass(world, life, chance.below(isFatal ? FATAL_MS_MAX : RUN_MS_MAX));
    return isFatal ? { kind: 'out_of_memory', message: OWN_PROCESS_ENDED } : null;
  });
}

/** `work` takes its time, and says what went wrong. */
function computeWith(work: (isFatal: boolean) => Promise<ComputeFault | null>): SimCompute {
  function compute<Input, Output>(
    inputOf: (input: Input) => BacktestInput,
    outputOf: (input: Input) => Output,
  ): Compute<Input, Output> {
    return {
      async run(input, { signal }) {
        const fault = await work(inputOf(input).script.source === FATAL_SOURCE);
        if (signal.aborted) return rejected(CANCELLED);
        return fault === null ? accepted(outputOf(input)) : rejected(fault);
      },
    };
  }

  return {
    backtest: compute(
      (input) => input,
      () => accepted(sampleReport(1)),
    ),
    slice: compute(({ base }: SliceInput) => base, sliceOf),
  };
}

function sliceOf({ base, cutMs, sets }: SliceInput): SliceOutput {
  const runs = runSweep(openSweep(base, cutMs), sets, () => true) ?? [];
  return { runs, tookMs: RUN_MS_MAX * sets.length };
}

const CANCELLED: ComputeFault = { kind: 'cancelled', message: 'It was cancelled.' };

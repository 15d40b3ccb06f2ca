// Carries out the job of a backtest: gathers what the run needs, has it computed, and writes down
// what became of it. Nothing here throws for what a user did; the world's failures make the job be
// tried again.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { barMinutesOf, barsOf } from '#backtesting/report-bars.ts';
import type { BacktestFailure, BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type {
  Backtest,
  BacktestFailureReason,
  BacktestOutcome,
  BacktestPhase,
  BacktestStore,
} from '#ports/stores/backtest-store.ts';
import type { Compute, ComputeFault } from '#ports/work/compute.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { Log } from '#venue-port/world/log.ts';
import { completeReport } from '#services/backtests/complete-report.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { failureReason } from '#services/backtests/failure-reason.ts';
import type {
  GatherDeps,
  GatheredInput,
  GatherRejection,
} from '#services/backtests/gather-input.ts';
import { gatherInput } from '#services/backtests/gather-input.ts';
import { frozenFromText } from '#services/backtests/frozen-run.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { longerWarmUp, usualWarmUp } from '#services/backtests/warm-up-wish.ts';

export type { BacktestFailure, BacktestInput, BacktestReport } from '#backtesting/backtest.ts';

export type BacktestCompute = Compute<BacktestInput, Result<BacktestReport, BacktestFailure>>;

export type PerformBacktestDeps = GatherDeps & {
  readonly backtests: Pick<BacktestStore, 'findQueuedBacktest' | 'endBacktest' | 'noteStage'>;
  readonly compute: BacktestCompute;
  readonly log: Log;
};

const DONE: JobEnding = { kind: 'done' };
const AGAIN: JobEnding = { kind: 'again', delayMs: 0 };

/** One attempt at the job. Throws Failure. */
export async function performBacktest(
  deps: PerformBacktestDeps,
  attempt: JobAttempt,
  signal: AbortSignal,
): Promise<JobEnding> {
  const backtest = await deps.backtests.findQueuedBacktest(attempt.jobId);
  if (backtest === null) return DONE;
  if (attempt.lostCount >= LIMITS.backtestLostAttemptsMax) {
    return end(deps, attempt, failed(`The process that ran it ended, ${attempt.lostCount} times.`));
  }
  return performWith(deps, attempt, backtest, signal, firstWarmUp(backtest));
}

/** A frozen run of a bot repeats one, with the history that it had. */
function firstWarmUp(backtest: Backtest): WarmUpWish {
  const frozen = frozenFromText(backtest.frozen);
  const usual = usualWarmUp(backtest, frozen?.warmUpMinutes === undefined);
  return { ...usual, minutes: frozen?.warmUpMinutes ?? usual.minutes };
}

/** Again with more history where the script turns out to look back further. */
async function performWith(
  deps: PerformBacktestDeps,
  attempt: JobAttempt,
  backtest: Backtest,
  signal: AbortSignal,
  warmUp: WarmUpWish,
): Promise<JobEnding> {
  const stages = stagesOf(deps, backtest);
  await stages.note('loading_data', 0);
  let hasFetched = false;
  const gathered = await gatherInput(deps, backtest, undefined, warmUp, {
    signal,
    onProgress: ({ doneMinutes, totalMinutes }) => {
      hasFetched = true;
      stages.onProgress(doneMinutes / totalMinutes, 'loading_data');
    },
  });
  await stages.rest();
  if (signal.aborted) return AGAIN;
  if (!gathered.ok) return refuse(deps, attempt, backtest, gathered.rejection, hasFetched);
  await stages.note('executing', 0);
  const { input } = gathered.value;
  const response = await deps.compute.run(input, { signal, onProgress: stages.onProgress });
  await stages.rest();
  const isShort = response.ok && !response.value.ok;
  const longer = isShort ? longerWarmUp(warmUp, response.value.rejection, backtest) : null;
  if (longer !== null) return performWith(deps, attempt, backtest, signal, longer);
  const outcome = outcomeOfResponse(deps, gathered.value, response);
  return outcome === null ? AGAIN : end(deps, attempt, outcome);
}

/**
 * A market without history waits for it a while: it may just be being synced. As long as an attempt
 * brings some of it, another one follows: years exceed what an exchange gives in a minute.
 */
async function refuse(
  deps: PerformBacktestDeps,
  attempt: JobAttempt,
  backtest: Backtest,
  { isPassing, reason }: GatherRejection,
  hasFetched: boolean,
): Promise<JobEnding> {
  if (isPassing && hasFetched) return { kind: 'again', delayMs: LIMITS.backtestHistoryRetryMs };
  const waitedMs = deps.clock.nowMs() - backtest.queuedAtMs;
  if (!isPassing || waitedMs >= LIMITS.backtestHistoryPatienceMs) {
    return end(deps, attempt, { kind: 'failed', reason });
  }
  const leftMs = LIMITS.backtestHistoryPatienceMs - waitedMs;
  return { kind: 'again', delayMs: Math.min(LIMITS.backtestHistoryRetryMs, leftMs) };
}

/** Null when it was cancelled, or this process is closing. */
function outcomeOfResponse(
  deps: PerformBacktestDeps,
  { input, topUps, valuesMissing }: GatheredInput,
  response: Awaited<ReturnType<BacktestCompute['run']>>,
): BacktestOutcome | null {
  if (!response.ok) return outcomeOfFault(deps, response.rejection);
  const run = response.value;
  const { tradeAmountQuote } = input.settings;
  if (run.ok) {
    const barMinutes = barMinutesOf(input);
    const bars = barsOf(input, barMinutes);
    const report = completeReport(input, run.value);
    const beside = { topUps, tradeAmountQuote, bars, barMinutes };
    return outcomeOf(report, valuesMissing === undefined ? beside : { ...beside, valuesMissing });
  }
  if (run.rejection.kind === 'cancelled') return null;
  return { kind: 'failed', reason: failureReason(run.rejection, input.script.name) };
}

type Stages = {
  readonly note: (phase: BacktestPhase, doneShare: number) => Promise<void>;
  readonly onProgress: (this: void, share: number, phase?: BacktestPhase) => void;
  /** Until what is being noted is written. */
  readonly rest: () => Promise<void>;
};

/** Polls for scripts return `queued` whatever is done; those for strategies say how far it is. */
function stagesOf({ backtests, clock }: PerformBacktestDeps, backtest: Backtest): Stages {
  const beganAtMs = clock.nowMs();
  let notedAtMs = beganAtMs;
  let underWay: Promise<void> = Promise.resolve();
  const isWatched = backtest.strategy !== undefined;
  const note: Stages['note'] = async (phase, doneShare) => {
    if (!isWatched) return;
    try {
      await backtests.noteStage(backtest.backtestId, { phase, doneShare, beganAtMs });
    } catch (error) {
      // For the eye alone: the run does not fail for it.
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    }
  };
  return {
    note,
    onProgress(share, phase = 'executing') {
      const nowMs = clock.nowMs();
      if (!isWatched || nowMs - notedAtMs < LIMITS.backtestStageMs) return;
      notedAtMs = nowMs;
      underWay = underWay.then(() => note(phase, share));
    },
    rest: () => underWay,
  };
}

function outcomeOfFault(
  { log }: PerformBacktestDeps,
  { kind, message }: ComputeFault,
): BacktestOutcome | null {
  switch (kind) {
    case 'cancelled':
      return null;
    case 'too_long':
    case 'out_of_memory':
      return failed(message);
    case 'crashed':
      // Ours to mend, and nothing that a user should read.
      log.error('backtest.crashed', { cause: message });
      return failed('The run ended in a mistake of the service; it was noted in its log.');
  }
}

async function end(
  { backtests, clock, log }: PerformBacktestDeps,
  attempt: JobAttempt,
  outcome: BacktestOutcome,
): Promise<JobEnding> {
  const isEnded = await backtests.endBacktest(attempt, outcome, clock.nowMs());
  const detail = outcome.kind === 'failed' ? outcome.reason.message : null;
  log.info('backtest.ended', {
    backtest_id: attempt.jobId,
    outcome: isEnded ? outcome.kind : 'superseded',
    detail,
  });
  return DONE;
}

function failed(message: string): BacktestOutcome {
  const reason: BacktestFailureReason = { message, line: null };
  return { kind: 'failed', reason };
}

// Judges the results of a lab when all are there: each by its neighbours and by luck, all together
// by the blocks of the window. Results are read and judged in pages, so that a large lab retains no
// thread busy for long; what is retained of each meanwhile is some numbers.

import { LIMITS } from '#lib/limits.ts';
import type { BlockTable } from '#backtesting/overfitting/block-table.ts';
import { addRun, emptyBlockTable } from '#backtesting/overfitting/block-table.ts';
import {
  deflatedSharpe,
  expectedHighestSharpe,
  varianceOf,
} from '#backtesting/overfitting/deflated-sharpe.ts';
import type { Neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import type { OverfittingTally } from '#backtesting/overfitting/overfitting-probability.ts';
import { overfittingTally } from '#backtesting/overfitting/overfitting-probability.ts';
import type { ReturnMoments } from '#backtesting/overfitting/return-moments.ts';
import { walkForward } from '#backtesting/overfitting/walk-forward.ts';
import { addText, digestNumber, newDigest } from '#lib/digest.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import type { Lab, LabJudgement, LabResult, LabStore } from '#ports/stores/lab-store.ts';
import { spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import type { LabFold } from '#services/labs/lab-results.ts';
import { judgementToText, summaryToText, trialFromText } from '#services/labs/lab-results.ts';
import type { LabPlanning } from '#services/labs/lab-work.ts';
import { executionKeyOf, executionOf } from '#services/labs/lab-execution.ts';
import { ignoreProgress } from '#services/labs/lab-work.ts';

const PAGE = 1_000;

export type JudgedLab = {
  readonly summary: string;
  /** Of the first run, when every run failed; null otherwise. */
  readonly failure: string | null;
};

type Labs = Pick<LabStore, 'readResults'>;
type JudgeDeps = { readonly labs: Labs; readonly planning: Pick<LabPlanning, 'neighbours'> };

const CANCELLED = rejected({ kind: 'cancelled', message: 'It was cancelled.' } as const);

/** What is retained of the results, by their place in the order of the search. */
type ScoreColumns = {
  count: number;
  readonly ordinals: Int32Array;
  readonly combinations: Float64Array;
  /** NaN: none. */
  readonly scores: Float64Array;
  /** Four numbers each; NaN: none. */
  readonly moments: Float64Array;
  readonly isTrial: Uint8Array;
  /** Gains by block, of the trials. */
  readonly table: BlockTable;
  /** Of the runs in the table. */
  readonly runOrdinals: Int32Array;
  readonly tally: OverfittingTally;
  failure: string | null;
};

/** `write` is given the judgements page by page; false: the lab is no longer at work. */
export async function scoreLab(
  { labs, planning }: JudgeDeps,
  lab: Lab,
  plan: LabPlan,
  signal: AbortSignal,
  write: (judgements: readonly LabJudgement[]) => Promise<boolean>,
): Promise<Result<JudgedLab, ComputeFault>> {
  const gathered = await gather(labs, lab);
  const { count, moments, isTrial, table, tally } = gathered;
  if (table.runsCount === 0) return accepted({ summary: '', failure: gathered.failure });
  const sharpes: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const sharpe = moments[place * 4 + 1] ?? NaN;
    if (isTrial[place] === 1 && !Number.isNaN(sharpe)) sharpes.push(sharpe);
  }
  const benchmark = expectedHighestSharpe(varianceOf(sharpes), table.runsCount);
  const near = await neighboursOf(planning, gathered, plan, signal);
  if (!near.ok) return near;
  const judge = judgeOf(gathered, near.value, benchmark);
  for (let first = 0; first < count; first += PAGE) {
    const end = Math.min(count, first + PAGE);
    const page = Array.from({ length: end - first }, (_, at) => judge(first + at));
    if (signal.aborted || !(await write(page))) return CANCELLED;
    // There are no more runs than results, so the pages of results reach over all of them.
    tally.rank(table, Math.min(first, table.runsCount), Math.min(end, table.runsCount));
  }
  const summary = summaryToText({
    trialsCount: table.runsCount,
    overfittingProbability: tally.probability(table),
    expectedHighestSharpe: sharpes.length === 0 ? null : benchmark,
    folds: await foldsOf(labs, lab, plan, gathered),
  });
  return accepted({ summary, failure: null });
}

function neighboursOf(
  { neighbours }: JudgeDeps['planning'],
  { combinations, count, scores }: ScoreColumns,
  { parameters }: LabPlan,
  signal: AbortSignal,
): Promise<Result<Neighbourhoods, ComputeFault>> {
  const input = {
    space: spaceOf(parameters),
    combinations: combinations.slice(0, count),
    scores: scores.slice(0, count),
  };
  return neighbours.run(input, { signal, onProgress: ignoreProgress });
}

function judgeOf(
  { isTrial, moments, ordinals, scores, table }: ScoreColumns,
  { medianScores, neighbourCounts, stabilities }: Neighbourhoods,
  benchmark: number,
): (place: number) => LabJudgement {
  return (place) => {
    const hasScore = !Number.isNaN(scores[place] ?? NaN);
    const stability = hasScore ? numberOrNull(stabilities[place]) : null;
    const own = momentsAt(moments, place);
    const judgement = judgementToText({
      neighboursCount: neighbourCounts[place] ?? 0,
      neighbourhoodRoi: numberOrNull(medianScores[place]),
      stability,
      deflatedSharpe: own === null ? null : deflatedSharpe(own, benchmark),
      isTrial: isTrial[place] === 1,
      trialsCount: table.runsCount,
    });
    return { ordinal: ordinals[place] ?? 0, stability, judgement };
  };
}

function numberOrNull(value = NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

async function gather(labs: Labs, lab: Lab): Promise<ScoreColumns> {
  const gathered = nothingOf(executionOf(lab).completedCount);
  const keys = new Set<number>();
  const { table, tally } = gathered;
  for (let page = await labs.readResults(executionKeyOf(lab), 0, PAGE); page.length > 0;) {
    const firstRun = table.runsCount;
    for (const result of page) note(gathered, keys, result);
    tally.choose(table, firstRun, table.runsCount);
    page = await labs.readResults(executionKeyOf(lab), (page.at(-1)?.ordinal ?? 0) + 1, PAGE);
  }
  return gathered;
}

function nothingOf(countMax: number): ScoreColumns {
  return {
    count: 0,
    ordinals: new Int32Array(countMax),
    combinations: new Float64Array(countMax),
    scores: new Float64Array(countMax),
    moments: new Float64Array(4 * countMax),
    isTrial: new Uint8Array(countMax),
    table: emptyBlockTable(countMax),
    runOrdinals: new Int32Array(countMax),
    tally: overfittingTally(),
    failure: null,
  };
}

function note(gathered: ScoreColumns, keys: Set<number>, result: LabResult): void {
  const { combinations, count, isTrial, moments, ordinals, runOrdinals, scores, table } = gathered;
  const { blocks, failure, moments: own, runKey } = trialFromText(result.figures);
  const key = keyNumber(runKey);
  const { combination, ordinal, score } = result;
  ordinals[count] = ordinal;
  combinations[count] = combination;
  scores[count] = score ?? NaN;
  const { count: returnsCount = NaN, sharpe = NaN, skewness = NaN, kurtosis = NaN } = own ?? {};
  moments.set([returnsCount, sharpe, skewness, kurtosis], count * 4);
  gathered.count += 1;
  gathered.failure ??= failure;
  if (blocks !== null && !keys.has(key)) {
    isTrial[count] = 1;
    runOrdinals[table.runsCount] = ordinal;
    addRun(table, blocks);
  }
  keys.add(key);
}

function momentsAt(moments: Float64Array, place: number): ReturnMoments | null {
  const [count = NaN, sharpe = 0, skewness = 0, kurtosis = 0] = moments.subarray(place * 4);
  return Number.isNaN(count) ? null : { count, sharpe, skewness, kurtosis };
}

/** 53 bits: enough to tell a quarter of a million runs apart. */
function keyNumber(runKey: string): number {
  const digest = newDigest();
  addText(digest, runKey);
  return digestNumber(digest);
}

async function foldsOf(
  labs: Labs,
  lab: Lab,
  { config }: LabPlan,
  { runOrdinals, table }: ScoreColumns,
): Promise<readonly LabFold[]> {
  const { startMs, endMs } = executionOf(lab);
  const atBlock = (block: number): number =>
    Math.round(startMs + ((endMs - startMs) * block) / LIMITS.labBlocksCount);
  if (config.walkForwardFolds === 0) return [];
  return Promise.all(
    walkForward(table, config.walkForwardFolds).map(async (fold) => {
      const [result] = await labs.readResults(executionKeyOf(lab), runOrdinals[fold.run] ?? 0, 1);
      return {
        startMs,
        cutMs: atBlock(fold.chosenUntilBlock),
        endMs: atBlock(fold.judgedUntilBlock),
        backtestId: result?.backtestId ?? '',
        chosenProfit: fold.chosenProfit,
        judgedProfit: fold.judgedProfit,
      };
    }),
  );
}

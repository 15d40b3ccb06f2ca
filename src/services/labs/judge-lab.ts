// Judges the results of a lab when all are there: each by its neighbours and by luck, all together
// by the blocks of the window. Results are read in pages; what is kept of each is some numbers.

import { LIMITS } from '#lib/limits.ts';
import { blockTable } from '#engine/overfitting/block-table.ts';
import type { BlockTable } from '#engine/overfitting/block-table.ts';
import {
  deflatedSharpe,
  expectedHighestSharpe,
  varianceOf,
} from '#engine/overfitting/deflated-sharpe.ts';
import { neighbourhoods } from '#engine/overfitting/neighbourhood.ts';
import { overfittingProbability } from '#engine/overfitting/overfitting-probability.ts';
import type { ReturnMoments } from '#engine/overfitting/return-moments.ts';
import { walkForward } from '#engine/overfitting/walk-forward.ts';
import { addText, digestNumber, newDigest } from '#lib/digest.ts';
import type { Lab, LabJudgement, LabResult, LabStore } from '#ports/lab-store.ts';
import { spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import type { LabFold } from '#services/labs/lab-results.ts';
import {
  judgementToText,
  storedResultFromText,
  summaryToText,
} from '#services/labs/lab-results.ts';
import { executionOf } from '#services/labs/lab-work.ts';

const PAGE = 1_000;

export type JudgedLab = {
  readonly judgements: readonly LabJudgement[];
  readonly summary: string;
  /** Of the first run, when every run failed; null otherwise. */
  readonly failure: string | null;
};

/** What is kept of a result while judging. */
type Judged = {
  readonly ordinal: number;
  readonly combination: number;
  readonly backtestId: string;
  readonly score: number | null;
  readonly moments: ReturnMoments | null;
  readonly isTrial: boolean;
};

type Gathered = {
  readonly results: readonly Judged[];
  /** Gains by block, of the trials that did not fail. */
  readonly table: BlockTable;
  readonly backtestIds: readonly string[];
  readonly failure: string | null;
};

export async function judgeLab(
  labs: Pick<LabStore, 'readResults'>,
  lab: Lab,
  plan: LabPlan,
): Promise<JudgedLab> {
  const { results, table, backtestIds, failure } = await gather(labs, lab.labId);
  const trials = results.filter(({ isTrial }) => isTrial);
  const sharpes = trials.flatMap(({ moments }) => (moments === null ? [] : [moments.sharpe]));
  const benchmark = expectedHighestSharpe(varianceOf(sharpes), trials.length);
  const summary = summaryToText({
    trialsCount: trials.length,
    overfittingProbability: overfittingProbability(table),
    expectedHighestSharpe: benchmark,
    folds: foldsOf(lab, plan, table, backtestIds),
  });
  const judgements = judgementsOf(results, plan, trials.length, benchmark);
  return { judgements, summary, failure };
}

function judgementsOf(
  results: readonly Judged[],
  { parameters }: LabPlan,
  trialsCount: number,
  benchmark: number,
): LabJudgement[] {
  const scores = results.flatMap(({ combination, score }) =>
    score === null ? [] : [[combination, score] as const],
  );
  const neighbourhoodOf = neighbourhoods(spaceOf(parameters), new Map(scores));
  return results.map(({ combination, isTrial, moments, ordinal, score }) => {
    const near = neighbourhoodOf(combination);
    const stability = score === null ? null : near.stability;
    const judgement = judgementToText({
      neighboursCount: near.neighboursCount,
      neighbourhoodRoi: near.medianScore,
      stability,
      deflatedSharpe: moments === null ? null : deflatedSharpe(moments, benchmark),
      isTrial,
      trialsCount,
    });
    return { ordinal, stability, judgement };
  });
}

async function gather(labs: Pick<LabStore, 'readResults'>, labId: string): Promise<Gathered> {
  const results: Judged[] = [];
  const rows: Float64Array[] = [];
  const backtestIds: string[] = [];
  const keys = new Set<number>();
  let firstFailure: string | null = null;
  for (let page = await labs.readResults(labId, 0, PAGE); page.length > 0;) {
    for (const result of page) {
      const { figures, failure, runKey } = storedResultFromText(result.figures);
      const key = keyNumber(runKey);
      const isTrial = figures !== null && !keys.has(key);
      keys.add(key);
      results.push(judgedOf(result, figures?.moments ?? null, isTrial));
      firstFailure ??= failure?.message ?? null;
      if (!isTrial) continue;
      rows.push(Float64Array.from(figures.blocks));
      backtestIds.push(result.backtestId);
    }
    page = await labs.readResults(labId, (page.at(-1)?.ordinal ?? 0) + 1, PAGE);
  }
  const failure = rows.length === 0 ? firstFailure : null;
  return { results, table: blockTable(rows), backtestIds, failure };
}

function judgedOf(result: LabResult, moments: ReturnMoments | null, isTrial: boolean): Judged {
  const { backtestId, combination, ordinal, score } = result;
  return { ordinal, combination, backtestId, score, moments, isTrial };
}

/** 53 bits: enough to tell a quarter of a million runs apart. */
function keyNumber(runKey: string): number {
  const digest = newDigest();
  addText(digest, runKey);
  return digestNumber(digest);
}

function foldsOf(
  lab: Lab,
  { config }: LabPlan,
  table: BlockTable,
  backtestIds: readonly string[],
): LabFold[] {
  const { startMs, endMs } = executionOf(lab);
  const atBlock = (block: number): number =>
    Math.round(startMs + ((endMs - startMs) * block) / LIMITS.labBlocksCount);
  if (config.walkForwardFolds === 0) return [];
  return walkForward(table, config.walkForwardFolds).map((fold) => ({
    startMs,
    cutMs: atBlock(fold.chosenUntilBlock),
    endMs: atBlock(fold.judgedUntilBlock),
    backtestId: backtestIds[fold.run] ?? '',
    chosenProfit: fold.chosenProfit,
    judgedProfit: fold.judgedProfit,
  }));
}

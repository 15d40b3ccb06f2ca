// Results of labs between the engine and the store.

import { formatDecimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import type { ReturnMoments } from '#backtesting/overfitting/return-moments.ts';
import type { ResultFigures } from '#backtesting/sweep/result-figures.ts';
import type { SweepRun } from '#backtesting/sweep/run-sweep.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { LabResult, LabSlice } from '#ports/stores/lab-store.ts';
import type { MarketResult } from '#services/labs/lab-markets.ts';
import { marketResultId } from '#services/labs/lab-markets.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';

export type StoredResult = Pick<SweepRun, 'figures' | 'failure' | 'runKey'> & {
  /** Absent where the lab has one market. */
  readonly markets?: readonly MarketResult[];
};

/** What is known of a result once all are. */
export type LabJudgementFigures = {
  readonly neighboursCount: number;
  readonly neighbourhoodRoi: number | null;
  readonly stability: number | null;
  /** Null when the returns do not differ. */
  readonly deflatedSharpe: number | null;
  /** Whether it could differ from every result before it. */
  readonly isTrial: boolean;
  readonly trialsCount: number;
};

/** What is known of all results together. */
export type LabSummary = {
  readonly trialsCount: number;
  readonly overfittingProbability: number | null;
  /** Null where no run has a ratio of its own, as in labs of several markets. */
  readonly expectedHighestSharpe: number | null;
  readonly folds: readonly LabFold[];
};

export type LabFold = {
  readonly startMs: number;
  readonly cutMs: number;
  readonly endMs: number;
  readonly backtestId: string;
  readonly chosenProfit: number;
  readonly judgedProfit: number;
};

export type ResultPlace = {
  readonly labId: string;
  readonly executionNumber: number;
  readonly slice: LabSlice;
};

/** The results of a slice, in its order. */
export function resultsOf(
  digest: Digest,
  { labId, executionNumber, slice }: ResultPlace,
  runs: readonly StoredResult[],
): LabResult[] {
  return runs.map((run, place) => {
    const ordinal = slice.firstOrdinal + place;
    const { figures } = run;
    const name = digest.sha256(`lab-result:${labId}:${executionNumber}:${ordinal}`);
    const backtestId = identifierFromBytes('bt', name);
    return {
      ordinal,
      combination: slice.combinations[place] ?? 0,
      generation: slice.generation,
      population: slice.firstPopulation + place,
      backtestId: run.markets === undefined ? backtestId : marketResultId(backtestId, 0),
      score: figures?.inSample.roiPercent ?? null,
      positionsClosed: figures?.positionsClosed ?? 0,
      sortValues: sortValuesOf(figures),
      figures: toStoredForm(storedOf(run)),
      judgement: null,
    };
  });
}

function storedOf({ figures, failure, runKey, markets }: StoredResult): StoredResult {
  return { figures, failure, runKey, ...(markets === undefined ? {} : { markets }) };
}

/** A run that closed nothing has no return that could be compared with a loss. */
function sortValuesOf(figures: ResultFigures | null): LabResult['sortValues'] {
  if (figures === null || figures.positionsClosed === 0) {
    return { roi: null, profit: null, drawdown: null, sharpe: null, stability: null };
  }
  return {
    roi: Number(formatDecimal(figures.roiPercent)),
    profit: Number(formatDecimal(figures.realizedProfit)),
    drawdown: Number(formatDecimal(figures.maxDrawdownPercent)),
    sharpe: Number(formatDecimal(figures.sharpeRatio)),
    stability: null,
  };
}

/** Result of a stored text. */
export function storedResultFromText(text: string): StoredResult {
  return fromStoredForm(text) as StoredResult;
}

/** What judging a lab reads of a result; the numbers stand in the text as they are. */
export type LabTrial = {
  /** Null when the run failed. */
  readonly blocks: readonly number[] | null;
  readonly moments: ReturnMoments | null;
  readonly failure: string | null;
  readonly runKey: string;
};

/** Without making the exact figures, which take most of the time of reading a result. */
export function trialFromText(text: string): LabTrial {
  const { figures, failure, runKey } = JSON.parse(text) as StoredNumbers;
  return {
    blocks: figures?.blocks ?? null,
    moments: figures?.moments ?? null,
    failure: failure?.message ?? null,
    runKey,
  };
}

/** What was gained of the equity at the start, in percent; null where that is not known. */
export function netPercent(profit: number | null, startEquity: number | null): number | null {
  if (profit === null || startEquity === null || startEquity <= 0) return null;
  return (100 * profit) / startEquity;
}

/** The fields of the stored form that are no exact decimals. */
type StoredNumbers = Pick<SweepRun, 'failure' | 'runKey'> & {
  readonly figures: Pick<ResultFigures, 'blocks' | 'moments'> | null;
};

/** Text for the store. */
export function judgementToText(judgement: LabJudgementFigures): string {
  return toStoredForm(judgement);
}

/** Judgement of a stored text. */
export function judgementFromText(text: string): LabJudgementFigures {
  return fromStoredForm(text) as LabJudgementFigures;
}

/** Text for the store. */
export function summaryToText(summary: LabSummary): string {
  return toStoredForm(summary);
}

/** Summary of a stored text. */
export function summaryFromText(text: string): LabSummary {
  return fromStoredForm(text) as LabSummary;
}

// Plan of a lab: its configuration, and what an execution of it goes by: everything that its runs
// depend on, retained as it was at the start, so that no edit of a script and no trade on the
// account makes two results of one execution incomparable.

import type { Decimal } from '#lib/decimal.ts';
import type { SearchConfig } from '#backtesting/sweep/search.ts';
import type { Lab, ListedLab } from '#ports/stores/lab-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';

export type LabConfig = {
  readonly search: SearchConfig;
  /** Rules of the runs; its inputs are empty. */
  readonly choices: BacktestChoices;
  /** Of the window's length, 0 to 90. */
  readonly outOfSamplePercent: number;
  /** 0: none. */
  readonly walkForwardFolds: number;
  /** Beside the lab's own; absent in labs that were stored before there were any. */
  readonly furtherMarkets?: readonly string[];
};

export const DEFAULT_SEARCH: SearchConfig = {
  populationMax: 10,
  generationsMax: 100,
  elitesMax: 3,
  mixPercent: 40,
  adjustPercent: 25,
};
export const OUT_OF_SAMPLE_PERCENT = 30;

/** Where the runs trade. */
export type LabPlace = {
  readonly accountId: string;
  readonly marketTag: string;
  readonly intervalMinutes: number;
};

export type LabPlan = {
  readonly place: LabPlace;
  readonly script: Pick<Script, 'scriptId' | 'name' | 'source'>;
  readonly libraries: readonly ScriptLibrary[];
  readonly parameters: readonly LabParameter[];
  readonly config: LabConfig;
  readonly seed: number;
  /** As the first plan job found it; null before. */
  readonly wallet: readonly { readonly currency: string; readonly amount: Decimal }[] | null;
};

/** Text for the store. */
export function configToText(config: LabConfig): string {
  return toStoredForm(config);
}

function configFromText(text: string): LabConfig {
  return fromStoredForm(text) as LabConfig;
}

/** Text for the store. */
export function planToText(plan: LabPlan): string {
  return toStoredForm(plan);
}

/** Plan of a stored text. */
export function planFromText(text: string): LabPlan {
  return fromStoredForm(text) as LabPlan;
}

/** Where the out-of-sample part of an execution begins, at a whole minute. */
export function cutOf(startMs: number, endMs: number, outOfSamplePercent: number): number {
  const inSampleMs = ((endMs - startMs) * (100 - outOfSamplePercent)) / 100;
  return startMs + Math.round(inSampleMs / 60_000) * 60_000;
}

/** Null until it was configured. */
export function placeOf({ design }: Lab): LabPlace | null {
  const { accountId, marketTag, intervalMinutes } = design;
  if (accountId === null || marketTag === null || intervalMinutes === null) return null;
  return { accountId, marketTag, intervalMinutes };
}

/** Null until it was configured. */
export function configOf({ design }: Pick<ListedLab, 'design'>): LabConfig | null {
  return design.config === null ? null : configFromText(design.config);
}

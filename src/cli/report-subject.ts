// Subjects of which commands write a page.

import type { BacktestReport } from '#services/backtests/perform-backtest.ts';
import type { GatheredInput } from '#services/backtests/gather-input.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';
import type { RepeatedResult } from '#services/labs/repeat-result.ts';
import type { LabReport } from '#services/reports/gather-lab-report.ts';
import type { ComparedDay } from '#services/comparisons/list-compared-days.ts';

export type BacktestSubject = {
  readonly kind: 'backtest';
  readonly gathered: GatheredInput;
  readonly report: BacktestReport;
  /** Left out: it is not one of an installation. */
  readonly backtestId?: string;
};

export type ComparisonSubject = {
  readonly kind: 'comparison';
  readonly botName: string;
  /** Newest first. */
  readonly days: readonly ComparedDay[];
  /** Of the days that have one; at least one, newest first. */
  readonly comparisons: readonly FinishedComparison[];
};

export type LabSubject = {
  readonly kind: 'lab';
  readonly report: LabReport;
  /** The results that have a report in the page. */
  readonly runs: readonly RepeatedResult[];
};

export type ReportSubject = BacktestSubject | ComparisonSubject | LabSubject;

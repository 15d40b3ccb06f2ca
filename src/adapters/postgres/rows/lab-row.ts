// A lab as PostgreSQL stores it, and as the core knows it.

import { present } from '#lib/assert.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';
import type {
  Lab,
  LabAlgorithm,
  LabDesign,
  LabResult,
  LabSlice,
  ListedLab,
} from '#ports/stores/lab-store.ts';

export type LabRow = {
  readonly lab_id: string;
  readonly user_id: string;
  readonly status: LabStatus;
  readonly name: string;
  readonly script_id: string;
  readonly algorithm: LabAlgorithm;
  readonly account_id: string | null;
  readonly market_tag: string | null;
  readonly interval_minutes: number | null;
  readonly config: string | null;
  readonly parameters: string;
  readonly parameters_count: number;
  readonly enabled_parameters_count: number;
  readonly execution_number: number;
  readonly start_ms: number | null;
  readonly end_ms: number | null;
  readonly started_at_ms: number | null;
  readonly scheduled_count: number;
  readonly completed_count: number;
  readonly cancel_reason: string | null;
  readonly executed_parameters: string | null;
  readonly summary: string | null;
  readonly planned_count: number;
  readonly plans_count: number;
  readonly plan_job_id: string | null;
  readonly is_search_over: boolean;
  readonly run_ms: number | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
};

export type ListedLabRow = Omit<LabRow, 'parameters' | 'executed_parameters' | 'summary'>;

/** Without those that may be large. */
export const LISTED_LAB_COLUMNS = `
  lab_id, user_id, status, name, script_id, algorithm, account_id, market_tag, interval_minutes,
  config, parameters_count, enabled_parameters_count, execution_number, start_ms, end_ms,
  started_at_ms, scheduled_count, completed_count, cancel_reason, planned_count, plans_count,
  plan_job_id, is_search_over, run_ms, created_at_ms, updated_at_ms`;

export const LAB_COLUMNS = `${LISTED_LAB_COLUMNS}, parameters, executed_parameters, summary`;

/** Lab of a row with its parameters and its summary. */
export function labFromRow(row: LabRow): Lab {
  const { design, execution, ...lab } = listedLabFromRow(row);
  const { parameters, executed_parameters: executed, summary } = row;
  return {
    ...lab,
    design: { ...design, parameters },
    execution:
      execution === null
        ? null
        : {
            ...execution,
            parameters: present(executed, 'an execution has parameters'),
            summary,
          },
  };
}

/** Lab as lists have it: without parameters and summary, which are long. */
export function listedLabFromRow(row: ListedLabRow): ListedLab {
  return {
    labId: row.lab_id,
    userId: row.user_id,
    status: row.status,
    design: {
      name: row.name,
      scriptId: row.script_id,
      algorithm: row.algorithm,
      accountId: row.account_id,
      marketTag: row.market_tag,
      intervalMinutes: row.interval_minutes,
      config: row.config,
      parametersCount: row.parameters_count,
      enabledParametersCount: row.enabled_parameters_count,
    },
    execution: executionFromRow(row),
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

function executionFromRow(row: ListedLabRow): ListedLab['execution'] {
  if (row.execution_number === 0) return null;
  return {
    number: row.execution_number,
    startMs: present(row.start_ms, 'an execution has a window'),
    endMs: present(row.end_ms, 'an execution has a window'),
    startedAtMs: present(row.started_at_ms, 'an execution was started'),
    scheduledCount: row.scheduled_count,
    completedCount: row.completed_count,
    cancelReason: row.cancel_reason,
  };
}

/** In the order of the first ten columns after the status. */
export function designValues(design: LabDesign): readonly unknown[] {
  return [
    design.name,
    design.scriptId,
    design.algorithm,
    design.accountId,
    design.marketTag,
    design.intervalMinutes,
    design.config,
    design.parameters,
    design.parametersCount,
    design.enabledParametersCount,
  ];
}

export type LabSliceRow = {
  readonly first_ordinal: number;
  readonly generation: number;
  readonly first_population: number;
  readonly combinations: readonly number[];
};

/** Slice of a row. */
export function sliceFromRow(row: LabSliceRow): LabSlice {
  return {
    firstOrdinal: row.first_ordinal,
    generation: row.generation,
    firstPopulation: row.first_population,
    combinations: row.combinations,
  };
}

export type LabResultRow = {
  readonly ordinal: number;
  readonly combination: number;
  readonly generation: number;
  readonly population: number;
  readonly backtest_id: string;
  readonly score: number | null;
  readonly positions_closed: number;
  readonly roi: number | null;
  readonly profit: number | null;
  readonly drawdown: number | null;
  readonly sharpe: number | null;
  readonly stability: number | null;
  readonly figures: string;
  readonly judgement: string | null;
};

/** Those of `lab_results`; `figures` are in `lab_figures`. */
export const LAB_RESULT_COLUMNS = `
  ordinal, combination, generation, population, backtest_id, score, positions_closed,
  roi, profit, drawdown, sharpe, stability, judgement`;

/** Result of a row. */
export function resultFromRow(row: LabResultRow): LabResult {
  const { roi, profit, drawdown, sharpe, stability } = row;
  return {
    ordinal: row.ordinal,
    combination: row.combination,
    generation: row.generation,
    population: row.population,
    backtestId: row.backtest_id,
    score: row.score,
    positionsClosed: row.positions_closed,
    sortValues: { roi, profit, drawdown, sharpe, stability },
    figures: row.figures,
    judgement: row.judgement,
  };
}

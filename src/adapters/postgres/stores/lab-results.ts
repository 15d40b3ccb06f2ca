// Results of labs in PostgreSQL: written by the slice, read by the page or in the order of the
// search. Their figures are in a table of their own, so that sorting reads less.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { LabResultRow } from '#adapters/postgres/rows/lab-row.ts';
import { LAB_RESULT_COLUMNS, resultFromRow } from '#adapters/postgres/rows/lab-row.ts';
import type {
  LabExecutionKey,
  LabJudgement,
  LabResult,
  LabResultsQuery,
  LabSort,
} from '#ports/stores/lab-store.ts';
import { LAB_SORTS } from '#ports/stores/lab-store.ts';

const INSERT: Statement<never> = {
  name: 'insert_lab_results',
  text: `
    INSERT INTO lab_results (lab_id, ${LAB_RESULT_COLUMNS})
    SELECT $1, ordinal, combination, generation, population, backtest_id, score,
      positions_closed, roi, profit, drawdown, sharpe, stability, NULL
    FROM unnest(
      $2::integer[], $3::double precision[], $4::integer[], $5::integer[], $6::text[],
      $7::double precision[], $8::integer[], $9::double precision[], $10::double precision[],
      $11::double precision[], $12::double precision[], $13::double precision[]
    ) AS r (
      ordinal, combination, generation, population, backtest_id, score, positions_closed, roi,
      profit, drawdown, sharpe, stability
    )`,
};

const INSERT_FIGURES: Statement<never> = {
  name: 'insert_lab_figures',
  text: `
    INSERT INTO lab_figures (lab_id, ordinal, figures)
    SELECT $1, ordinal, figures
    FROM unnest($2::integer[], $3::text[]) AS r (ordinal, figures)`,
};

const CLEAR: Statement<never> = { text: 'DELETE FROM lab_results WHERE lab_id = $1' };
const CLEAR_FIGURES: Statement<never> = { text: 'DELETE FROM lab_figures WHERE lab_id = $1' };

const JUDGE: Statement<never> = {
  text: `
    UPDATE lab_results r SET stability = j.stability, judgement = j.judgement
    FROM unnest($2::integer[], $3::double precision[], $4::text[])
      AS j (ordinal, stability, judgement)
    WHERE r.lab_id = $1 AND r.ordinal = j.ordinal`,
};

const FOUND_COLUMNS = `lab_id, ${LAB_RESULT_COLUMNS}`;

/**
 * Results that were found, with their figures, each looked up by its key. A plain join is planned
 * by what is known of labs before: while a new one passes for empty, it reads all for each row.
 */
function withFigures(found: string, order: string): string {
  return `
    SELECT ${LAB_RESULT_COLUMNS}, figures FROM (${found}) AS page, LATERAL (
      SELECT figures FROM lab_figures
      WHERE lab_figures.lab_id = page.lab_id AND lab_figures.ordinal = page.ordinal OFFSET 0
    ) AS own
    ORDER BY ${order}`;
}

/** In the statement that reads the results, so that a restart in between cannot mix two. */
const OF_EXECUTION = `
  lab_id = $1 AND EXISTS (
    SELECT FROM labs WHERE labs.lab_id = $1 AND user_id = $2 AND execution_number = $3
  )`;

const READ: Statement<LabResultRow> = {
  name: 'read_lab_results',
  text: withFigures(
    `SELECT ${FOUND_COLUMNS} FROM lab_results WHERE ${OF_EXECUTION} AND ordinal >= $4 ORDER BY ordinal LIMIT $5`,
    'ordinal',
  ),
};

const FIND: Statement<LabResultRow> = {
  text: withFigures(
    `SELECT ${FOUND_COLUMNS} FROM lab_results WHERE ${OF_EXECUTION} AND backtest_id = $4`,
    'ordinal',
  ),
};

type ExecutionRow = { readonly lab_id: string; readonly execution_number: number };

/** The user's labs are few; each is asked by its key. */
const FIND_EXECUTION: Statement<ExecutionRow> = {
  name: 'find_execution_of_lab_result',
  text: `
    SELECT labs.lab_id, labs.execution_number
    FROM labs, LATERAL (
      SELECT FROM lab_results r
      WHERE r.lab_id = labs.lab_id AND r.backtest_id = $2 OFFSET 0
    ) AS own
    WHERE labs.user_id = $1`,
};

const SCORES: Statement<{ readonly scores: readonly (number | null)[] | null }> = {
  text: 'SELECT array_agg(score ORDER BY ordinal) AS scores FROM lab_results WHERE lab_id = $1',
};

/** Inserts results and their figures in two statements. */
export async function insertResults(
  session: Session,
  labId: string,
  results: readonly LabResult[],
): Promise<void> {
  const columns = [
    results.map(({ ordinal }) => ordinal),
    results.map(({ combination }) => combination),
    results.map(({ generation }) => generation),
    results.map(({ population }) => population),
    results.map(({ backtestId }) => backtestId),
    results.map(({ score }) => score),
    results.map(({ positionsClosed }) => positionsClosed),
    ...LAB_SORTS.map((sort) => results.map(({ sortValues }) => sortValues[sort])),
  ];
  await session.write(INSERT, [labId, ...columns]);
  const figures = results.map((result) => result.figures);
  await session.write(INSERT_FIGURES, [labId, columns[0], figures]);
}

/** Deletes all results of a lab, of any execution. */
export async function clearResults(session: Session, labId: string): Promise<void> {
  await session.write(CLEAR, [labId]);
  await session.write(CLEAR_FIGURES, [labId]);
}

/** Writes judgements to results that are there; others are ignored. */
export async function scoreResults(
  session: Session,
  labId: string,
  judgements: readonly LabJudgement[],
): Promise<void> {
  await session.write(JUDGE, [
    labId,
    judgements.map(({ ordinal }) => ordinal),
    judgements.map(({ stability }) => stability),
    judgements.map(({ judgement }) => judgement),
  ]);
}

/** Results from an ordinal on, in the order of ordinals. */
export async function readResults(
  session: Session,
  key: LabExecutionKey,
  fromOrdinal: number,
  limit: number,
): Promise<readonly LabResult[]> {
  return (await session.read(READ, [...keyValues(key), fromOrdinal, limit])).map(resultFromRow);
}

/** Result of one execution by the id of its backtest; null when there is none. */
export async function findResult(
  session: Session,
  key: LabExecutionKey,
  backtestId: string,
): Promise<LabResult | null> {
  const [row] = await session.read(FIND, [...keyValues(key), backtestId]);
  return row === undefined ? null : resultFromRow(row);
}

/** Execution that a result's backtest belongs to; null when it is not one of the user's. */
export async function findExecutionOf(
  session: Session,
  userId: string,
  backtestId: string,
): Promise<LabExecutionKey | null> {
  const [row] = await session.read(FIND_EXECUTION, [userId, backtestId]);
  if (row === undefined) return null;
  return { labId: row.lab_id, userId, executionNumber: row.execution_number };
}

function keyValues({ labId, userId, executionNumber }: LabExecutionKey): readonly unknown[] {
  return [labId, userId, executionNumber];
}

/** Scores of all results in the order of ordinals; NaN for a result without one. */
export async function readScores(session: Session, labId: string): Promise<Float64Array> {
  const [row] = await session.read(SCORES, [labId]);
  return Float64Array.from(row?.scores ?? [], (score) => score ?? NaN);
}

/** Null sorts below every number; equal values by ordinal. */
export async function pageOfResults(
  session: Session,
  key: LabExecutionKey,
  query: LabResultsQuery,
): Promise<readonly LabResult[]> {
  const { after, sort, isDescending, positionsMin, drawdownMax, limit } = query;
  const hasAfter = after !== null;
  const place = hasAfter ? [after.value ?? -Infinity, after.ordinal] : [];
  const rows = await session.read(pageStatement(sort, isDescending, hasAfter), [
    ...keyValues(key),
    positionsMin,
    limit,
    drawdownMax,
    ...place,
  ]);
  return rows.map(resultFromRow);
}

function pageStatement(
  sort: LabSort,
  isDescending: boolean,
  hasAfter: boolean,
): Statement<LabResultRow> {
  const value = `coalesce(${sort}, '-Infinity'::double precision)`;
  const beyond = isDescending ? '<' : '>';
  // The first comparison is what an index can begin at.
  const after = hasAfter
    ? `AND ${value} ${beyond}= $7::double precision
       AND (${value} ${beyond} $7::double precision OR ordinal > $8::integer)`
    : '';
  const order = `${value} ${isDescending ? 'DESC' : 'ASC'}, ordinal`;
  return {
    text: withFigures(
      `SELECT ${FOUND_COLUMNS} FROM lab_results
       WHERE ${OF_EXECUTION} AND positions_closed >= $4
         AND ($6::double precision IS NULL OR drawdown <= $6::double precision) ${after}
       ORDER BY ${order} LIMIT $5`,
      order,
    ),
  };
}

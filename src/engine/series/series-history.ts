// History of a run's requests for columns, one after the other: a run that is loaded from what is
// stored asks for them again in this order, each at its row, and so has the same ones.

import type { SeriesRequest } from '#engine/run-api/series-api.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import type { Operation } from '#engine/run-api/operation.ts';
import type { ColumnSeries, Cursor, Series } from '#engine/series/series.ts';
import { assert } from '#lib/assert.ts';

/** Of a series: its place among those of the run, in the order in which they were made. */
export type SeriesPlace = number;

/** A question that columns response. `row` is where the run stood, by its whole life. */
export type RequestedColumn = { readonly row: number } & (
  | { readonly kind: 'prices'; readonly request: SeriesRequest }
  | { readonly kind: 'data'; readonly name: string; readonly intervalMinutes: number }
  | {
      readonly kind: 'indicator';
      readonly name: string;
      readonly inputs: readonly SeriesPlace[];
      readonly parameters: readonly number[];
    }
  | {
      readonly kind: 'combination';
      readonly operation: string;
      readonly operands: readonly (number | { readonly place: SeriesPlace })[];
    }
  | { readonly kind: 'shift'; readonly of: SeriesPlace; readonly position: number }
);

export type SeriesHistory = {
  /** Rows of the run's life that lie before those of the store. */
  readonly rowsBefore: number;
  readonly requested: RequestedColumn[];
  readonly series: ColumnSeries[];
  readonly places: Map<Series, SeriesPlace>;
};

/** History without requests. */
export function seriesHistory(rowsBefore: number): SeriesHistory {
  return { rowsBefore, requested: [], series: [], places: new Map() };
}

/** Records a series that was made; its place is its number. */
export function noteSeries({ series, places }: SeriesHistory, made: ColumnSeries): void {
  places.set(made, series.length);
  series.push(made);
}

function placeOf({ places }: SeriesHistory, series: Series): SeriesPlace {
  const place = places.get(series);
  assert(place !== undefined, 'a series of columns has a place');
  return place;
}

/** Series at a recorded place. */
export function seriesAt({ series }: SeriesHistory, place: SeriesPlace): ColumnSeries {
  const found = series[place];
  assert(found !== undefined, 'what a column is made of was made before it');
  return found;
}

type Noting = { readonly cursor: Cursor; readonly history: SeriesHistory };

function rowNow({ cursor, history }: Noting): number {
  return cursor.row + history.rowsBefore;
}

/** Records a request for prices at the current row. */
export function notePrices({ cursor, history }: Noting, request: SeriesRequest): void {
  history.requested.push({
    row: rowNow({ cursor, history }),
    kind: 'prices',
    request: { ...request },
  });
}

/** Records a request for a data series at the current row. */
export function noteData(noting: Noting, name: string, intervalMinutes: number): void {
  noting.history.requested.push({ row: rowNow(noting), kind: 'data', name, intervalMinutes });
}

/** Records a request for an indicator over recorded series at the current row. */
export function noteIndicator(
  { cursor, history }: Noting,
  name: string,
  inputs: readonly Series[],
  parameters: readonly number[],
): void {
  const places = inputs.map((input) => placeOf(history, input));
  const requested = { name, inputs: places, parameters: [...parameters] };
  history.requested.push({ row: rowNow({ cursor, history }), kind: 'indicator', ...requested });
}

/** Records arithmetic of series and numbers at the current row. */
export function noteCombination(
  { cursor, history }: Noting,
  { name: operation }: Operation,
  operands: readonly (Series | number)[],
): void {
  const places = operands.map((operand) =>
    typeof operand === 'number' ? operand : { place: placeOf(history, operand) },
  );
  history.requested.push({
    row: rowNow({ cursor, history }),
    kind: 'combination',
    operation,
    operands: places,
  });
}

/** Records a series that was moved by so many elements at the current row. */
export function noteShift({ cursor, history }: Noting, series: Series, position: number): void {
  const of = placeOf(history, series);
  history.requested.push({ row: rowNow({ cursor, history }), kind: 'shift', of, position });
}

const OPERATION_BY_NAME: ReadonlyMap<string, Operation> = new Map(
  Object.values(OPERATIONS).map((operation) => [operation.name, operation]),
);

/** Operation of series by its recorded name. */
export function operationNamed(name: string): Operation {
  const operation = OPERATION_BY_NAME.get(name);
  assert(operation !== undefined, `"${name}" is an operation`);
  return operation;
}

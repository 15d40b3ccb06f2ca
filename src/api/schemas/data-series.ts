// The wire shapes of data series.

import type { Static } from 'typebox';
import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import type { DataPoints } from '#domain/data-series/data-points.ts';
import { pointText } from '#domain/data-series/point-text.ts';
import { pointsInOrder } from '#domain/data-series/points-in-order.ts';
import { DATA_SERIES_NAME } from '#services/data-series/manage-data-series.ts';
import type { AddedToSeries, DataSeries } from '#services/data-series/manage-data-series.ts';
import {
  field,
  instantField,
  listOf,
  nullableInstantField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { instantFromWire, instantString, int32, shape, text } from '#api/schemas/wire-values.ts';

const KNOWN_AT = 'From when on it was known.';

const SERIES = shapeOf<DataSeries>()('DataSeries', 'Numbers of your own.', {
  name: field(text('As scripts name it.', 'sentiment'), (of) => of.name),
  points_count: field(int32('Points.', 365), (of) => of.pointsCount),
  first_at: nullableInstantField('Of the first point.', (of) => of.firstAtMs),
  last_at: nullableInstantField('Of the last point.', (of) => of.lastAtMs),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
});
export const DATA_SERIES_LIST = listOf('DataSeriesList', SERIES);

type Point = { readonly atMs: number; readonly value: number };
const POINT = shapeOf<Point>()('DataPoint', 'A number.', {
  at: instantField(KNOWN_AT, (of) => of.atMs),
  value: field(text('The number.', '0.25'), (of) => pointText(of.value)),
});
export const DATA_POINT_PAGE = pageOf('DataPointPage', POINT);

/** Points as pairs, in the order of their instants. */
export function pointsOf({ atMs, values }: DataPoints): readonly Point[] {
  return [...atMs].map((each, index) => ({ atMs: each, value: values[index] as number }));
}

const ADDED = shapeOf<AddedToSeries>()('AddedDataPoints', 'What was added.', {
  name: field(text('The series.', 'sentiment'), (of) => of.name),
  added_count: field(int32('Points that are new.', 24), (of) => of.addedCount),
  same_count: field(int32('Points that were there.', 0), (of) => of.sameCount),
});
export const AddedPointsSchema = ADDED.schema;
export const addedPointsToWire = ADDED.toWire;

const GivenPoint = shape('GivenDataPoint', 'A number.', {
  at: instantString(KNOWN_AT),
  value: Type.String({
    maxLength: 40,
    pattern: '^-?\\d{1,15}(\\.\\d{1,18})?$',
    description: 'The number, of which scripts read some 15 digits.',
    examples: ['0.25'],
  }),
});

export const AddPointsSchema = shape('AddDataPoints', 'Points of a series.', {
  name: Type.String({
    pattern: DATA_SERIES_NAME,
    description: 'As scripts name it.',
    examples: ['sentiment'],
  }),
  points: Type.Array(GivenPoint, {
    minItems: 1,
    maxItems: LIMITS.dataPointsPerRequestMax,
    description: 'All of them, or none.',
  }),
});

/** The rejection is a sentence. */
export function pointsFromWire({
  points,
}: Pick<Static<typeof AddPointsSchema>, 'points'>): Result<DataPoints, string> {
  return pointsInOrder(points.map(({ at, value }) => [instantFromWire(at), Number(value)]));
}

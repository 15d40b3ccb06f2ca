// Operations on data series: numbers of a user's own that scripts read.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { addDataPoints, listDataPoints } from '#services/data-series/manage-data-series.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { NO_CONTENT, ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  AddedPointsSchema,
  addedPointsToWire,
  AddPointsSchema,
  DATA_POINT_PAGE,
  DATA_SERIES_LIST,
  pointsFromWire,
  pointsOf,
} from '#api/schemas/data-series.ts';
import { readInstant } from '#api/routes/read-instant.ts';
import { instantString, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SERIES = {
  series_name: { description: 'Data series.', notFound: 'data_series_not_found' },
} as const;
const POINT_QUERY = {
  from: Type.Optional(instantString('Only those known then or later.')),
  ...PAGE_QUERY,
};
const SHARED = { tag: 'Backtests', isAddition: true } as const;

export const dataSeriesRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/data-series',
    operationId: 'listDataSeries',
    summary: 'List data series',
    description: 'Numbers of your own that scripts read by `DataSeries(name)`, by name.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The series.', schema: DATA_SERIES_LIST.schema },
    errors: [],
    handle: async ({ dataSeries }, { caller }) => {
      const isOwn = caller.endUserId === null;
      return ok(
        DATA_SERIES_LIST.toWire(isOwn ? await dataSeries.listDataSeries(caller.userId) : []),
      );
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/data-series',
    operationId: 'addDataPoints',
    summary: 'Add points',
    description:
      'All of them or none; the first ones make the series. A point never changes: one that is ' +
      `there with another value is refused. At most ${LIMITS.dataPointsPerSeriesMax} a series.`,
    scope: 'scripts',
    tier: 'writes',
    params: {},
    query: {},
    body: AddPointsSchema,
    success: { status: 200, description: 'They are stored.', schema: AddedPointsSchema },
    errors: ['forbidden', 'invalid_request'],
    handle: async (deps, { caller, body }) => {
      const { name } = body;
      if (caller.endUserId !== null)
        return refuse('forbidden', 'A key of one end user has no data series.');
      const points = pointsFromWire(body);
      if (!points.ok) return refuse('invalid_request', points.rejection);
      const { userId } = caller;
      const added = await addDataPoints(deps, { userId, name, points: points.value });
      return added.ok ? ok(addedPointsToWire(added.value)) : refuse('forbidden', added.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/data-series/{series_name}/points',
    operationId: 'listDataPoints',
    summary: 'List points',
    description: 'Oldest first.',
    scope: 'read',
    tier: 'reads',
    params: SERIES,
    query: POINT_QUERY,
    body: null,
    success: { status: 200, description: 'Points.', schema: DATA_POINT_PAGE.schema },
    errors: ['data_series_not_found', 'invalid_request'],
    handle: async (deps, call) => {
      const { caller, params, after, query } = call;
      const from = readInstant('from', query.from);
      if (!from.ok) return from.rejection;
      const { userId, endUserId } = caller;
      const name = params.series_name;
      const wish = { userId, name, fromMs: from.value, after, limit: query.limit };
      const page = endUserId === null ? await listDataPoints(deps, wish) : null;
      if (page === null) return noSeries(params.series_name);
      return ok(DATA_POINT_PAGE.toWire(pointsOf(page.points), call.nextCursor(page.lastKey)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/data-series/{series_name}',
    operationId: 'deleteDataSeries',
    summary: 'Delete a data series',
    description: 'With its points. What was computed with it stays.',
    scope: 'scripts',
    tier: 'writes',
    params: SERIES,
    query: {},
    body: null,
    success: { status: 204, description: 'It is deleted.', schema: null },
    errors: ['data_series_not_found'],
    handle: async ({ dataSeries }, { caller, params }) => {
      const isOwn = caller.endUserId === null;
      if (isOwn && (await dataSeries.deleteDataSeries(caller.userId, params.series_name)))
        return NO_CONTENT;
      return noSeries(params.series_name);
    },
  }),
];

function noSeries(name: string): Refusal {
  return refuse('data_series_not_found', `There is no data series "${name}".`);
}

// Queries of the pages of backtests. A finished backtest does not change: its parts are read once.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, readAll } from './api.ts';
import { SERVICE } from '../words/service.ts';

/** Points and candles are drawn whole. */
const CURVE_MAX = 2_000;
const BARS_MAX = 3_000;
const POSITIONS_MAX = 10_000;
const DRAWINGS_MAX = 3_000;
const OBJECTS_MAX = 12_000;

export const backtestListQuery = infiniteQueryOptions({
  queryKey: ['backtests', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.listBacktests(
      { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

function partOf<Part>(
  id: string,
  part: string,
  read: (named: { backtest_id: string }, options: { signal: AbortSignal }) => Promise<Part>,
) {
  return queryOptions({
    queryKey: ['backtests', id, part],
    queryFn: ({ signal }) => read({ backtest_id: id }, { signal }),
    staleTime: Infinity,
  });
}

export const statisticsQuery = (id: string) =>
  partOf(id, 'statistics', (named, options) => api.getBacktestStatistics(named, options));

export const barsQuery = (id: string) =>
  partOf(id, 'bars', async (named, options) => {
    const { data } = await api.listBacktestBars({ ...named, limit: BARS_MAX }, options);
    return data;
  });

export const curveQuery = (id: string) =>
  partOf(id, 'equity', async (named, options) => {
    const { data } = await api.listBacktestEquity({ ...named, limit: CURVE_MAX }, options);
    return data;
  });

export const plotsQuery = (id: string) =>
  partOf(id, 'plots', (named, options) => readAll(api.each('listBacktestPlots', named, options)));

export const drawingsQuery = (id: string) =>
  partOf(id, 'drawings', (named, options) =>
    readAll(api.each('listBacktestDrawings', { ...named, limit: 500 }, options), DRAWINGS_MAX),
  );

export const objectsQuery = (id: string) =>
  partOf(id, 'objects', (named, options) =>
    readAll(api.each('listBacktestObjects', { ...named, limit: 500 }, options), OBJECTS_MAX),
  );

export const tradesQuery = (id: string) =>
  partOf(id, 'trades', (named, options) =>
    readAll(api.each('listBacktestPositions', { ...named, limit: 500 }, options), POSITIONS_MAX),
  );

export const backtestOrdersQuery = (id: string) =>
  partOf(id, 'orders', async (named, options) => {
    const { data } = await api.listBacktestOrders({ ...named, limit: 500 }, options);
    return data;
  });

/** All that trades had, up to as many as are read of trades. */
export const tradeOrdersQuery = (id: string) =>
  partOf(id, SERVICE.tradeOrders, (named, options) =>
    readAll(api.each('listBacktestOrders', { ...named, limit: 500 }, options), 2 * POSITIONS_MAX),
  );

export const valuesQuery = (id: string) =>
  partOf(id, 'values', (named, options) => readAll(api.each('listBacktestValues', named, options)));

export const backtestLogQuery = (id: string) =>
  partOf(id, 'logs', async (named, options) => {
    const { data } = await api.listBacktestLogs({ ...named, limit: 500 }, options);
    return data;
  });

export const exportsQuery = (id: string) =>
  partOf(id, 'exports', (named, options) =>
    readAll(api.each('listBacktestExports', { ...named, limit: 20 }, options), 40),
  );

// Queries of the pages of labs.

import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from './api.ts';

/** More are neither drawn nor listed. */
export const RESULTS_MAX = 2_000;

export const labsQuery = queryOptions({
  queryKey: ['labs'],
  queryFn: ({ signal }) => readAll(api.each('listLabs', { limit: 200 }, { signal }), 2_000),
});

export const labQuery = (id: string) =>
  queryOptions({
    queryKey: ['labs', id],
    queryFn: ({ signal }) => api.getLab({ lab_id: id }, { signal }),
    // Events say when it begins and ends; how far it is, only looking does.
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? 1_000 : false,
  });

export const labParametersQuery = (id: string) =>
  queryOptions({
    queryKey: ['labs', id, 'parameters'],
    queryFn: ({ signal }) => api.listLabParameters({ lab_id: id }, { signal }),
  });

/** Best first. `completed`: how many there are by now, so that more are read as they come. */
export const labResultsQuery = (id: string, completed: number) =>
  queryOptions({
    queryKey: ['labs', id, 'results', completed],
    queryFn: ({ signal }) =>
      readAll(
        api.each('listLabResults', { lab_id: id, limit: 500, sort: '-profit' }, { signal }),
        RESULTS_MAX,
      ),
    placeholderData: (former) => former,
    staleTime: 10_000,
  });

export const labOverfittingQuery = (id: string) =>
  queryOptions({
    queryKey: ['labs', id, 'overfitting'],
    queryFn: ({ signal }) => api.getLabOverfitting({ lab_id: id }, { signal }),
  });

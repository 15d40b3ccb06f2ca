// Queries of the page of a script beside its text.

import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const scriptInputsQuery = (id: string) =>
  queryOptions({
    queryKey: ['scripts', id, 'inputs'],
    queryFn: ({ signal }) => api.listScriptInputs({ script_id: id }, { signal }),
  });

export const scriptVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['scripts', id, 'versions'],
    queryFn: ({ signal }) => api.listScriptVersions({ script_id: id, limit: 200 }, { signal }),
  });

export const scriptVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['scripts', id, 'versions', version],
    queryFn: ({ signal }) =>
      api.getScriptVersion({ script_id: id, version: String(version) }, { signal }),
    staleTime: Infinity,
  });

/** Without saving it; `scriptId`: that which it is to replace. */
export const checkQuery = (scriptId: string, source: string) =>
  queryOptions({
    queryKey: ['script-check', scriptId, source],
    queryFn: ({ signal }) =>
      api.checkScript({ body: { source, script_id: scriptId } }, { signal, triesMax: 1 }),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

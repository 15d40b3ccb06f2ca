// Name of a backtest: its script's, or its strategy's.

import type { BacktestJob } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { scriptsQuery } from '../api/queries.ts';
import { strategiesQuery } from '../api/strategy-queries.ts';

/** Null while it is not known, and of a script that was deleted. */
export function useJobName(): (job: BacktestJob) => string | null {
  const { data: scripts } = useQuery(scriptsQuery);
  const { data: strategies } = useQuery(strategiesQuery);
  return ({ script_id: scriptId, request: { strategy } }) => {
    if (strategy === null) return scripts?.find((of) => of.script_id === scriptId)?.name ?? null;
    return strategies?.data.find(({ type }) => type === strategy.type)?.name ?? null;
  };
}

// Queries of several runs at once.

import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Ids separated by commas, as addresses have them. */
export type PortfolioIds = { readonly backtests: string; readonly bots: string };

export const portfolioQuery = ({ backtests, bots }: PortfolioIds) =>
  queryOptions({
    queryKey: ['portfolio', backtests, bots],
    queryFn: ({ signal }) =>
      api.getPortfolio({ backtest_ids: backtests, bot_ids: bots }, { signal }),
  });

export const differenceQuery = (id: string, otherId: string) =>
  queryOptions({
    queryKey: ['backtests', id, 'difference', otherId],
    queryFn: ({ signal }) =>
      api.getBacktestDifference({ backtest_id: id, other_id: otherId }, { signal }),
    staleTime: Infinity,
  });

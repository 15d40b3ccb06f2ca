// What pages read of strategies and of the bots that run them.

import type { CreateStrategyBot } from '@tidemill/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export type StrategyType = CreateStrategyBot['type'];
export type StrategyConfig = CreateStrategyBot['config'];

export const strategiesQuery = queryOptions({
  queryKey: ['strategies'],
  queryFn: ({ signal }) => api.listStrategies({}, { signal }),
  staleTime: Infinity,
});

/** Behind the key of the bot, so that what makes the one old does so to the other. */
export const strategyBotQuery = (id: string) =>
  queryOptions({
    refetchInterval: 20_000,
    queryKey: ['bots', id, 'strategy'],
    queryFn: ({ signal }) => api.getStrategyBot({ bot_id: id }, { signal }),
  });

export type Plan = {
  readonly accountId: string;
  readonly type: StrategyType;
  readonly config: StrategyConfig;
};

/** What a bot with these settings would begin with. The plan before stays until it is there. */
export const planQuery = ({ accountId, type, config }: Plan) =>
  queryOptions({
    queryKey: ['strategy-plan', accountId, type, config],
    queryFn: ({ signal }) =>
      api.previewStrategyBot({ body: { account_id: accountId, type, config } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

// Queries of strategies and of the bots that run them.

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

/** Whose money a bot trades: an account of one's own, or an end user's. */
export type PlanOwner = { readonly accountId: string } | { readonly endUserId: string };

export type Plan = {
  readonly owner: PlanOwner;
  readonly type: StrategyType;
  readonly config: StrategyConfig;
};

/** What a bot with these settings would begin with. The plan before stays until it is there. */
export const planQuery = ({ owner, type, config }: Plan) =>
  queryOptions({
    queryKey: ['strategy-plan', owner, type, config],
    queryFn: ({ signal }) =>
      'accountId' in owner
        ? api.previewStrategyBot(
            { body: { account_id: owner.accountId, type, config } },
            { signal },
          )
        : api.partnerPreviewBot({ user_id: owner.endUserId, body: { type, config } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

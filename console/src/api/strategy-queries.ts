// Queries of strategies and of the bots that run them.

import type { CreateStrategyBot } from '@tidemill/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { barsOf } from '../chart/bars.ts';
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

const HOUR_MINUTES = 60;
const DAY_MS = 86_400_000;

/** Lowest and highest price of the last days; null where nothing is known of them. */
export const rangeQuery = (marketTag: string, days: number) =>
  queryOptions({
    queryKey: ['price-range', marketTag, days],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - days * DAY_MS).toISOString();
      const columns = await api.listCandleColumns(
        { market_tag: marketTag, interval: HOUR_MINUTES, from, limit: days * 24 + 1 },
        { signal },
      );
      const bars = barsOf(columns);
      if (bars.length === 0) return null;
      const low = Math.min(...bars.map((bar) => bar.low));
      return { low, high: Math.max(...bars.map((bar) => bar.high)) };
    },
    staleTime: 300_000,
    retry: false,
  });

// Queries of a partner's pages. Events of end users say what has become old; what changes without
// an event is read again while it is looked at.

import type { MarketType } from '@tidemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SpanName } from '../pages/home/worth-span.ts';
import { api, readAll } from './api.ts';
import { fillReader } from './newest-fills.ts';
import { FILLS_MAX, from, worthWindow } from './queries.ts';

/** Figures of running bots, and what became of what was sent. */
const REREAD_MS = 20_000;
const REREAD_RARELY_MS = 60_000;
const PAGE_ITEMS = 50;

export const endUsersQuery = queryOptions({
  queryKey: ['partner', 'users'],
  queryFn: ({ signal }) => readAll(api.each('partnerListUsers', { limit: 500 }, { signal })),
  refetchInterval: REREAD_RARELY_MS,
});
export const endUserQuery = (id: string) =>
  queryOptions({
    queryKey: ['partner', 'users', id],
    queryFn: ({ signal }) => api.partnerGetUser({ user_id: id }, { signal }),
    refetchInterval: REREAD_RARELY_MS,
  });
export const offeredExchangesQuery = queryOptions({
  queryKey: ['partner', 'exchanges'],
  queryFn: ({ signal }) => api.partnerListExchanges({}, { signal }),
});

/** Tags of the markets that bots of end users at the exchange may trade. */
export const offeredMarketsQuery = (exchange: string) =>
  queryOptions({
    queryKey: ['partner', 'markets', exchange],
    queryFn: async ({ signal }) => {
      const all = await readAll(
        api.each('partnerListMarkets', { exchange, limit: 3_000 }, { signal }),
      );
      return new Set(all.map((of) => of.market_tag));
    },
  });

/** `userId` null: those of all end users. */
export const partnerBotsQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['partner', 'bots', userId],
    queryFn: ({ signal }) =>
      readAll(
        userId === null
          ? api.each('partnerListBots', { limit: 500 }, { signal })
          : api.each('partnerListUserBots', { user_id: userId, limit: 500 }, { signal }),
      ),
    refetchInterval: REREAD_MS,
  });

export type BotOfUser = { readonly user_id: string; readonly bot_id: string };

export const partnerBotQuery = (bot: BotOfUser) =>
  queryOptions({
    queryKey: ['partner', 'bot', bot],
    queryFn: ({ signal }) => api.partnerGetBot(bot, { signal }),
    refetchInterval: REREAD_MS,
  });
export const partnerBotLogQuery = (bot: BotOfUser) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'bot', bot, 'log'],
    queryFn: ({ signal, pageParam }) =>
      api.partnerListBotLogs({ ...bot, limit: PAGE_ITEMS, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
export const partnerBotOrdersQuery = (bot: BotOfUser) =>
  queryOptions({
    queryKey: ['partner', 'bot', bot, 'orders'],
    queryFn: ({ signal }) => api.partnerListBotOrders(bot, { signal }),
  });
export const partnerBotPositionsQuery = (bot: BotOfUser) =>
  queryOptions({
    queryKey: ['partner', 'bot', bot, 'positions'],
    queryFn: ({ signal }) => api.partnerListBotPositions(bot, { signal }),
  });
export const closedPositionsQuery = (bot: BotOfUser) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'bot', bot, 'closed-positions'],
    queryFn: ({ signal, pageParam }) =>
      api.partnerListBotClosedPositions({ ...bot, limit: PAGE_ITEMS, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
export const botDeliveriesQuery = (bot: BotOfUser) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'bot', bot, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      api.partnerListBotDeliveries({ ...bot, limit: PAGE_ITEMS, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
    refetchInterval: REREAD_MS,
  });

type Wallet = { readonly user_id: string; readonly market_type: MarketType };

export const endUserBalanceQuery = (wallet: Wallet) =>
  queryOptions({
    queryKey: ['partner', 'balance', wallet],
    queryFn: ({ signal }) => api.partnerGetUserBalance(wallet, { signal }),
    refetchInterval: REREAD_MS,
  });
export const endUserEquityQuery = (wallet: Wallet, span: SpanName) =>
  queryOptions({
    queryKey: ['partner', 'equity', wallet, span],
    queryFn: ({ signal }) =>
      api.partnerListUserEquity({ ...wallet, ...worthWindow(span), limit: 1_500 }, { signal }),
    refetchInterval: REREAD_RARELY_MS,
  });
export const endUserLimitsQuery = (wallet: Wallet) =>
  queryOptions({
    queryKey: ['partner', 'limits', wallet],
    queryFn: ({ signal }) => api.partnerGetUserLimits(wallet, { signal }),
  });
export const endUserOrdersQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'orders', userId],
    queryFn: ({ signal, pageParam }) =>
      api.partnerListUserOrders({ user_id: userId, limit: PAGE_ITEMS, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
const readUserFills = fillReader(FILLS_MAX, (id, cursor, signal) =>
  api.partnerListUserFills({ user_id: id, limit: 500, ...from(cursor) }, { signal }),
);

export const endUserFillsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['partner', 'fills', userId],
    queryFn: ({ signal }) => readUserFills(userId, signal),
  });
export const endUserCredentialsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['partner', 'credentials', userId],
    queryFn: ({ signal }) => api.partnerGetUserCredentials({ user_id: userId }, { signal }),
    refetchInterval: REREAD_RARELY_MS,
  });

/** Of the last day, newest first; `token` empty: of all tokens. */
export const signalsQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'signals', token],
    queryFn: ({ signal, pageParam }) =>
      token === ''
        ? api.partnerListSignals({ limit: PAGE_ITEMS, ...pageParam }, { signal })
        : api.partnerTraceSignals(
            { signal_token: token, limit: PAGE_ITEMS, ...pageParam },
            { signal },
          ),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
    refetchInterval: REREAD_MS,
    retry: false,
  });

export const partnerKeysQuery = queryOptions({
  queryKey: ['partner', 'keys'],
  queryFn: ({ signal }) => readAll(api.each('partnerListKeys', { limit: 500 }, { signal })),
});

export type Period = { readonly from: string; readonly to: string | null };

/** The totals are those of all pages; `to` null: until now. */
export const reportQuery = ({ from, to }: Period) =>
  infiniteQueryOptions({
    queryKey: ['partner', 'report', from, to],
    queryFn: ({ signal, pageParam }) =>
      api.partnerGetReport(
        { from, ...(to === null ? {} : { to }), limit: 500, ...pageParam },
        { signal },
      ),
    initialPageParam: {},
    // The next page is of the same period as this one.
    getNextPageParam: ({ next_cursor: cursor, period_end: end }) =>
      cursor === null ? null : { cursor, to: end },
  });

// Queries of the pages, by name, so that each thing is read once and forgotten together.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, readAll } from './api.ts';
import { fillReader, readNewestFills } from './newest-fills.ts';
import type { FirstWindow, SpanName } from '../pages/home/worth-span.ts';
import { spanOf } from '../pages/home/worth-span.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => readAll(api.each('listAccounts', {}, { signal })),
});
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => api.getAccount({ account_id: id }, { signal }),
  });
export const balanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['balances', id],
    queryFn: ({ signal }) => api.getAccountBalance({ account_id: id }, { signal }),
  });
export const bracketsQuery = (id: string) =>
  queryOptions({
    queryKey: ['brackets', id],
    queryFn: ({ signal }) => api.listBrackets({ account_id: id, limit: 100 }, { signal }),
    // What is on its way changes without an event.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ state: at }) => at === 'protecting' || at === 'closing') === true
        ? 2_000
        : false,
  });
export const positionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['positions', id],
    queryFn: ({ signal }) => api.listAccountPositions({ account_id: id }, { signal }),
  });
export const ordersQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => api.listAccountOrders({ account_id: id }, { signal }),
  });
/** So many of the newest are shown. */
export const FILLS_MAX = 10_000;
const FILLS_PAGE = 500;

const readAccountFills = fillReader(FILLS_MAX, (id, cursor, signal) =>
  api.listAccountFills({ account_id: id, limit: FILLS_PAGE, ...from(cursor) }, { signal }),
);

/** Page of a list at a cursor; without one the first. */
export function from(cursor: string | null): { readonly cursor?: string } {
  return cursor === null ? {} : { cursor };
}

export const fillsQuery = (id: string) =>
  queryOptions({
    queryKey: ['fills', id],
    queryFn: ({ signal }) => readAccountFills(id, signal),
  });
export const endedOrdersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['order-history', id],
    queryFn: ({ signal, pageParam }) =>
      api.listEndedAccountOrders({ account_id: id, limit: 100, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
export const limitsQuery = (id: string) =>
  queryOptions({
    queryKey: ['limits', id],
    queryFn: ({ signal }) => api.getAccountLimits({ account_id: id }, { signal }),
  });

/** Of all accounts together; `today`: since midnight by the reader's clock. */
export const worthQuery = (span: SpanName | 'today') =>
  queryOptions({
    queryKey: ['worth', span],
    queryFn: ({ signal }) => api.sumEquity(worthWindow(span), { signal }),
    refetchInterval: 60_000,
  });

/** The first values within a window. */
export const firstWorthQuery = (window: FirstWindow | null) =>
  queryOptions({
    queryKey: ['worth', 'first', window],
    queryFn: ({ signal }) => api.sumEquity(window ?? {}, { signal }),
    staleTime: Infinity,
  });

const DAY_MS = 86_400_000;

/** Window of a span that ends now, or of today in the reader's zone; the interval in minutes. */
export function worthWindow(span: SpanName | 'today') {
  if (span === 'today') {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    return { interval: 5, from: midnight.toISOString() } as const;
  }
  const { days, interval } = spanOf(span);
  return { interval, from: new Date(Date.now() - days * DAY_MS).toISOString() };
}

/** The values of the last hours, of which the newest is that of now. */
export const equityNowQuery = (id: string) =>
  queryOptions({
    queryKey: ['equity-now', id],
    queryFn: ({ signal }) =>
      api.listAccountEquity(
        { account_id: id, from: new Date(Date.now() - DAY_MS / 8).toISOString(), limit: 500 },
        { signal },
      ),
    refetchInterval: 60_000,
  });
/** Of one account over a span. */
export const equityOfQuery = (id: string, span: SpanName) =>
  queryOptions({
    queryKey: ['equity-of', id, span],
    queryFn: ({ signal }) =>
      api.listAccountEquity({ account_id: id, ...worthWindow(span), limit: 1_500 }, { signal }),
    refetchInterval: 60_000,
  });

/** Orders of which it is not known what became. */
export const lateOrdersQuery = (status: 'unknown' | 'lost') =>
  queryOptions({
    queryKey: ['late-orders', status],
    queryFn: ({ signal }) => api.listOrders({ status, limit: 20 }, { signal }),
    refetchInterval: 60_000,
  });
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.listWebhooks({}, { signal }),
});

export const exchangesQuery = queryOptions({
  queryKey: ['exchanges'],
  queryFn: ({ signal }) => api.listExchanges({}, { signal }),
  // One whose reach is not known yet tells it within seconds.
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ reach }) => reach === 'starting') === true ? 2_000 : false,
});
export const exchangeQuery = (code: string) =>
  queryOptions({
    queryKey: ['exchanges', code],
    queryFn: ({ signal }) => api.getExchange({ code }, { signal }),
    staleTime: 300_000,
  });
export const tickerQuery = (tag: string) =>
  queryOptions({
    queryKey: ['ticker', tag],
    queryFn: ({ signal }) => api.getMarketTicker({ market_tag: tag }, { signal }),
    refetchInterval: 60_000,
  });

/** Of all accounts on one market; `ended` ones newest first, as many as a table shows. */
export const marketOrdersQuery = (tag: string, status: 'working' | 'ended') =>
  queryOptions({
    queryKey: ['market-orders', tag, status],
    queryFn: ({ signal }) => api.listOrders({ market_tag: tag, status, limit: 200 }, { signal }),
  });
export const marketFillsQuery = (tag: string) =>
  queryOptions({
    queryKey: ['market-fills', tag],
    queryFn: async ({ signal }) => {
      const readPage = (cursor: string | null) =>
        api.listFills({ market_tag: tag, limit: FILLS_PAGE, ...from(cursor) }, { signal });
      return (await readNewestFills({ readPage, shownMax: FILLS_MAX }, null)).shown;
    },
  });

export const marketsQuery = (exchange: string) =>
  queryOptions({
    queryKey: ['markets', exchange],
    queryFn: ({ signal }) =>
      readAll(api.each('listMarkets', { exchange, limit: 3_000 }, { signal, triesMax: 1 })),
    staleTime: 300_000,
    // An exchange that does not reply is requested once a minute, whatever is opened meanwhile.
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? 60_000 : false),
  });
export const priceQuery = (tag: string) =>
  queryOptions({
    queryKey: ['price', tag],
    queryFn: ({ signal }) => api.getMarketPrice({ market_tag: tag }, { signal }),
    // The stream of the market brings it; this is for when the stream is gone.
    refetchInterval: 15_000,
  });

export const botsQuery = queryOptions({
  refetchInterval: 60_000,
  queryKey: ['bots'],
  queryFn: ({ signal }) => readAll(api.each('listBots', { limit: 500 }, { signal })),
});
export const botQuery = (id: string) =>
  queryOptions({
    // Updates without an event come once a minute.
    refetchInterval: 20_000,
    queryKey: ['bots', id],
    queryFn: ({ signal }) => api.getBot({ bot_id: id }, { signal }),
  });
export const botLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['bot-log', id],
    queryFn: ({ signal, pageParam }) =>
      api.listBotLogs({ bot_id: id, limit: 100, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
/** Its orders, newest first, as many as a chart and a table show. */
export const botTradesQuery = (id: string) =>
  queryOptions({
    queryKey: ['bot-trades', id],
    queryFn: ({ signal }) => api.listOrders({ bot_id: id, limit: 500 }, { signal }),
  });
/** So many of a bot's days up to this one, and which of them were compared. */
export const comparedDaysQuery = (id: string, to: string, limit: number) =>
  queryOptions({
    queryKey: ['bot-comparison', id, 'days', to, limit],
    queryFn: ({ signal }) => api.listComparedDays({ bot_id: id, to, limit }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'queued') === true ? 1_500 : false,
  });
export const comparisonQuery = (id: string, day: string) =>
  queryOptions({
    queryKey: ['bot-comparison', id, day],
    queryFn: ({ signal }) => api.getBotComparison({ bot_id: id, day }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 1_500 : false),
    retry: false,
  });
export const botOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: ['bot-orders', id],
    queryFn: ({ signal }) => api.listBotOrders({ bot_id: id }, { signal }),
  });
export const botPositionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['bot-positions', id],
    queryFn: ({ signal }) => api.listBotPositions({ bot_id: id }, { signal }),
  });

export const scriptsQuery = queryOptions({
  queryKey: ['scripts'],
  queryFn: ({ signal }) => readAll(api.each('listScripts', { limit: 500 }, { signal })),
});
export const scriptInputsQuery = (id: string) =>
  queryOptions({
    queryKey: ['script-inputs', id],
    queryFn: ({ signal }) => api.listScriptInputs({ script_id: id }, { signal }),
    staleTime: 60_000,
  });
export const scriptQuery = (id: string) =>
  queryOptions({
    queryKey: ['scripts', id],
    queryFn: ({ signal }) => api.getScript({ script_id: id }, { signal }),
  });

export const backtestsQuery = queryOptions({
  queryKey: ['backtests'],
  queryFn: ({ signal }) => api.listBacktests({ limit: 5 }, { signal }),
});
export const backtestQuery = (id: string) =>
  queryOptions({
    queryKey: ['backtests', id],
    queryFn: ({ signal }) => api.getBacktest({ backtest_id: id }, { signal }),
    // The stream says when it has finished; this is for when the stream is gone.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 1_000 : false),
  });
export const backtestPositionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['backtests', id, 'positions'],
    queryFn: ({ signal }) => api.listBacktestPositions({ backtest_id: id, limit: 500 }, { signal }),
  });

/** What an account was worth as a backtest went on, oldest first; no more than can be drawn. */
export const equityQuery = (id: string) =>
  queryOptions({
    queryKey: ['backtests', id, 'all-equity'],
    queryFn: ({ signal }) =>
      readAll(api.each('listBacktestEquity', { backtest_id: id, limit: 500 }, { signal })),
    staleTime: Infinity,
  });

// What the pages read, by name, so that each thing is read once and forgotten together.

import { queryOptions } from '@tanstack/react-query';
import { pathOf, request } from './request.ts';
import type {
  Account,
  AccountBalance,
  BacktestJob,
  BacktestOrder,
  BacktestPosition,
  Bot,
  BotPosition,
  Candle,
  EquityPoint,
  Exchange,
  Fill,
  LogLine,
  Market,
  MarketPrice,
  Order,
  Page,
  Position,
  Script,
  ScriptDetail,
  SignedIn,
} from './wire.ts';

type List<Item> = { readonly data: readonly Item[] };

function reading<Reply>(key: readonly string[], path: string) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => request<Reply>('GET', path, undefined, signal),
  });
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  /** Null: nobody is signed in. */
  queryFn: ({ signal }) => request<SignedIn | null>('GET', '/auth/session', undefined, signal),
  retry: false,
  staleTime: 60_000,
});

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => readAll<Account>('/v1/accounts', signal),
});
export const accountQuery = (id: string) =>
  reading<Account>(['accounts', id], pathOf(['v1', 'accounts', id]));
export const balanceQuery = (id: string) =>
  reading<AccountBalance>(['balances', id], pathOf(['v1', 'accounts', id, 'balance']));
export const positionsQuery = (id: string) =>
  reading<List<Position>>(['positions', id], pathOf(['v1', 'accounts', id, 'positions']));
export const ordersQuery = (id: string) =>
  reading<List<Order>>(['orders', id], pathOf(['v1', 'accounts', id, 'orders']));
export const fillsQuery = (id: string) =>
  reading<Page<Fill>>(['fills', id], pathOf(['v1', 'accounts', id, 'fills'], { limit: 50 }));

export const exchangesQuery = reading<List<Exchange>>(['exchanges'], '/v1/exchanges');
export const marketsQuery = (exchange: string) =>
  queryOptions({
    queryKey: ['markets', exchange],
    queryFn: ({ signal }) =>
      readAll<Market>(pathOf(['v1', 'markets'], { exchange, limit: 3_000 }), signal),
    staleTime: 300_000,
  });
export const priceQuery = (tag: string) =>
  queryOptions({
    ...reading<MarketPrice>(['price', tag], pathOf(['v1', 'markets', tag, 'price'])),
    refetchInterval: 5_000,
  });
export const readCandles = (
  tag: string,
  interval: number,
  from: string,
  to: string,
  signal?: AbortSignal,
) =>
  request<Page<Candle>>(
    'GET',
    pathOf(['v1', 'markets', tag, 'candles'], { interval, from, to, limit: 1_000 }),
    undefined,
    signal,
  );

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: ({ signal }) => readAll<Bot>('/v1/bots?limit=500', signal),
});
export const botQuery = (id: string) => reading<Bot>(['bots', id], pathOf(['v1', 'bots', id]));
export const botLogQuery = (id: string) =>
  reading<Page<LogLine>>(['bot-log', id], pathOf(['v1', 'bots', id, 'logs'], { limit: 100 }));
export const botOrdersQuery = (id: string) =>
  reading<List<Order>>(['bot-orders', id], pathOf(['v1', 'bots', id, 'orders']));
export const botPositionsQuery = (id: string) =>
  reading<List<BotPosition>>(['bot-positions', id], pathOf(['v1', 'bots', id, 'positions']));

export const scriptsQuery = queryOptions({
  queryKey: ['scripts'],
  queryFn: ({ signal }) => readAll<Script>('/v1/scripts?limit=500', signal),
});
export const scriptQuery = (id: string) =>
  reading<ScriptDetail>(['scripts', id], pathOf(['v1', 'scripts', id]));

export const backtestsQuery = reading<Page<BacktestJob>>(['backtests'], '/v1/backtests?limit=5');
export const backtestQuery = (id: string) =>
  queryOptions({
    ...reading<BacktestJob>(['backtests', id], pathOf(['v1', 'backtests', id])),
    // The stream says when it has finished; this is for when the stream is gone.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 1_000 : false),
  });
export const backtestPartQuery = <Item extends BacktestOrder | BacktestPosition>(
  id: string,
  part: 'orders' | 'positions',
) =>
  reading<Page<Item>>(
    ['backtests', id, part],
    pathOf(['v1', 'backtests', id, part], { limit: 500 }),
  );

/** What an account was worth as a backtest went on, oldest first; no more than can be drawn. */
export const equityQuery = (id: string) =>
  queryOptions({
    queryKey: ['backtests', id, 'all-equity'],
    queryFn: ({ signal }) =>
      readAll<EquityPoint>(pathOf(['v1', 'backtests', id, 'equity'], { limit: 500 }), signal),
    staleTime: Infinity,
  });

const PAGES_MAX = 20;

/** All pages of a list. */
async function readAll<Item>(path: string, signal: AbortSignal): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const separator = path.includes('?') ? '&' : '?';
    const next = cursor === null ? path : `${path}${separator}cursor=${encodeURIComponent(cursor)}`;
    const read: Page<Item> = await request<Page<Item>>('GET', next, undefined, signal);
    items.push(...read.data);
    cursor = read.next_cursor;
    if (cursor === null) break;
  }
  return items;
}

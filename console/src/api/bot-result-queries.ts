// Queries of a bot's runs: statistics, equity and trades. Of a run that goes on they are read again
// after trades, and as minutes pass.

import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from './api.ts';

/** `run`: null for the newest. */
export type BotRunName = {
  readonly botId: string;
  readonly run: number | null;
  readonly isRunning: boolean;
};

const AGAIN_MS = 60_000;
const POINTS_MAX = 20_000;
const TRADES_MAX = 5_000;

function partOf<Part>(
  { botId, run, isRunning }: BotRunName,
  part: string,
  read: (
    named: { readonly bot_id: string; readonly run?: number },
    options: { readonly signal: AbortSignal },
  ) => Promise<Part>,
) {
  return queryOptions({
    queryKey: ['bot-results', botId, part, run],
    queryFn: ({ signal }) => read({ bot_id: botId, ...(run === null ? {} : { run }) }, { signal }),
    refetchInterval: isRunning && run === null ? AGAIN_MS : false,
  });
}

export const botStatisticsQuery = (of: BotRunName) =>
  partOf(of, 'statistics', (named, options) => api.getBotStatistics(named, options));

export const botEquityQuery = (of: BotRunName) =>
  partOf(of, 'equity', (named, options) =>
    readAll(api.each('listBotEquity', named, options), POINTS_MAX),
  );

/** Of all runs, newest first. */
export const botTradeListQuery = (of: BotRunName) =>
  partOf(of, 'trades', ({ bot_id: botId }, options) =>
    readAll(api.each('listBotTrades', { bot_id: botId, limit: 500 }, options), TRADES_MAX),
  );

// Operations on what a bot's runs come to.

import {
  getBotStatistics,
  listBotEquity,
  listBotTrades,
} from '#services/bot-results/bot-statistics.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { alsoLeftOut } from '#api/http/responses/left-out.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { BACKTEST_POSITION_PAGE } from '#api/schemas/backtest-items.ts';
import {
  BOT_EQUITY_PAGE,
  BOT_EQUITY_QUERY,
  BOT_STATISTICS,
  RUN_QUERY,
} from '#api/schemas/bot-statistics.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const NOT_FOUND = 'There is no such bot.';

const SHARED = {
  method: 'GET',
  tag: 'Bots',
  scope: 'read',
  tier: 'reads',
  params: PATH_NAMES.bot,
  body: null,
  errors: ['bot_not_found'],
  isAddition: true,
} as const;

export const botStatisticsRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/statistics',
    operationId: 'getBotStatistics',
    summary: "Get statistics of a bot's run",
    description:
      'Returns, drawdowns, trades, months, distributions and resampled runs, as of a backtest ' +
      'over the same minutes; `docs/backtests.md` defines each. A run begins when the bot is ' +
      'started.',
    query: RUN_QUERY,
    success: { status: 200, description: 'The statistics.', schema: BOT_STATISTICS.schema },
    handle: async (deps, { caller, params, query }) => {
      const { userId } = caller;
      const requested = { userId, botId: params.bot_id, run: query.run ?? null };
      const found = await getBotStatistics(deps, requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(BOT_STATISTICS.toWire(found.value));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/equity',
    operationId: 'listBotEquity',
    summary: "Get the equity curve of a bot's run",
    description:
      'Oldest first: its start, ends of hours in which it changed, after trades at most one ' +
      'point in five minutes, ends of days (UTC), and where it stands now. After 30 days those ' +
      'of days are left.',
    query: BOT_EQUITY_QUERY,
    table: 'bot-equity',
    success: { status: 200, description: 'One page of points.', schema: BOT_EQUITY_PAGE.schema },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const { userId } = caller;
      const { limit } = query;
      const requested = { userId, botId: params.bot_id, run: query.run ?? null, after, limit };
      const found = await listBotEquity(deps, requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const { points, lastKey } = found.value;
      return ok(BOT_EQUITY_PAGE.toWire(points, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/trades',
    operationId: 'listBotTrades',
    summary: "List a bot's trades",
    description: 'Positions that it opened and closed, in all of its runs, newest first.',
    query: PAGE_QUERY,
    table: 'bot-trades',
    success: { status: 200, description: 'One page.', schema: BACKTEST_POSITION_PAGE.schema },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const { userId } = caller;
      const requested = { userId, botId: params.bot_id, after, limit: query.limit };
      const found = await listBotTrades(deps, requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const { trades, leftOut, lastKey } = found.value;
      const page = BACKTEST_POSITION_PAGE.toWire(trades, call.nextCursor(lastKey));
      return ok(alsoLeftOut(page, leftOut));
    },
  }),
];

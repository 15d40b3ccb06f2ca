// Operations on backtests of end users' strategies.

import { LIMITS } from '#lib/limits.ts';
import type { BacktestLogLine, BacktestPosition } from '#services/backtests/backtest-result.ts';
import type { PartnerBacktest } from '#services/partner-backtests/run-partner-backtest.ts';
import {
  cancelPartnerBacktest,
  getFinishedBacktest,
  getPartnerBacktest,
  listPartnerItems,
  runPartnerBacktest,
} from '#services/partner-backtests/run-partner-backtest.ts';
import { NO_CONTENT, ok, queued, refuse, refuseAt } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { refusePartnerBot } from '#api/routes/refuse-partner-bot.ts';
import {
  PARTNER_BACKTEST_LOG_PAGE,
  PARTNER_BACKTEST_POSITION_LIST,
  PartnerBacktestResultsSchema,
  PartnerBacktestStatusSchema,
  partnerBacktestToWire,
  partnerResultsToWire,
  RunPartnerBacktestSchema,
} from '#api/schemas/partner-backtest.ts';
import { instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const USER = PATH_NAMES.endUser;
const BACKTEST = PATH_NAMES.backtest;
const NOT_FOUND = 'There is no such backtest, or it is not completed.';
const LINES_SHOWN = 50;

export const partnerBacktestRoutes = [
  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/backtests',
    operation: 'RunBacktest',
    published: ['whitelabel'],
    summary: 'Run a backtest',
    description:
      "Queues a run of a strategy over past prices, with the end user's wallet. It is the same " +
      'engine that then trades. Each end user has a budget of `expensive` for it.',
    tier: 'writes',
    namedBudget: { parameter: 'user_id', tier: 'expensive' },
    params: USER,
    query: {},
    body: RunPartnerBacktestSchema,
    success: {
      status: 202,
      description: 'The backtest is queued.',
      schema: PartnerBacktestStatusSchema,
    },
    errors: ['user_not_found'],
    handle: async (deps, call, prefix) => {
      const { caller, params, body, derivationId } = call;
      const responseOf = (run: PartnerBacktest) => {
        const path = `${prefix}/backtests/${run.backtest.backtestId}/status`;
        return queued(partnerBacktestToWire(run), path);
      };
      const run = await runPartnerBacktest(deps, {
        caller,
        userId: params.user_id,
        type: body.type,
        config: body.config,
        startMs: instantFromWire(body.start_at),
        endMs: instantFromWire(body.end_at),
        derivationId,
        completion: call.slotFor(responseOf),
      });
      if (run.ok) return responseOf(run.value);
      const { rejection } = run;
      if (rejection.code !== 'invalid_request') return refusePartnerBot(rejection);
      return refuseAt(rejection.field, rejection.detail);
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/backtests/{backtest_id}/status',
    operation: 'GetBacktestStatus',
    published: ['whitelabel'],
    summary: 'Get the status of a backtest',
    description: 'How far it is. One that was cancelled is treated like none.',
    tier: 'reads',
    params: BACKTEST,
    query: {},
    body: null,
    success: { status: 200, description: 'Its status.', schema: PartnerBacktestStatusSchema },
    errors: ['backtest_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await getPartnerBacktest(deps, { caller, backtestId: params.backtest_id });
      return found.ok ? ok(partnerBacktestToWire(found.value)) : refuse(found.rejection, NOT_FOUND);
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/backtests/{backtest_id}/results',
    operation: 'GetBacktestResults',
    published: ['whitelabel'],
    summary: 'Get the results of a backtest',
    description: 'Available once it is completed.',
    tier: 'reads',
    params: BACKTEST,
    query: {},
    body: null,
    success: { status: 200, description: 'The results.', schema: PartnerBacktestResultsSchema },
    errors: ['backtest_not_found'],
    handle: async (deps, { caller, params }) => {
      const named = { caller, backtestId: params.backtest_id };
      const found = await getFinishedBacktest(deps, named);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const requested = { ...named, fromIndex: 0, limit: LINES_SHOWN };
      const lines = await listPartnerItems<BacktestLogLine>(deps, 'logs', requested);
      return ok(partnerResultsToWire({ finished: found.value, logs: lines.ok ? lines.value : [] }));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/backtests/{backtest_id}/positions',
    operation: 'ListBacktestPositions',
    published: ['whitelabel'],
    summary: 'List the positions of a backtest',
    description: 'Every closed position and those open at the end, returned whole.',
    tier: 'reads',
    params: BACKTEST,
    query: {},
    body: null,
    success: {
      status: 200,
      description: 'Its positions.',
      schema: PARTNER_BACKTEST_POSITION_LIST.schema,
    },
    errors: ['backtest_not_found'],
    handle: async (deps, { caller, params }) => {
      const limit = LIMITS.backtestPositionsShownMax;
      const requested = { caller, backtestId: params.backtest_id, fromIndex: 0, limit };
      const found = await listPartnerItems<BacktestPosition>(deps, 'positions', requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(PARTNER_BACKTEST_POSITION_LIST.toWire(found.value));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/backtests/{backtest_id}/logs',
    operation: 'ListBacktestLogs',
    published: ['whitelabel'],
    summary: 'List the log of a backtest',
    description: 'Oldest first, in pages.',
    tier: 'reads',
    params: BACKTEST,
    query: PAGE_QUERY,
    body: null,
    success: {
      status: 200,
      description: 'One page of lines.',
      schema: PARTNER_BACKTEST_LOG_PAGE.schema,
    },
    errors: ['backtest_not_found'],
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const fromIndex = Number(after ?? 0);
      const named = { caller, backtestId: params.backtest_id, fromIndex };
      const requested = { ...named, limit: query.limit + 1 };
      const found = await listPartnerItems<BacktestLogLine>(deps, 'logs', requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const lines = found.value.slice(0, query.limit);
      const isLast = found.value.length <= query.limit;
      const lastKey = isLast ? null : String(fromIndex + query.limit);
      return ok(PARTNER_BACKTEST_LOG_PAGE.toWire(lines, call.nextCursor(lastKey)));
    },
  }),

  ...partnerOperation({
    method: 'DELETE',
    path: '/backtests/{backtest_id}',
    isUrgent: true,
    operation: 'CancelBacktest',
    published: ['whitelabel'],
    summary: 'Cancel a backtest',
    description: 'One that waits or runs is cancelled; one that is over is forgotten.',
    tier: 'writes',
    params: BACKTEST,
    query: {},
    body: null,
    success: { status: 204, description: 'It is gone.', schema: null },
    errors: ['backtest_not_found'],
    handle: async (deps, { caller, params }) => {
      const named = { caller, backtestId: params.backtest_id };
      const cancelled = await cancelPartnerBacktest(deps, named);
      return cancelled.ok ? NO_CONTENT : refuse(cancelled.rejection, NOT_FOUND);
    },
  }),
];

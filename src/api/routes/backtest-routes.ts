// Operations on backtests: asking for one, watching it, reading its result, discarding it.

import { alsoLeftOut } from '#api/http/responses/left-out.ts';
import { requestBacktest } from '#services/backtests/request-backtest.ts';
import { deleteBacktest } from '#services/backtests/delete-backtest.ts';
import { getBacktest, listBacktests } from '#services/results/get-backtest.ts';
import { getStatistics } from '#services/results/get-statistics.ts';
import { NO_CONTENT, ok, refuse, refuseRejected } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { backtestQueued } from '#api/routes/backtest-queued.ts';
import { backtestPage } from '#api/routes/report-pages.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { readChoices } from '#api/routes/read-choices.ts';
import {
  BacktestJobSchema,
  BACKTEST_PAGE,
  backtestToWire,
  CreateBacktestSchema,
} from '#api/schemas/backtest.ts';
import { BacktestStatisticsSchema, statisticsToWire } from '#api/schemas/backtest-statistics.ts';
import { instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const BACKTEST_ID = PATH_NAMES.backtest;

export const backtestRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/backtests',
    operationId: 'createBacktest',
    tag: 'Backtests',
    summary: 'Run a backtest',
    description:
      'Queues a run of a script over past prices. Whether the script exists and the market has ' +
      'history is found out by the run, which waits a minute for history that is being synced; ' +
      'when it fails, the backtest is discarded, and its 404 ' +
      'says why for a day. `parameters` chooses inputs of the script, `settings` the rules.',
    scope: 'labs',
    tier: 'expensive',
    params: {},
    query: {},
    body: CreateBacktestSchema,
    success: { status: 202, description: 'The backtest is queued.', schema: BacktestJobSchema },
    errors: ['forbidden', 'script_not_found', 'account_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { body } = call;
      const choices = readChoices(body.settings ?? {}, body.parameters ?? {});
      if (!choices.ok) return choices.rejection;
      const requested = await requestBacktest(deps, {
        caller: call.caller,
        scriptId: body.script_id,
        accountId: body.account_id,
        marketTag: body.market_tag,
        intervalMinutes: body.interval,
        startMs: instantFromWire(body.start_at),
        endMs: instantFromWire(body.end_at),
        choices:
          body.record_values === true ? { ...choices.value, recordsValues: true } : choices.value,
        derivationId: call.derivationId,
        completion: call.slotFor(backtestQueued),
      });
      return requested.ok ? backtestQueued(requested.value) : refuseRejected(requested.rejection);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/backtests',
    operationId: 'listBacktests',
    tag: 'Backtests',
    summary: 'List backtests',
    description: 'Your backtests, newest first; those that failed are not among them.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'Backtests.', schema: BACKTEST_PAGE.schema },
    errors: [],
    isAddition: true,
    handle: async (deps, call) => {
      const { after, caller, query } = call;
      const found = await listBacktests(deps, { caller, after, limit: query.limit });
      const page = BACKTEST_PAGE.toWire(found.views, call.nextCursor(found.lastKey));
      return ok(alsoLeftOut(page, found.leftOut));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/backtests/{backtest_id}',
    operationId: 'getBacktest',
    page: backtestPage,
    tag: 'Backtests',
    summary: 'Get a backtest',
    description:
      'Poll until `status` is `finished`. A 404 while polling means that the run did not ' +
      'survive; `detail` says why, with the line of the script where there is one. The id of a ' +
      "lab's result is served too: requested the first time, or after it was deleted, it is " +
      'queued with what the lab ran with, and counts among your waiting backtests.',
    scope: 'read',
    tier: 'reads',
    params: BACKTEST_ID,
    query: {},
    body: null,
    success: { status: 200, description: 'The backtest.', schema: BacktestJobSchema },
    errors: ['backtest_not_found', 'forbidden'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const found = await getBacktest(deps, { caller, backtestId: params.backtest_id });
      return found.ok ? ok(backtestToWire(found.value)) : refuseRejected(found.rejection);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/backtests/{backtest_id}/statistics',
    operationId: 'getBacktestStatistics',
    tag: 'Backtests',
    summary: 'Get statistics of a backtest',
    description:
      'Returns, drawdowns, trades, months, distributions and resampled runs of a finished ' +
      'backtest, computed on request; `docs/backtests.md` defines each.',
    scope: 'read',
    tier: 'reads',
    params: {
      backtest_id: { description: 'Backtest, finished.', notFound: 'backtest_not_found' },
    },
    query: {},
    body: null,
    success: { status: 200, description: 'The statistics.', schema: BacktestStatisticsSchema },
    errors: ['backtest_not_found', 'forbidden'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const found = await getStatistics(deps, { caller, backtestId: params.backtest_id });
      return found.ok ? ok(statisticsToWire(found.value)) : refuseRejected(found.rejection);
    },
  }),

  defineOperation({
    method: 'DELETE',
    path: '/v1/backtests/{backtest_id}',
    operationId: 'deleteBacktest',
    isUrgent: true,
    tag: 'Backtests',
    summary: 'Delete a backtest',
    description: 'Cancels it when it waits or runs, and discards it with its result.',
    scope: 'labs',
    tier: 'writes',
    params: BACKTEST_ID,
    query: {},
    body: null,
    success: { status: 204, description: 'It is discarded.', schema: null },
    errors: ['backtest_not_found'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const deleted = await deleteBacktest(deps, { caller, backtestId: params.backtest_id });
      if (deleted.ok) return NO_CONTENT;
      return refuse(deleted.rejection, `There is no backtest "${params.backtest_id}".`);
    },
  }),
];

// Operations on the comparison of a bot's day with a backtest.

import { DAY_MS } from '#lib/time.ts';
import { getComparison } from '#services/comparisons/get-comparison.ts';
import { listComparedDays } from '#services/comparisons/list-compared-days.ts';
import type { RequestedComparison } from '#services/comparisons/request-comparison.ts';
import { dayText, requestComparison } from '#services/comparisons/request-comparison.ts';
import { ok, refuse, refuseField, taken } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import {
  COMPARED_DAY_LIST,
  COMPARED_DAYS_QUERY,
  COMPARISON,
  COMPARISON_QUERY,
  dayFromWire,
  REQUESTED_COMPARISON,
  RequestComparisonSchema,
} from '#api/schemas/comparison.ts';

const PATH = '/v1/bots/{bot_id}/comparisons';

export const botComparisonRoutes = [
  defineOperation({
    method: 'POST',
    path: PATH,
    operationId: 'requestBotComparison',
    tag: 'Bots',
    summary: "Compare a bot's day with a backtest",
    description:
      'Queues a backtest of what the bot ran with, from its start to its stop or the end of the ' +
      'day, and compares what filled on that day. A bot that was started anew during the day has ' +
      'a backtest of each run. A day that was requested before is not run again.',
    scope: 'labs',
    tier: 'expensive',
    params: PATH_NAMES.bot,
    query: {},
    body: RequestComparisonSchema,
    success: {
      status: 202,
      description: 'The comparison is being made.',
      schema: REQUESTED_COMPARISON.schema,
    },
    errors: ['bot_not_found', 'forbidden'],
    isAddition: true,
    handle: async (deps, call) => {
      const { body, caller, params } = call;
      const dayMs = dayFromWire(body.day);
      if (dayMs === null) return noDay(body.day);
      const responseOf = (requested: RequestedComparison) =>
        taken(REQUESTED_COMPARISON.toWire(requested));
      const requested = await requestComparison(deps, {
        userId: caller.userId,
        botId: params.bot_id,
        dayMs,
        completion: call.slotFor(responseOf),
      });
      if (requested.ok) return responseOf(requested.value);
      return refuse(requested.rejection.code, requested.rejection.detail);
    },
  }),

  defineOperation({
    method: 'GET',
    path: PATH,
    operationId: 'getBotComparison',
    tag: 'Bots',
    summary: "Get the comparison of a bot's day",
    description: 'Poll until `status` is `finished`.',
    scope: 'read',
    tier: 'reads',
    params: PATH_NAMES.bot,
    query: COMPARISON_QUERY,
    body: null,
    success: { status: 200, description: 'The comparison.', schema: COMPARISON.schema },
    errors: ['bot_not_found', 'backtest_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params, query }) => {
      const { day = dayText(deps.clock.nowMs() - DAY_MS) } = query;
      const dayMs = dayFromWire(day);
      if (dayMs === null) return noDay(day);
      const { userId } = caller;
      const found = await getComparison(deps, { userId, botId: params.bot_id, dayMs });
      if (!found.ok) return refuse(found.rejection.code, found.rejection.detail);
      return ok(COMPARISON.toWire(found.value));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/bots/{bot_id}/compared-days',
    operationId: 'listComparedDays',
    tag: 'Bots',
    summary: 'List the days of a bot, and which were compared',
    description:
      'Days that have ended, from the one on which the bot was created; newest first. Those that ' +
      'are `queued` or `finished` have a comparison that can be read.',
    scope: 'read',
    tier: 'reads',
    params: PATH_NAMES.bot,
    query: COMPARED_DAYS_QUERY,
    body: null,
    success: { status: 200, description: 'The days.', schema: COMPARED_DAY_LIST.schema },
    errors: ['bot_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params, query }) => {
      const { to = dayText(deps.clock.nowMs() - DAY_MS), limit } = query;
      const dayMs = dayFromWire(to);
      if (dayMs === null) return refuseField('to', 'a day such as 2026-11-20', `"${to}"`);
      const { userId } = caller;
      const wish = { userId, botId: params.bot_id, dayMs, daysMax: limit };
      const listed = await listComparedDays(deps, wish);
      if (!listed.ok) return refuse('bot_not_found', 'There is no such bot.');
      return ok(COMPARED_DAY_LIST.toWire(listed.value));
    },
  }),
];

function noDay(found: string) {
  return refuseField('day', 'a day such as 2026-11-20', `"${found}"`);
}

// Operations on what a lab knows and found: its parameters, its results, what all results together
// say about over-fitting, and a bot of one of them.

import Type from 'typebox';
import type { LabSort } from '#services/labs/lab-deps.ts';
import { SORT_FIGURES } from '#services/labs/lab-deps.ts';
import { summaryFromText } from '#services/labs/lab-results.ts';
import { FRONT_MAX, listLabFront } from '#services/labs/lab-front.ts';
import { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';
import { showBot } from '#services/bots/show-bots.ts';
import { getLab, listLabResults, listParameters } from '#services/labs/read-labs.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseRejected } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { botCreated, newBotCreated } from '#api/routes/bot-created.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { BotSchema, NEVER_STARTED } from '#api/schemas/bot.ts';
import { LAB_PARAMETERS } from '#api/schemas/lab.ts';
import {
  BotOfResultSchema,
  LAB_FRONT,
  LAB_RESULT_PAGE,
  OverfittingSchema,
  overfittingToWire,
} from '#api/schemas/lab-result.ts';
import { countFrom, INT32_MAXIMUM, oneOf, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const LAB = PATH_NAMES.lab;

const GOALS_PATTERN = `^(${SORT_FIGURES.join('|')})(,(${SORT_FIGURES.join('|')})){1,4}$`;

/** With a minus: from the highest down. */
const SORT_WORDS = SORT_FIGURES.flatMap((sort) => [`-${sort}`, sort] as const);

export const labResultRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/labs/{lab_id}/parameters',
    operationId: 'listLabParameters',
    tag: 'Labs',
    summary: 'List the parameters of a lab',
    description: 'Inputs of its script, with the values that are swept.',
    scope: 'read',
    tier: 'reads',
    params: LAB,
    query: {},
    body: null,
    success: { status: 200, description: 'The parameters.', schema: LAB_PARAMETERS.schema },
    errors: ['lab_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const requested = { userId: caller.userId, labId: params.lab_id };
      const listed = await listParameters(deps, requested);
      return listed.ok ? ok(LAB_PARAMETERS.toWire(listed.value)) : notFound(params.lab_id);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/labs/{lab_id}/results',
    operationId: 'listLabResults',
    tag: 'Labs',
    summary: 'List the results of a lab',
    description:
      'Results of the current or last execution. Those that closed no position, or failed, rank ' +
      'below all losses.',
    scope: 'read',
    tier: 'reads',
    params: LAB,
    query: {
      sort: Type.Optional(oneOf(SORT_WORDS, '`-roi` by default.')),
      min_positions: Type.Optional(countFrom(1, INT32_MAXIMUM, 'Closed positions at least.', 20)),
      max_drawdown: Type.Optional(countFrom(1, 100, 'Percent at most.', 15)),
      ...PAGE_QUERY,
    },
    body: null,
    success: { status: 200, description: 'One page of results.', schema: LAB_RESULT_PAGE.schema },
    table: 'lab-results',
    errors: ['lab_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { after, caller, params, query } = call;
      const word = query.sort ?? '-roi';
      const listed = await listLabResults(deps, {
        userId: caller.userId,
        labId: params.lab_id,
        sort: (word.startsWith('-') ? word.slice(1) : word) as LabSort,
        isDescending: word.startsWith('-'),
        positionsMin: query.min_positions ?? 0,
        drawdownMax: query.max_drawdown ?? null,
        after,
        limit: query.limit,
      });
      if (!listed.ok) return notFound(params.lab_id);
      const { lastKey, views } = listed.value;
      return ok(LAB_RESULT_PAGE.toWire(views, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/labs/{lab_id}/front',
    operationId: 'listLabFront',
    tag: 'Labs',
    summary: 'List the best trade-offs of a lab',
    description:
      'Results that no other beats in one goal without being worse in another (Pareto), by the ' +
      `first goal; at most ${FRONT_MAX}.`,
    scope: 'read',
    tier: 'reads',
    params: LAB,
    query: {
      goals: Type.Optional(
        Type.String({
          pattern: GOALS_PATTERN,
          description: 'Two or more of the figures of `sort`, separated by commas.',
          examples: ['profit,drawdown'],
        }),
      ),
      min_positions: Type.Optional(countFrom(1, INT32_MAXIMUM, 'Closed positions at least.', 20)),
      max_drawdown: Type.Optional(countFrom(1, 100, 'Percent at most.', 15)),
    },
    body: null,
    success: { status: 200, description: 'The results.', schema: LAB_FRONT.schema },
    errors: ['lab_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params, query }) => {
      const goals = (query.goals ?? 'profit,drawdown').split(',') as LabSort[];
      const listed = await listLabFront(deps, {
        userId: caller.userId,
        labId: params.lab_id,
        goals: [...new Set(goals)],
        // One that closed no position is no trade-off.
        positionsMin: query.min_positions ?? 1,
        drawdownMax: query.max_drawdown ?? null,
      });
      return listed.ok ? ok(LAB_FRONT.toWire(listed.value)) : notFound(params.lab_id);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/labs/{lab_id}/overfitting',
    operationId: 'getLabOverfitting',
    tag: 'Labs',
    summary: 'Judge a lab as a whole',
    description:
      'How likely the best result is luck, and what choosing by the past would have brought; ' +
      'null until the lab is completed. `docs/labs.md` defines them.',
    scope: 'read',
    tier: 'reads',
    params: LAB,
    query: {},
    body: null,
    success: { status: 200, description: 'The figures.', schema: OverfittingSchema },
    errors: ['lab_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const found = await getLab(deps, { userId: caller.userId, labId: params.lab_id });
      if (!found.ok) return notFound(params.lab_id);
      const summary = found.value.execution?.summary ?? null;
      return ok(overfittingToWire(summary === null ? null : summaryFromText(summary)));
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/labs/{lab_id}/results/{backtest_id}/bot',
    operationId: 'makeBotOfLabResult',
    tag: 'Labs',
    summary: 'Make a bot of a result',
    description:
      'The bot has the inputs, interval, market, leverage, margin mode and trade amount of the ' +
      'result. It does not run yet. Refused when the run failed, and when the script or a ' +
      'command that it calls was changed since the lab ran it.',
    scope: 'bots',
    tier: 'writes',
    params: {
      ...LAB,
      backtest_id: {
        description: 'Result, as listed by the lab.',
        notFound: 'backtest_not_found',
      },
    },
    query: {},
    body: BotOfResultSchema,
    success: {
      status: 201,
      description: 'The bot was made, deactivated.',
      schema: BotSchema,
      exampleChanges: NEVER_STARTED,
    },
    errors: [
      'forbidden',
      'lab_not_found',
      'backtest_not_found',
      'script_not_found',
      'account_not_found',
    ],
    isAddition: true,
    handle: async (deps, call) => {
      const { body, caller, derivationId, params } = call;
      const made = await makeBotOfResult(deps, {
        caller,
        labId: params.lab_id,
        backtestId: params.backtest_id,
        name: body.name,
        accountId: body.account_id ?? null,
        derivationId,
        completion: call.slotFor(newBotCreated),
      });
      if (!made.ok) return refuseRejected(made.rejection);
      return botCreated(await showBot(deps, made.value));
    },
  }),
];

function notFound(labId: string): Refusal {
  return refuse('lab_not_found', `There is no lab "${labId}".`);
}

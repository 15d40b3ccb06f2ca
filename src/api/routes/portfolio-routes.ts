// Operations on several runs at once.

import { portfolioPage } from '#api/routes/report-pages.ts';
import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { MemberName } from '#services/portfolio/get-portfolio.ts';
import { getDifference, getPortfolio } from '#services/portfolio/get-portfolio.ts';
import { ok, refuse, refuseRejected } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { DIFFERENCE, PORTFOLIO } from '#api/schemas/portfolio.ts';
import { identifier } from '#api/schemas/wire-values.ts';

const SHARED = {
  method: 'GET',
  tag: 'Backtests',
  scope: 'read',
  tier: 'reads',
  body: null,
  isAddition: true,
} as const;

const IDS = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description: 'Ids, separated by commas.',
    examples: ['bt_01jd3f8k2m5q7r9t'],
  }),
);

export const portfolioRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/portfolio',
    operationId: 'getPortfolio',
    page: portfolioPage,
    summary: 'Get several runs as one',
    description:
      'Equity of backtests and of the newest runs of bots added up by time, its drawdown, what ' +
      'each adds, and how their days go together. ' +
      `At most ${LIMITS.portfolioMembersMax}, of one currency.`,
    params: {},
    query: { backtest_ids: IDS, bot_ids: IDS },
    success: { status: 200, description: 'The report.', schema: PORTFOLIO.schema },
    errors: ['backtest_not_found', 'bot_not_found', 'forbidden', 'invalid_request'],
    handle: async (deps, { caller, query }) => {
      const members: readonly MemberName[] = [
        ...idsIn(query.backtest_ids).map((id) => ({ kind: 'backtest', id }) as const),
        ...idsIn(query.bot_ids).map((id) => ({ kind: 'bot', id }) as const),
      ];
      const most = LIMITS.portfolioMembersMax;
      if (members.length > most)
        return refuse('invalid_request', `At most ${most} are added up, not ${members.length}.`);
      const found = await getPortfolio(deps, { caller, members });
      return found.ok ? ok(PORTFOLIO.toWire(found.value)) : refuseRejected(found.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/backtests/{backtest_id}/difference',
    operationId: 'getBacktestDifference',
    summary: 'Compare two backtests with a test',
    description:
      'Their daily returns, day by day, and how often chance alone would make a mean as far from ' +
      'zero: by blocks of days drawn again. `docs/backtests.md` says how.',
    params: {
      backtest_id: { description: 'Backtest, finished.', notFound: 'backtest_not_found' },
    },
    query: { other_id: identifier('The other backtest.', 'bt_01jd3f8k2m5q7r9u') },
    success: { status: 200, description: 'The difference.', schema: DIFFERENCE.schema },
    errors: ['backtest_not_found', 'forbidden'],
    handle: async (deps, { caller, params, query }) => {
      const named = { caller, backtestId: params.backtest_id, otherId: query.other_id };
      const found = await getDifference(deps, named);
      return found.ok ? ok(DIFFERENCE.toWire(found.value)) : refuseRejected(found.rejection);
    },
  }),
];

/** Each once, in their order. */
function idsIn(text = ''): readonly string[] {
  return [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '');
}

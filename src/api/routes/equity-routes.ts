// Operations on what accounts were worth over time.

import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { listEquity, sumEquity } from '#services/equity/list-equity.ts';
import { ok, refuse, refuseParameter } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { readEquityWindow } from '#api/routes/read-equity-window.ts';
import { readInstant } from '#api/routes/read-instant.ts';
import {
  EQUITY_PAGE,
  EQUITY_QUERY,
  EQUITY_SUM_INTERVAL,
  EQUITY_SUM_LIST,
  EQUITY_SUM_QUERY,
} from '#api/schemas/equity.ts';

const SHARED = {
  method: 'GET',
  tag: 'Accounts',
  scope: 'read',
  tier: 'reads',
  body: null,
  isAddition: true,
} as const;

export const equityRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/equity',
    table: 'equity',
    operationId: 'listAccountEquity',
    summary: 'List what an account was worth',
    description:
      'Value of the account over time, oldest first: noted each hour and, at most every five ' +
      'minutes, after something was traded; each minute while it is requested. In the currency ' +
      'that most markets of its exchange settle in, at the last prices there (docs/equity.md).',
    params: {
      account_id: { description: 'Account, as listed.', notFound: 'account_not_found' },
    },
    query: EQUITY_QUERY,
    success: { status: 200, description: 'One page of values.', schema: EQUITY_PAGE.schema },
    errors: ['account_not_found'],
    handle: async (deps, call) => {
      const { after, caller, params, query } = call;
      const accountId = params.account_id;
      const window = readEquityWindow(query);
      if (!window.ok) return window.rejection;
      const wanted = { caller, accountId, after, limit: query.limit, ...window.value };
      const found = await listEquity(deps, wanted);
      if (!found.ok) return refuse(found.rejection, `There is no account "${accountId}".`);
      const { points, lastKey } = found.value;
      return ok(EQUITY_PAGE.toWire(points, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/equity',
    operationId: 'sumEquity',
    summary: 'Get what all accounts were worth',
    description:
      'Value of all your accounts together over time, for each currency that they are valued in, ' +
      'real money and play money apart. Of each account its newest value before the end of an ' +
      `interval counts. At most ${LIMITS.equityPointsMax} intervals (docs/equity.md).`,
    params: {},
    query: EQUITY_SUM_QUERY,
    success: { status: 200, description: 'The sums.', schema: EQUITY_SUM_LIST.schema },
    errors: [],
    handle: async (deps, { caller, query }) => {
      const [from, to] = [readInstant('from', query.from), readInstant('to', query.to)];
      if (!from.ok) return from.rejection;
      if (!to.ok) return to.rejection;
      const intervalMinutes = query.interval ?? EQUITY_SUM_INTERVAL;
      const toMs = to.value ?? deps.clock.nowMs();
      const longestMs = (LIMITS.equityPointsMax - 1) * intervalMinutes * MINUTE_MS;
      const fromMs = from.value ?? toMs - Math.min(longestMs, 7 * DAY_MS);
      const found = query.from === undefined ? 'none' : `"${query.from}"`;
      if (fromMs > toMs) return refuseParameter('from', 'an instant that is not after "to"', found);
      if (toMs - fromMs > longestMs)
        return refuseParameter(
          'from',
          `at most ${LIMITS.equityPointsMax - 1} intervals before "to"`,
          found,
        );
      return ok(
        EQUITY_SUM_LIST.toWire(await sumEquity(deps, { caller, intervalMinutes, fromMs, toMs })),
      );
    },
  }),
];

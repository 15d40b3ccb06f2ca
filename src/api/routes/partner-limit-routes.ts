// Operations on what end users of a partner may do at most.

import { judgeLoosening } from '#services/sign-in/judge-loosening.ts';
import { getEndUserLimits, setEndUserLimits } from '#services/risk/end-user-limits.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { readLimits, refuseLoosened, refuseRepeated } from '#api/routes/read-limits.ts';
import {
  AccountLimitsSchema,
  accountLimitsToWire,
  SetAccountLimitsSchema,
} from '#api/schemas/account-limits.ts';

const SHARED = {
  path: '/users/{user_id}/limits/{market_type}',
  published: [],
  params: {
    ...PATH_NAMES.endUser,
    market_type: {
      description: 'Kind of markets: `spot` or `futures`.',
      notFound: 'account_not_found',
    },
  },
  query: {},
  success: { status: 200, description: 'The limits.', schema: AccountLimitsSchema },
} as const;

export const partnerLimitRoutes = [
  ...partnerOperation({
    ...SHARED,
    method: 'GET',
    operation: 'GetUserLimits',
    summary: "Get an end user's limits",
    description:
      'What the end user may do at most on markets of this kind; a new one has no limits.',
    tier: 'reads',
    body: null,
    errors: ['user_not_found', 'account_not_found'],
    handle: async (deps, { caller, params }) => {
      const { user_id: userId, market_type: marketType } = params;
      const found = await getEndUserLimits(deps, { caller, userId, marketType });
      return found.ok
        ? ok(accountLimitsToWire(found.value))
        : notFound(found.rejection, marketType);
    },
  }),

  ...partnerOperation({
    ...SHARED,
    method: 'PUT',
    operation: 'SetUserLimits',
    summary: "Set an end user's limits",
    description:
      'Replaces all on markets of this kind; an empty object takes them away. Every order is ' +
      'judged by them before the exchange hears of it: a bot is stopped with the reason. A key ' +
      'that reaches one end user cannot set them. What lifts one, and `reset_losses`, needs ' +
      '`accounts` or `admin` as well, and of a session a confirmation.',
    tier: 'writes',
    body: SetAccountLimitsSchema,
    errors: ['user_not_found', 'account_not_found', 'confirmation_required'],
    handle: async (deps, { caller, claim, params, body }) => {
      const { user_id: userId, market_type: marketType } = params;
      const read = readLimits(body);
      if (!read.ok) return read.rejection;
      const place = { caller, userId, marketType };
      const tightensOnly = judgeLoosening(caller, deps.clock.nowMs());
      const done = await setEndUserLimits(deps, { ...place, claim, tightensOnly, ...read.value });
      if (done.ok) return ok(accountLimitsToWire(done.value));
      const { rejection } = done;
      if (rejection.code === 'forbidden')
        return refuse('forbidden', 'This key reaches one end user and cannot change its limits.');
      if (rejection.code === 'currency_repeated') return refuseRepeated(rejection.currency);
      if (rejection.code === 'insufficient_scope' || rejection.code === 'confirmation_required')
        return refuseLoosened(rejection, body);
      return notFound(rejection.code, marketType);
    },
  }),
];

function notFound(code: 'user_not_found' | 'account_not_found', marketType: string): Refusal {
  if (code === 'user_not_found') return refuse(code, 'There is no such end user.');
  return refuse(code, `The end user trades no markets of the kind "${marketType}".`);
}

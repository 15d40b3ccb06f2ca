// Operations on the limits of an account.

import { judgeLoosening } from '#services/sign-in/judge-loosening.ts';
import { getAccountLimits, setAccountLimits } from '#services/risk/account-limits.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { readLimits, refuseLoosened, refuseRepeated } from '#api/routes/read-limits.ts';
import {
  AccountLimitsSchema,
  accountLimitsToWire,
  SetAccountLimitsSchema,
} from '#api/schemas/account-limits.ts';

const SHARED = {
  path: '/v1/accounts/{account_id}/limits',
  tag: 'Risk',
  params: { account_id: { description: 'Account, as listed.', notFound: 'account_not_found' } },
  query: {},
  success: { status: 200, description: 'The limits.', schema: AccountLimitsSchema },
  isAddition: true,
} as const;

export const accountLimitRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    operationId: 'getAccountLimits',
    summary: "Get an account's limits",
    description: 'What the account may do at most; a new account has no limits.',
    scope: 'read',
    tier: 'reads',
    body: null,
    errors: ['account_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await getAccountLimits(deps, { caller, accountId: params.account_id });
      return found.ok ? ok(accountLimitsToWire(found.value)) : noAccount(params.account_id);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    operationId: 'setAccountLimits',
    summary: "Set an account's limits",
    description:
      'Replaces all; an empty object takes them away. Every order is judged by them before ' +
      'the exchange hears of it: a manual one is refused with `order_rejected`, a bot is stopped ' +
      'with the reason. The scope `trading` may tighten them. What lifts one, and ' +
      '`reset_losses`, needs `accounts` or `admin` as well, and of a session a confirmation.',
    scope: 'trading',
    tier: 'writes',
    body: SetAccountLimitsSchema,
    errors: ['account_not_found', 'confirmation_required'],
    handle: async (deps, { caller, claim, params, body }) => {
      const read = readLimits(body);
      if (!read.ok) return read.rejection;
      const accountId = params.account_id;
      const tightensOnly = judgeLoosening(caller, deps.clock.nowMs());
      const command = { caller, accountId, claim, tightensOnly, ...read.value };
      const done = await setAccountLimits(deps, command);
      if (done.ok) return ok(accountLimitsToWire(done.value));
      const { rejection } = done;
      if (rejection.code === 'account_not_found') return noAccount(accountId);
      if (rejection.code === 'currency_repeated') return refuseRepeated(rejection.currency);
      return refuseLoosened(rejection, body);
    },
  }),
];

function noAccount(accountId: string): Refusal {
  return refuse('account_not_found', `There is no account "${accountId}".`);
}

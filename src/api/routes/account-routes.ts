// Operations on accounts and on what they hold.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { getBalance } from '#services/accounts/get-balance.ts';
import { listAccounts } from '#services/accounts/list-accounts.ts';
import { listPositions } from '#services/accounts/list-positions.ts';
import { getAccount } from '#services/credentials/get-account.ts';
import { withKeys } from '#services/credentials/with-keys.ts';
import { cancelOrders } from '#services/orders/cancel-orders.ts';
import { listEndedOrders } from '#services/orders/list-ended-orders.ts';
import { listFills } from '#services/orders/list-fills.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, okUnless, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  AccountBalanceSchema,
  accountBalanceToWire,
  ACCOUNT_PAGE,
  AccountSchema,
  accountToWire,
} from '#api/schemas/account.ts';
import { ORDER_LIST } from '#api/schemas/order.ts';
import { POSITION_LIST } from '#api/schemas/position.ts';
import {
  ENDED_ORDER_PAGE,
  FILL_PAGE,
  OrdersCancelledSchema,
  ordersCancelledToWire,
} from '#api/schemas/order-outcome.ts';
import {
  ADDITION,
  cursorParameter,
  identifier,
  limitParameter,
  PAGE_QUERY,
} from '#api/schemas/wire-values.ts';

const ACCOUNT_ID = {
  account_id: { description: 'Account, as listed.', notFound: 'account_not_found' },
} as const;

const SHARED = {
  method: 'GET',
  tag: 'Accounts',
  scope: 'read',
  tier: 'reads',
  body: null,
  isAddition: false,
} as const;

export const accountRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/accounts',
    operationId: 'listAccounts',
    summary: 'List accounts',
    description: 'Your exchange accounts, sorted by id. Credentials are never shown.',
    params: {},
    query: {
      limit: limitParameter(LIMITS.pageItemsMax, LIMITS.pageItemsDefault, ADDITION),
      cursor: cursorParameter(ADDITION),
    },
    success: { status: 200, description: 'Accounts, sorted by id.', schema: ACCOUNT_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { accounts, lastId } = await listAccounts(deps, {
        caller: call.caller,
        afterId: call.after,
        limit: call.query.limit,
      });
      const shown = await withKeys(deps, accounts);
      return ok(ACCOUNT_PAGE.toWire(shown, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}',
    operationId: 'getAccount',
    summary: 'Get an account',
    description: 'The account, with what is known of its key. Credentials are never shown.',
    params: ACCOUNT_ID,
    query: {},
    success: { status: 200, description: 'The account.', schema: AccountSchema },
    errors: ['account_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const found = await getAccount(deps, { caller, accountId: params.account_id });
      return found.ok ? ok(accountToWire(found.value)) : noAccount(params.account_id);
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/balance',
    operationId: 'getAccountBalance',
    summary: 'Get account balance',
    description: 'What the account holds, as its exchange says.',
    params: ACCOUNT_ID,
    query: {},
    success: { status: 200, description: 'Balances by currency.', schema: AccountBalanceSchema },
    errors: ['account_not_found'],
    handle: async (deps, { caller, params }) => {
      const held = await getBalance(deps, { caller, accountId: params.account_id });
      return held.ok ? ok(accountBalanceToWire(held.value)) : noAccount(params.account_id);
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/positions',
    operationId: 'listAccountPositions',
    summary: 'List open positions',
    description: 'Open futures positions, newest first; always empty on spot accounts.',
    params: ACCOUNT_ID,
    query: {},
    success: { status: 200, description: 'Open positions.', schema: POSITION_LIST.schema },
    errors: ['account_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await listPositions(deps, { caller, accountId: params.account_id });
      return found.ok ? ok(POSITION_LIST.toWire(found.value)) : noAccount(params.account_id);
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/orders',
    operationId: 'listAccountOrders',
    tag: 'Orders',
    summary: 'List open orders',
    description:
      'Orders that still work, manual and placed by bots, newest first, returned whole. ' +
      'An order leaves the list the moment it stops working.',
    params: ACCOUNT_ID,
    query: {},
    success: { status: 200, description: 'Open orders.', schema: ORDER_LIST.schema },
    errors: ['account_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await listOpenOrders(deps, { caller, accountId: params.account_id });
      return found.ok ? ok(ORDER_LIST.toWire(found.value)) : noAccount(params.account_id);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/accounts/{account_id}/orders',
    operationId: 'cancelAccountOrders',
    isUrgent: true,
    tag: 'Orders',
    summary: 'Cancel all orders',
    description:
      'Cancels every working order of the account, manual and placed by bots, or those on one ' +
      'market. Running bots may place new ones: stop them first.',
    scope: 'trading',
    tier: 'writes',
    params: ACCOUNT_ID,
    query: { market_tag: Type.Optional(identifier('Only orders on this market.', 'SIM_BTC_USDT')) },
    success: { status: 200, description: 'What became of them.', schema: OrdersCancelledSchema },
    errors: ['account_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params, query }) => {
      const accountId = params.account_id;
      const marketTag = query.market_tag ?? null;
      const cancelled = await cancelOrders(deps, { caller, accountId, marketTag });
      if (!cancelled.ok) return noAccount(accountId);
      const isLeft = cancelled.value.workingIds.length > 0;
      return okUnless(isLeft, ordersCancelledToWire(cancelled.value));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/orders/history',
    table: 'orders',
    operationId: 'listEndedAccountOrders',
    tag: 'Orders',
    summary: 'List ended orders',
    description:
      'Orders that work no longer, manual and placed by bots, by their placing newest first, ' +
      'with how each ended. What they filled at is in the fills of the account, and in the order.',
    params: ACCOUNT_ID,
    query: PAGE_QUERY,
    success: { status: 200, description: 'One page of orders.', schema: ENDED_ORDER_PAGE.schema },
    errors: ['account_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, params, after, query } = call;
      const accountId = params.account_id;
      const requested = { caller, accountId, afterId: after, limit: query.limit };
      const found = await listEndedOrders(deps, requested);
      if (!found.ok) return noAccount(accountId);
      const { orders, lastId } = found.value;
      return ok(ENDED_ORDER_PAGE.toWire(orders, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/accounts/{account_id}/fills',
    table: 'fills',
    operationId: 'listAccountFills',
    tag: 'Orders',
    summary: 'List fills',
    description:
      'The trade history of the account: what its orders filled, manual and placed by bots, ' +
      'oldest first. A page that is not full is the last one for now.',
    params: ACCOUNT_ID,
    query: PAGE_QUERY,
    success: { status: 200, description: 'One page of fills.', schema: FILL_PAGE.schema },
    errors: ['account_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, params, after, query } = call;
      const accountId = params.account_id;
      const found = await listFills(deps, { caller, accountId, after, limit: query.limit });
      if (!found.ok) return noAccount(accountId);
      const { fills, lastKey } = found.value;
      return ok(FILL_PAGE.toWire(fills, call.nextCursor(lastKey)));
    },
  }),
];

function noAccount(accountId: string): Refusal {
  return refuse('account_not_found', `There is no account "${accountId}".`);
}

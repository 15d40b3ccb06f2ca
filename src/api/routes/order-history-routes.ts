// Operations on what became of orders, over all accounts of a user.

import Type from 'typebox';
import { listAllFills } from '#services/orders/list-all-fills.ts';
import { listOrders } from '#services/orders/list-orders.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { MARKET_FILTER, ORDER_QUERY, readOrderFilter } from '#api/routes/read-order-query.ts';
import {
  AccountFillPageSchema,
  accountFillPageToWire,
  KNOWN_ORDER_PAGE,
} from '#api/schemas/order-outcome.ts';
import { identifier, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SHARED = {
  method: 'GET',
  tag: 'Orders',
  scope: 'read',
  tier: 'reads',
  params: {},
  body: null,
  errors: ['account_not_found'],
  isAddition: true,
} as const;

const ACCOUNT_FILTER = Type.Optional(identifier('Only of this account.', 'acc_01jd3f8k2m5q7r9t'));

export const orderHistoryRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/orders',
    table: 'orders',
    operationId: 'listOrders',
    summary: 'List orders',
    description:
      'Orders of all accounts and states, manual and placed by bots, by their placing newest ' +
      'first, as they are known here. Narrow the list by account, market, bot, state and window.',
    query: { account_id: ACCOUNT_FILTER, ...ORDER_QUERY },
    success: { status: 200, description: 'One page of orders.', schema: KNOWN_ORDER_PAGE.schema },
    handle: async (deps, call) => {
      const { caller, query } = call;
      const read = readOrderFilter(query);
      if (!read.ok) return read.rejection;
      const of = { userId: caller.userId, accountId: query.account_id ?? null };
      const filter = { ...read.value, ...of };
      const wanted = { filter, afterId: call.after, limit: query.limit };
      const found = await listOrders(deps, wanted);
      if (!found.ok) return refuse(found.rejection, `There is no account "${query.account_id}".`);
      const { orders, lastId } = found.value;
      return ok(KNOWN_ORDER_PAGE.toWire(orders, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/fills',
    table: 'fills',
    operationId: 'listFills',
    summary: 'List fills of all accounts',
    description:
      'What the orders of your accounts filled, by account, oldest first in each, as their ' +
      'exchanges tell it. A page may be short, or empty: read on until `next_cursor` is null. ' +
      'Accounts whose exchange does not respond are named in `unread`.',
    query: { account_id: ACCOUNT_FILTER, market_tag: MARKET_FILTER, ...PAGE_QUERY },
    success: { status: 200, description: 'One page of fills.', schema: AccountFillPageSchema },
    handle: async (deps, call) => {
      const { after, caller, query } = call;
      const [accountId, marketTag] = [query.account_id ?? null, query.market_tag ?? null];
      // One account that was requested, and a table, are either whole or an error.
      const leavesOutUnread = accountId === null && !call.isTable;
      const limits = { after, limit: query.limit, leavesOutUnread };
      const wanted = { caller, accountId, marketTag, ...limits };
      const found = await listAllFills(deps, wanted);
      if (!found.ok) return refuse(found.rejection, `There is no account "${accountId}".`);
      const { fills, lastKey, unread } = found.value;
      const nextCursor = call.nextCursor(lastKey);
      return ok(accountFillPageToWire({ fills, unread, nextCursor }));
    },
  }),
];

// Operations on a partner's end users.

import { createEndUser } from '#services/partners/create-end-user.ts';
import { deleteEndUser } from '#services/partner-bots/delete-end-user.ts';
import { getEndUser, listEndUsers } from '#services/partners/list-end-users.ts';
import type { EndUser } from '#services/partners/partner-deps.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { startingBalanceFromWire } from '#api/schemas/account.ts';
import { credentialsFromWire } from '#api/schemas/credentials.ts';
import type { EndUserWire } from '#api/schemas/end-user.ts';
import {
  CreateEndUserSchema,
  END_USER_PAGE,
  EndUserSchema,
  endUserToWire,
  newEndUserToWire,
} from '#api/schemas/end-user.ts';
import { DELETE_USER_QUERY, windDownOfUser } from '#api/schemas/wind-down.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const USER = PATH_NAMES.endUser;
const NOT_FOUND = 'There is no such end user.';

export const partnerUserRoutes = [
  ...partnerOperation({
    method: 'GET',
    path: '/users',
    operation: 'ListUsers',
    published: ['whitelabel'],
    summary: 'List end users',
    description: 'Your end users, sorted by id.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of end users.', schema: END_USER_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { caller, after, query } = call;
      const requested = { caller, afterId: after, limit: query.limit };
      const { endUsers, lastId } = await listEndUsers(deps, requested);
      return ok(END_USER_PAGE.toWire(endUsers, call.nextCursor(lastId)));
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users',
    operation: 'CreateUser',
    published: ['whitelabel'],
    summary: 'Create an end user',
    description:
      'Makes a customer of yours, at one exchange. On a simulated exchange it begins with play ' +
      'money; elsewhere its credentials are retained sealed and never returned.',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateEndUserSchema,
    hasSecretRequest: true,
    checksKey: true,
    success: { status: 201, description: 'The end user was made.', schema: EndUserSchema },
    errors: ['exchange_not_found', 'confirmation_required'],
    needsConfirmation: true,
    handle: async (deps, call, prefix) => {
      const { body, caller, derivationId } = call;
      const responseOf = (endUser: EndUser): ApiResponse<EndUserWire> =>
        created(newEndUserToWire(endUser), `${prefix}/users/${endUser.userId}`);
      const { credentials = null, is_simulated: isSimulated = null, balances = [] } = body;
      const made = await createEndUser(deps, {
        caller,
        externalId: body.external_id,
        exchange: body.exchange,
        isSimulated,
        credentials: credentials === null ? null : credentialsFromWire(credentials),
        balances: balances.map(startingBalanceFromWire),
        derivationId,
        completion: call.slotFor(responseOf),
      });
      return made.ok ? responseOf(made.value) : refuseRejected(made.rejection);
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/users/{user_id}',
    operation: 'GetUser',
    published: ['whitelabel'],
    summary: 'Get an end user',
    description: 'An end user with how many bots it has. A foreign one is treated like none.',
    tier: 'reads',
    params: USER,
    query: {},
    body: null,
    success: { status: 200, description: 'The end user.', schema: EndUserSchema },
    errors: ['user_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await getEndUser(deps, { caller, userId: params.user_id });
      return found.ok ? ok(endUserToWire(found.value)) : refuse(found.rejection, NOT_FOUND);
    },
  }),

  ...partnerOperation({
    method: 'DELETE',
    path: '/users/{user_id}',
    operation: 'DeleteUser',
    published: ['whitelabel'],
    summary: 'Delete an end user',
    description:
      'Stops and deletes its bots, forgets its credentials and revokes the keys that reach it ' +
      'alone. The open orders of its bots are cancelled first, unless the query says that they ' +
      'stay. Where the exchange does not respond, the end user is retained and its bots are stopped.',
    tier: 'writes',
    params: USER,
    query: DELETE_USER_QUERY,
    body: null,
    success: { status: 204, description: 'The end user is deleted.', schema: null },
    errors: ['user_not_found'],
    handle: async (deps, { caller, params, query }) => {
      const windDown = windDownOfUser(query);
      const deleted = await deleteEndUser(deps, { caller, userId: params.user_id, windDown });
      return deleted.ok ? NO_CONTENT : refuseRejected(deleted.rejection);
    },
  }),
];

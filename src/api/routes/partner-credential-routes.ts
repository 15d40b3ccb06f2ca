// Operations on the keys of end users at their exchanges. No response names an account, or holds
// anything of what was sent.

import type { EndUserKeyRejection } from '#services/partners/end-user-credentials.ts';
import { getEndUserKeys, rotateEndUserKeys } from '#services/partners/end-user-credentials.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseAt, refuseRejected } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import {
  CredentialsSchema,
  credentialsFromWire,
  END_USER_CREDENTIALS_LIST,
} from '#api/schemas/credentials.ts';

const SHARED = {
  path: '/users/{user_id}/credentials',
  published: [],
  params: PATH_NAMES.endUser,
  query: {},
  success: {
    status: 200,
    description: 'One for each kind of market.',
    schema: END_USER_CREDENTIALS_LIST.schema,
  },
} as const;

export const partnerCredentialRoutes = [
  ...partnerOperation({
    ...SHARED,
    method: 'GET',
    operation: 'GetUserCredentials',
    summary: "Get what is known of an end user's key",
    description:
      'Whether the exchange accepts the key, and what it may do; the key itself is never shown.',
    tier: 'reads',
    body: null,
    errors: ['user_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await getEndUserKeys(deps, { caller, userId: params.user_id });
      return found.ok
        ? ok(END_USER_CREDENTIALS_LIST.toWire(found.value))
        : refused(found.rejection);
    },
  }),

  ...partnerOperation({
    ...SHARED,
    method: 'PUT',
    operation: 'RotateUserCredentials',
    summary: "Replace an end user's credentials",
    description:
      'The new ones are checked first and must be of the same account of the exchange; the old ' +
      'ones are retained sealed for a day. Also connects an end user again whose key was refused.',
    tier: 'writes',
    body: CredentialsSchema,
    errors: ['user_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    hasSecretRequest: true,
    checksKey: true,
    handle: async (deps, { caller, params, body, claim }) => {
      const rotated = await rotateEndUserKeys(deps, {
        caller,
        userId: params.user_id,
        credentials: credentialsFromWire(body),
        claim,
      });
      if (!rotated.ok) return refused(rotated.rejection);
      return ok(END_USER_CREDENTIALS_LIST.toWire(rotated.value));
    },
  }),
];

function refused(rejection: EndUserKeyRejection): Refusal {
  if (rejection.code === 'invalid_request') return refuseAt(rejection.field, rejection.detail);
  if (rejection.code === 'account_not_found')
    return refuse('user_not_found', 'There is no such end user.');
  return refuseRejected(rejection);
}

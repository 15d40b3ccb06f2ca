// Operations that connect accounts of real exchanges, and change their credentials. No response
// holds anything of what was sent.

import { openPaperAccount } from '#services/paper/open-paper-account.ts';
import { judgeLoosening } from '#services/sign-in/judge-loosening.ts';
import type { AllowBotsRejection } from '#services/accounts/allow-bots.ts';
import { allowBots } from '#services/accounts/allow-bots.ts';
import type { AccountWithKey } from '#services/credentials/credential-deps.ts';
import { getAccount } from '#services/credentials/get-account.ts';
import { checkAccount } from '#services/credentials/check-account.ts';
import { connectAccount } from '#services/credentials/connect-account.ts';
import { removeCredentials } from '#services/credentials/remove-credentials.ts';
import { restoreCredentials, rotateCredentials } from '#services/credentials/rotate-credentials.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import {
  created,
  NO_CONTENT,
  ok,
  refuse,
  refuseField,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { refuseLoosening } from '#api/http/callers/refuse-loosening.ts';
import { defineOperation } from '#api/http/operation.ts';
import type { ConnectAccountWire } from '#api/schemas/account.ts';
import {
  AccountSchema,
  AllowBotsSchema,
  accountToWire,
  ConnectAccountSchema,
  startingBalanceFromWire,
} from '#api/schemas/account.ts';
import { CredentialsSchema, credentialsFromWire } from '#api/schemas/credentials.ts';

const SHARED = {
  tag: 'Accounts',
  scope: 'accounts',
  tier: 'writes',
  query: {},
  isAddition: true,
} as const;

const OF_ACCOUNT = {
  ...SHARED,
  params: { account_id: { description: 'Account, as listed.', notFound: 'account_not_found' } },
  errors: ['account_not_found', 'forbidden'],
} as const;

const CONFIRMED = [...OF_ACCOUNT.errors, 'confirmation_required'] as const;

export const accountCredentialRoutes = [
  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/accounts',
    operationId: 'connectAccount',
    summary: 'Connect an account',
    description:
      'With `is_paper` makes a paper account: play money on the markets and prices of the ' +
      'exchange, without credentials. Otherwise checks the credentials at the exchange and ' +
      'stores them sealed: only the process that talks to exchanges can open them. A key that ' +
      'may withdraw is refused, and so is an account of the exchange that is connected already. ' +
      'Bots may be created on the account once the operator allows it.',
    params: {},
    body: ConnectAccountSchema,
    success: { status: 201, description: 'The account is connected.', schema: AccountSchema },
    errors: ['exchange_not_found', 'forbidden', 'confirmation_required'],
    needsConfirmationOf: ({ is_paper: isPaper = false }) => !isPaper,
    hasSecretRequest: true,
    checksKey: true,
    handle: async (deps, call) => {
      const { body, caller, derivationId } = call;
      const responseOf = (made: AccountWithKey) =>
        created(accountToWire(made), `/v1/accounts/${made.account.accountId}`);
      const refusal = refuseMixed(body);
      if (refusal !== null) return refusal;
      const { name, exchange, market_type: marketType, credentials = null } = body;
      const named = { caller, name, exchange, marketType, derivationId };
      if (credentials === null) {
        const paperOf = (account: AccountWithKey['account']) =>
          responseOf({ account, credentials: null, warnings: [] });
        const { balances = [], fees_in: feesIn } = body;
        const opened = await openPaperAccount(deps, {
          ...named,
          deposits: balances.map(startingBalanceFromWire),
          ...(feesIn === undefined ? {} : { feesIn }),
          completion: call.slotFor(paperOf),
        });
        return opened.ok ? paperOf(opened.value) : refuseRejected(opened.rejection);
      }
      const connected = await connectAccount(deps, {
        ...named,
        credentials: credentialsFromWire(credentials),
        allowsWithdraw: false,
        completion: call.slotFor(responseOf),
      });
      return connected.ok ? responseOf(connected.value) : refuseRejected(connected.rejection);
    },
  }),

  defineOperation({
    ...OF_ACCOUNT,
    method: 'PUT',
    path: '/v1/accounts/{account_id}/bots',
    operationId: 'allowAccountBots',
    summary: 'Allow bots on an account',
    description:
      'Whether bots may be created on the account; those that exist stay. Of an account with ' +
      'real money an owner of the installation decides.',
    body: AllowBotsSchema,
    errors: CONFIRMED,
    success: { status: 200, description: 'The account as it is now.', schema: AccountSchema },
    handle: async (deps, { caller, params, body, claim }) => {
      const accountId = params.account_id;
      const tightensOnly = judgeLoosening(caller, deps.clock.nowMs());
      const command = { caller, accountId, allowsBots: body.allows_bots, tightensOnly, claim };
      const changed = await allowBots(deps, command);
      if (!changed.ok) return refusedBots(changed.rejection, accountId);
      const shown = await getAccount(deps, { caller, accountId });
      if (shown.ok) return ok(accountToWire(shown.value));
      return refuse(shown.rejection, `There is no account "${accountId}".`);
    },
  }),

  defineOperation({
    ...OF_ACCOUNT,
    method: 'POST',
    path: '/v1/accounts/{account_id}/check',
    operationId: 'checkAccount',
    summary: 'Check an account',
    description:
      'Asks the exchange whether it accepts the stored credentials, and what they may do. An ' +
      'account that it refuses becomes `invalid_credentials` and its bots are stopped with the ' +
      'reason; one that it accepts again becomes `connected`.',
    body: null,
    success: { status: 200, description: 'The account as it is now.', schema: AccountSchema },
    checksKey: true,
    handle: async (deps, { caller, params }) => {
      const checked = await checkAccount(deps, { caller, accountId: params.account_id });
      return checked.ok ? ok(accountToWire(checked.value)) : refuseRejected(checked.rejection);
    },
  }),

  defineOperation({
    ...OF_ACCOUNT,
    method: 'PUT',
    path: '/v1/accounts/{account_id}/credentials',
    operationId: 'rotateAccountCredentials',
    summary: "Replace an account's credentials",
    description:
      'The new ones are checked first, must be of the same account of the exchange, and then ' +
      'replace the old ones, which are retained sealed for a day. Also connects an account again ' +
      'whose credentials were removed or refused.',
    body: CredentialsSchema,
    errors: CONFIRMED,
    needsConfirmation: true,
    success: { status: 200, description: 'The account with the new key.', schema: AccountSchema },
    hasSecretRequest: true,
    checksKey: true,
    handle: async (deps, call) => {
      const { caller, params, body } = call;
      const responseOf = (rotated: AccountWithKey): ApiResponse<ReturnType<typeof accountToWire>> =>
        ok(accountToWire(rotated));
      const rotated = await rotateCredentials(deps, {
        caller,
        accountId: params.account_id,
        credentials: credentialsFromWire(body),
        allowsWithdraw: null,
        completion: call.slotFor(responseOf),
      });
      return rotated.ok ? responseOf(rotated.value) : refuseRejected(rotated.rejection);
    },
  }),

  defineOperation({
    ...OF_ACCOUNT,
    method: 'POST',
    path: '/v1/accounts/{account_id}/credentials/restore',
    operationId: 'restoreAccountCredentials',
    summary: "Switch back to an account's former credentials",
    description:
      'Within a day after a replacement. The former ones are checked first; those in use are ' +
      'retained for a day in their place, so that this can be undone in the same way.',
    body: null,
    errors: CONFIRMED,
    needsConfirmation: true,
    success: {
      status: 200,
      description: 'The account with its former key.',
      schema: AccountSchema,
    },
    checksKey: true,
    handle: async (deps, call) => {
      const responseOf = (
        restored: AccountWithKey,
      ): ApiResponse<ReturnType<typeof accountToWire>> => ok(accountToWire(restored));
      const restored = await restoreCredentials(deps, {
        caller: call.caller,
        accountId: call.params.account_id,
        completion: call.slotFor(responseOf),
      });
      return restored.ok ? responseOf(restored.value) : refuseRejected(restored.rejection);
    },
  }),

  defineOperation({
    ...OF_ACCOUNT,
    method: 'DELETE',
    path: '/v1/accounts/{account_id}/credentials',
    operationId: 'removeAccountCredentials',
    summary: 'Disconnect an account',
    description:
      'Stops its bots and deletes its credentials. Open orders and positions stay at the ' +
      'exchange, where nobody here can follow them; cancel and close them before.',
    body: null,
    success: { status: 204, description: 'The account has no credentials.', schema: null },
    handle: async (deps, { caller, params }) => {
      const removed = await removeCredentials(deps, { caller, accountId: params.account_id });
      return removed.ok ? NO_CONTENT : refuseRejected(removed.rejection);
    },
  }),
];

function refusedBots(rejection: AllowBotsRejection, accountId: string): Refusal {
  switch (rejection) {
    case 'account_not_found':
      return refuse(rejection, `There is no account "${accountId}".`);
    case 'owners_only':
      return refuse('forbidden', 'An owner of the installation allows bots on real money.');
    case 'insufficient_scope':
    case 'confirmation_required':
      return refuseLoosening(rejection, 'allows_bots');
  }
}

/** An account has a key or play money; null when it is clear which. */
function refuseMixed(body: ConnectAccountWire): Refusal | null {
  const { credentials = null, is_paper: isPaper = false, balances, fees_in: feesIn } = body;
  if (isPaper && credentials !== null)
    return refuseField('credentials', 'none on a paper account', 'some');
  if (isPaper) return null;
  if (credentials === null)
    return refuseField('credentials', 'those of the account, or `is_paper`', 'none');
  const only = 'it with `is_paper` only';
  if (balances !== undefined) return refuseField('balances', only, 'it without');
  return feesIn === undefined ? null : refuseField('fees_in', only, 'it without');
}

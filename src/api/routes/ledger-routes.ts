// Operations on the books of accounts.

import type { LedgerRejection } from '#services/equity/list-ledger.ts';
import { listLedger } from '#services/equity/list-ledger.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { alsoLeftOut } from '#api/http/responses/left-out.ts';
import { defineOperation } from '#api/http/operation.ts';
import { LEDGER_PAGE } from '#api/schemas/ledger.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

export const ledgerRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/accounts/{account_id}/ledger',
    operationId: 'listAccountLedger',
    tag: 'Accounts',
    summary: 'List ledger entries',
    description:
      'The books of a simulated or paper account in double entry, oldest first: deposits, ' +
      'trades, fees, funding, and what orders and positions lock and free. The sum of `change` ' +
      'in a currency is what the account holds of it. Real exchanges keep their books themselves.',
    scope: 'read',
    tier: 'reads',
    params: {
      account_id: { description: 'Account, as listed.', notFound: 'account_not_found' },
    },
    query: PAGE_QUERY,
    body: null,
    table: 'ledger',
    success: { status: 200, description: 'One page of entries.', schema: LEDGER_PAGE.schema },
    errors: ['account_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { after, caller, params, query } = call;
      const accountId = params.account_id;
      const found = await listLedger(deps, { caller, accountId, after, limit: query.limit });
      if (!found.ok) return refuseLedger(found.rejection, accountId);
      const { entries, leftOut, lastKey } = found.value;
      const page = LEDGER_PAGE.toWire(entries, call.nextCursor(lastKey));
      return ok(alsoLeftOut(page, leftOut));
    },
  }),
];

function refuseLedger(rejection: LedgerRejection, accountId: string): Refusal {
  if (rejection === 'account_not_found')
    return refuse(rejection, `There is no account "${accountId}".`);
  const fills = `/v1/accounts/${accountId}/fills`;
  return refuse(
    'invalid_request',
    `Account "${accountId}" is at a real exchange, which keeps its books; its fills are at ${fills}.`,
  );
}

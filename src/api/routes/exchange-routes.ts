// Operations on exchanges.

import { listExchanges } from '#services/exchanges/list-exchanges.ts';
import { ok } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { ExchangeListSchema, exchangeToWire } from '#api/schemas/exchange.ts';

export const exchangeRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/exchanges',
    operationId: 'listExchanges',
    tag: 'Exchanges',
    summary: 'List exchanges',
    description: 'Every exchange that accounts can be connected to, sorted by code.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The exchanges.', schema: ExchangeListSchema },
    errors: [],
    isAddition: false,
    handle: async (deps) => {
      const exchanges = await listExchanges(deps);
      return ok({ data: exchanges.map(exchangeToWire) });
    },
  }),
];

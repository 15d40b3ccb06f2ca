// Operations on exchanges.

import { getExchange } from '#services/exchanges/get-exchange.ts';
import { listExchanges } from '#services/exchanges/list-exchanges.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  EXCHANGE_LIST,
  ExchangeRecordSchema,
  exchangeRecordToWire,
} from '#api/schemas/exchange.ts';

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
    success: { status: 200, description: 'The exchanges.', schema: EXCHANGE_LIST.schema },
    errors: [],
    isAddition: false,
    handle: async (deps) => {
      const exchanges = await listExchanges(deps);
      return ok(EXCHANGE_LIST.toWire(exchanges));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/exchanges/{code}',
    operationId: 'getExchange',
    tag: 'Exchanges',
    summary: 'Get an exchange',
    description:
      'What the exchange can do and promises, and how it is now. It is there while the exchange ' +
      'is down.',
    scope: 'read',
    tier: 'reads',
    params: { code: { description: 'Exchange code, as listed.', notFound: 'exchange_not_found' } },
    query: {},
    body: null,
    success: { status: 200, description: 'The exchange.', schema: ExchangeRecordSchema },
    errors: ['exchange_not_found'],
    isAddition: true,
    handle: async (deps, { params }) => {
      const found = await getExchange(deps, params.code);
      if (found.ok) return ok(exchangeRecordToWire(found.value));
      return refuse(found.rejection, `There is no exchange "${params.code}".`);
    },
  }),
];

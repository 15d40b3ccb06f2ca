// Operations on the minutes that are known of a market.

import { unreachable } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import { fetchHistory, knownHistory } from '#services/history/known-history.ts';
import type { SyncHistoryRejection } from '#services/history/sync-history.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseField } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  FetchHistorySchema,
  MarketHistorySchema,
  marketHistoryToWire,
} from '#api/schemas/history.ts';
import { instantFromWire } from '#api/schemas/wire-values.ts';

const SHARED = {
  path: '/v1/markets/{market_tag}/history',
  tag: 'Markets',
  params: { market_tag: { description: 'Market, as listed.', notFound: 'market_not_found' } },
  query: {},
  success: { status: 200, description: 'What is known now.', schema: MarketHistorySchema },
  isAddition: true,
} as const;

export const historyRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    operationId: 'getMarketHistory',
    summary: 'Get what is known of a market',
    description:
      'From when to when the minutes of a market are known here, by which charts are drawn and ' +
      'scripts are run.',
    scope: 'read',
    tier: 'reads',
    body: null,
    errors: ['market_not_found'],
    handle: async (deps, { params }) => {
      const known = await knownHistory(deps, params.market_tag);
      return known.ok ? ok(marketHistoryToWire(known.value)) : noMarket(params.market_tag);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    operationId: 'fetchMarketHistory',
    summary: "Fetch a market's minutes",
    description:
      `Fetches up to ${LIMITS.historyDaysFetchedAtOnceMax} days of the minutes that are missing ` +
      'from its exchange; backwards where older ones are missing. Repeat it until `from` is ' +
      'early enough or does not change.',
    scope: 'labs',
    tier: 'writes',
    body: FetchHistorySchema,
    errors: ['market_not_found', 'forbidden'],
    handle: async (deps, { params, body }) => {
      const marketTag = params.market_tag;
      const fromMs = instantFromWire(body.from);
      const fetched = await fetchHistory(deps, { marketTag, fromMs });
      if (fetched.ok) return ok(marketHistoryToWire(fetched.value));
      return refuseFetch(fetched.rejection, marketTag, body.from);
    },
  }),
];

function noMarket(marketTag: string): Refusal {
  return refuse('market_not_found', `There is no market "${marketTag}".`);
}

function refuseFetch(rejection: SyncHistoryRejection, marketTag: string, from: string): Refusal {
  switch (rejection.code) {
    case 'market_not_found':
      return noMarket(marketTag);
    case 'nothing_to_fetch':
      return refuse('forbidden', 'The minutes of this market are not fetched from an exchange.');
    case 'from_in_future':
      return refuseField('from', 'an instant that has passed', `"${from}"`);
    case 'steps_changed':
      return refuse('forbidden', 'Its history is stored in other steps than it has now.');
    case 'minutes_gone': {
      const since = formatInstant(rejection.fromMs);
      const detail = `Its exchange does not list the minutes since ${since} any more.`;
      return refuse('forbidden', detail);
    }
    case 'candles_longer':
      return refuse('forbidden', 'Its history was imported as longer candles.');
    default:
      return unreachable(rejection);
  }
}

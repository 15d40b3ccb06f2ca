// Operations on markets.

import { listMarkets } from '#services/markets/list-markets.ts';
import { ok, refuse } from '#api/http/answer.ts';
import { defineOperation } from '#api/http/operation.ts';
import { MarketPageSchema, MARKETS_QUERY, marketToWire } from '#api/schemas/market.ts';

export const marketRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/markets',
    operationId: 'listMarkets',
    tag: 'Markets',
    summary: 'List markets',
    description:
      'With `exchange`, one request returns the whole exchange. Without it, the ' +
      'universe pages by cursor.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: MARKETS_QUERY,
    body: null,
    success: { status: 200, description: 'Markets, sorted by tag.', schema: MarketPageSchema },
    errors: ['exchange_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const exchange = call.query.exchange?.toLowerCase() ?? null;
      const found = await listMarkets(deps, {
        exchange,
        afterTag: call.after,
        limit: call.query.limit,
      });
      if (!found.ok) return refuse(found.rejection, `There is no exchange "${exchange}".`);
      const { markets, lastTag } = found.value;
      return ok({ data: markets.map(marketToWire), next_cursor: call.nextCursor(lastTag) });
    },
  }),
];

// Operations on what a partner may offer its end users: exchanges, markets and strategies.

import { listOfferedExchanges, listOfferedMarkets } from '#services/partners/list-offer.ts';
import { listStrategies } from '#services/strategy-bots/list-strategies.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { EXCHANGE_LIST } from '#api/schemas/exchange.ts';
import { MARKET_PAGE, MARKETS_QUERY } from '#api/schemas/market.ts';
import { PARTNER_STRATEGY_LIST } from '#api/schemas/partner-strategy.ts';

export const partnerOfferRoutes = [
  ...partnerOperation({
    method: 'GET',
    path: '/exchanges',
    operation: 'ListExchanges',
    published: ['whitelabel'],
    summary: 'List enabled exchanges',
    description: 'Exchanges that your end users may be at, sorted by code.',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The exchanges.', schema: EXCHANGE_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => {
      const exchanges = await listOfferedExchanges(deps, caller.userId);
      return ok(EXCHANGE_LIST.toWire(exchanges));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/markets',
    operation: 'ListMarkets',
    published: ['whitelabel'],
    summary: 'List available markets',
    description: 'Markets that bots of your end users may trade, sorted by tag.',
    tier: 'reads',
    params: {},
    query: MARKETS_QUERY,
    body: null,
    success: { status: 200, description: 'One page of markets.', schema: MARKET_PAGE.schema },
    errors: ['exchange_not_found'],
    handle: async (deps, call) => {
      const { exchange = null, limit } = call.query;
      const partnerId = call.caller.userId;
      const requested = { partnerId, exchange, afterTag: call.after, limit };
      const found = await listOfferedMarkets(deps, requested);
      if (!found.ok) return refuse(found.rejection, 'No such exchange is enabled for you.');
      const { markets, lastTag } = found.value;
      return ok(MARKET_PAGE.toWire(markets, call.nextCursor(lastTag)));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/strategies',
    operation: 'ListStrategies',
    published: ['whitelabel', 'partner'],
    summary: 'List strategy templates',
    description:
      'The kinds of bots that there are, with their settings: the keys are those that `config` ' +
      'of a bot takes.',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The templates.', schema: PARTNER_STRATEGY_LIST.schema },
    errors: [],
    handle: async () => ok(PARTNER_STRATEGY_LIST.toWire(listStrategies())),
  }),
];

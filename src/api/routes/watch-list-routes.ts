// Operations on watch lists, and on the prices of several markets at once.

import { LIMITS } from '#lib/limits.ts';
import { showPrices } from '#services/history/show-prices.ts';
import { listWatchedMarkets, unwatchMarket, watchMarket } from '#services/history/watch-list.ts';
import { NO_CONTENT, ok, refuse, refuseParameter } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  PRICE_LIST,
  PRICES_QUERY,
  WATCHED_LIST,
  WatchedMarketSchema,
  watchedMarketToWire,
} from '#api/schemas/watched-market.ts';

const MARKET = {
  market_tag: { description: 'Market, as listed.', notFound: 'market_not_found' },
} as const;
const SHARED = { tag: 'Markets', body: null, isAddition: true } as const;

export const watchListRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/prices',
    operationId: 'listPrices',
    summary: 'List prices',
    description:
      'Last prices of several markets, of whatever exchanges, with the change of 24 hours. A ' +
      'price is at most 5 seconds old, the figures of 24 hours a minute. One that cannot be had ' +
      'is null, with the reason.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: PRICES_QUERY,
    success: { status: 200, description: 'As they were named.', schema: PRICE_LIST.schema },
    errors: [],
    handle: async (deps, { query }) => {
      const marketTags = query.market_tags.split(',').filter((tag) => tag !== '');
      const most = LIMITS.pricesPerRequestMax;
      if (marketTags.length > most)
        return refuseParameter('market_tags', `at most ${most}`, String(marketTags.length));
      return ok(PRICE_LIST.toWire(await showPrices(deps, marketTags)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/watched-markets',
    operationId: 'listWatchedMarkets',
    summary: 'List watched markets',
    description: 'The watch list of the user, in the order in which its markets were chosen.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {},
    success: { status: 200, description: 'The watch list.', schema: WATCHED_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => {
      const isOwn = caller.endUserId === null;
      return ok(WATCHED_LIST.toWire(isOwn ? await listWatchedMarkets(deps, caller.userId) : []));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/watched-markets/{market_tag}',
    operationId: 'watchMarket',
    summary: 'Watch a market',
    description:
      `Adds a market to the watch list, which has at most ${LIMITS.watchedMarketsMax}. One that ` +
      'is there stays where it is.',
    scope: 'trading',
    tier: 'writes',
    params: MARKET,
    query: {},
    success: { status: 200, description: 'It is watched.', schema: WatchedMarketSchema },
    errors: ['market_not_found', 'forbidden'],
    handle: async (deps, { caller, params }) => {
      if (caller.endUserId !== null)
        return refuse('forbidden', 'A key of one end user has no watch list.');
      const marketTag = params.market_tag;
      const done = await watchMarket(deps, caller.userId, marketTag);
      if (done.ok) return ok(watchedMarketToWire(done.value));
      return done.rejection === 'market_not_found'
        ? refuse('market_not_found', `There is no market "${marketTag}".`)
        : refuse('forbidden', `A watch list has at most ${LIMITS.watchedMarketsMax} markets.`);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/watched-markets/{market_tag}',
    operationId: 'unwatchMarket',
    summary: 'Watch a market no more',
    description: 'Takes a market off the watch list.',
    scope: 'trading',
    tier: 'writes',
    params: MARKET,
    query: {},
    success: { status: 204, description: 'It is watched no more.', schema: null },
    errors: ['market_not_found'],
    handle: async (deps, { caller, params }) => {
      const isOwn = caller.endUserId === null;
      if (isOwn && (await unwatchMarket(deps, caller.userId, params.market_tag))) return NO_CONTENT;
      return refuse('market_not_found', `"${params.market_tag}" is not on the watch list.`);
    },
  }),
];

// Route that streams markets, what a key needs for it, and what the document says of it. It is no
// operation: its response does not end by itself.

import Type from 'typebox';
import type { DescribedStream } from '#api/openapi/open-api-document.ts';

export const MARKET_STREAM_ROUTE = {
  method: 'GET',
  path: '/v1/markets/{market_tag}/stream',
  operationId: 'streamMarket',
  tag: 'Markets',
  summary: 'Follow a market',
  description:
    'What the market trades at, as server-sent events: first its ticker, then each new one, at ' +
    'most one a second, with the minute that is forming, and each minute as it closes. A market ' +
    'at a real exchange is followed while somebody reads. Ends as the stream of events does ' +
    '(docs/events.md).',
  scope: 'read',
  tier: 'reads',
  params: {
    market_tag: { description: 'Market, as listed.', notFound: 'market_not_found' },
  },
  query: {},
  requestHeaders: {},
  body: null,
  success: {
    status: 200,
    description: 'Messages until the connection ends.',
    mediaType: 'text/event-stream',
    schema: Type.String({
      description:
        'The `data` of each message is JSON with `type` and `data`: `ticker` with a ' +
        '`MarketTicker`, `minute` with a `Candle` that has closed, or `interrupted` with `detail` ' +
        'while no price comes.',
    }),
  },
  errors: ['market_not_found'],
  isAddition: true,
} as const satisfies DescribedStream;

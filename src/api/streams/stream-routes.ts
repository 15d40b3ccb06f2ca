// All streams, as the document and the edge have them.

import { EVENT_STREAM_ROUTE } from '#api/streams/event-stream-route.ts';
import { MARKET_STREAM_ROUTE } from '#api/streams/market-stream-route.ts';

export const STREAM_ROUTES = [EVENT_STREAM_ROUTE, MARKET_STREAM_ROUTE] as const;

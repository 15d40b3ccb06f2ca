// Market prices as an async iterator: the newest first, then what is new. Nothing is resumed: after
// a connection broke it begins with what is now.

import type { Candle, MarketTicker } from './api-types.ts';
import { callPath } from './call-path.ts';
import type { StreamOptions } from './event-stream.ts';
import { streamMessages } from './event-stream.ts';
import type { Transport } from './transport.ts';

export type MarketMessage =
  | { readonly type: 'ticker'; readonly data: MarketTicker }
  /** A minute that has closed. */
  | { readonly type: 'minute'; readonly data: Candle }
  /** No price comes now, in words; the next ticker ends it. */
  | { readonly type: 'interrupted'; readonly data: { readonly detail: string } };

type FollowMarket = (
  marketTag: string,
  options?: StreamOptions,
) => AsyncGenerator<MarketMessage, void, undefined>;

/** Method of the client that follows one market until its iteration ends. */
export function market(transport: Transport): FollowMarket {
  return (marketTag, options = {}) => {
    const path = callPath('/v1/markets/{market_tag}/stream', { market_tag: marketTag });
    return streamMessages<MarketMessage>(transport, path, options);
  };
}

// Live minutes of a real exchange as the processes see them that run bots: over the link, from the
// venue process that follows the market.

import { setTimeout as pause } from 'node:timers/promises';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { VenueLink } from '#adapters/venue-link/open-venue-link.ts';

const RECONNECT_MS = 1_000;

/** It follows the process that follows the market; each time, news begins with `known`. */
export function linkedFeed(link: Pick<VenueLink, 'follow'>, exchange: string): MarketFeed {
  return {
    async follow(marketTag, onNews, signal) {
      while (!signal.aborted) {
        try {
          await link.follow({ exchange, marketTag, onNews }, signal);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          onNews({ kind: 'lost' });
          await pause(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => undefined);
        }
      }
    },
  };
}

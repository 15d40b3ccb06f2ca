// Reads a long list as one, page after page.

import type { TidemillClient } from '../src/tidemill-client.ts';

/** The tags of all markets of an exchange. */
export async function listMarkets(
  client: TidemillClient,
  exchange: string,
): Promise<readonly string[]> {
  const tags: string[] = [];
  for await (const market of client.each('listMarkets', { exchange, limit: 2 })) {
    tags.push(market.market_tag);
  }
  return tags;
}

// The one place that talks to the API: the same client that programs use. The browser sends the
// cookie of the session, which no script can read.

import { createClient } from '@tidemill/client';
import { BASE_PATH } from './base-path.ts';
import { fetchProven } from './request.ts';

/** Tries again what may pass, but not for so long that a page seems to stand still. */
export const api = createClient({
  baseUrl: BASE_PATH,
  fetch: fetchProven,
  retries: { triesMax: 3, waitMsMax: 2_000, retryAfterMsMax: 20_000 },
});

/** All items of a list, up to a number that a page can still show. */
export async function readAll<Item>(
  items: AsyncIterable<Item>,
  itemsMax = 10_000,
): Promise<readonly Item[]> {
  const read: Item[] = [];
  for await (const item of items) {
    read.push(item);
    if (read.length >= itemsMax) break;
  }
  return read;
}

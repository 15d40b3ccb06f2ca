// Follows the events of orders until one of them has a type.

import type { TidemillClient } from '../src/tidemill-client.ts';

/** The first order with an event of this type, such as `order.cancelled`, after the place. */
export async function followOrder(
  client: TidemillClient,
  type: string,
  after: string,
): Promise<string> {
  for await (const event of client.events({ types: ['order.*'], after })) {
    if (event.type === type) return event.object_id;
  }
  throw new Error('a stream of events does not end by itself');
}

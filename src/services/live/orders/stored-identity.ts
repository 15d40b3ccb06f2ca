// How an order of a run is named in what is stored, and at its exchange.

import type { Bot } from '#ports/bot-store.ts';
import type { Digest } from '#ports/digest.ts';
import type { OrderIdentity } from '#services/orders/order-identity.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';

/** The stored id of an order of a run: the same whoever asks for it, and whenever. */
export function storedIdentity(
  digest: Digest,
  { botId, activation }: Pick<Bot, 'botId' | 'activation'>,
  orderId: string,
): OrderIdentity {
  return orderIdentity(digest, `bot:${botId}:${activation}:${orderId}`, 0);
}

/** The run's name of the order that closes what a stopped bot holds of a market. */
export function closingName(placedCount: number, marketTag: string): string {
  return `close:${placedCount}:${marketTag}`;
}

/** The names of that order; `placedCount` is how many the run has asked for. */
export function closingIdentity(
  digest: Digest,
  bot: Pick<Bot, 'botId' | 'activation'>,
  placedCount: number,
  marketTag: string,
): OrderIdentity {
  return storedIdentity(digest, bot, closingName(placedCount, marketTag));
}

// Stops that come with an entry: the venue places one of what its entry filled, when that ended.

import type { Order } from '#loopback/book/order.ts';
import { isAtWork, opposite } from '#loopback/book/order.ts';
import { admit } from '#loopback/exchange/admit-order.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { accountOf, emit, positionOfOrder } from '#loopback/exchange/exchange.ts';

/** Hidden from the book until its price comes. */
export function placeAttached(exchange: Exchange, market: MarketState, entry: Order): Order | null {
  const { attachedStop, accountId, marketKey, side, positionSide, marginMode } = entry;
  if (attachedStop === undefined || entry.filled === 0n) return null;
  const { name, price, trigger, needsWhole } = attachedStop;
  if (needsWhole && entry.filled < entry.quantity) return null;
  const request = {
    accountId,
    marketKey,
    name,
    side: opposite(side),
    kind: price === null ? 'market' : 'limit',
    lifetime: 'ioc',
    price,
    quantity: entry.filled,
    quoteQuantity: null,
    isReduceOnly: true,
    positionSide,
    ...(marginMode === undefined ? {} : { marginMode }),
    trigger,
    entryName: entry.name,
    asWritten: {},
  } as const;
  const order = admit(exchange, market, accountOf(exchange, accountId), request, { hiddenMs: 0 });
  order.state = 'open';
  emit(exchange, { kind: 'order', order, cause: 'new', fill: null });
  return order;
}

/** Such stops of a position that a trade of the order has closed. */
export function attachedToNothing(exchange: Exchange, order: Order): readonly Order[] {
  const { accountId, marketKey } = order;
  const attached = [...accountOf(exchange, accountId).working].filter(
    (each) => each.entryName !== undefined && each.marketKey === marketKey && isAtWork(each),
  );
  return attached.filter((each) => positionOfOrder(exchange, each).size === 0n);
}

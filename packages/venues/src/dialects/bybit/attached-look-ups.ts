// Look-ups of stops that their entries brought. They have no names of ours, only those of their
// entries, by which the exchange does not search: they are found among the stops of their market.

import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, Query } from '#venues/dialect.ts';
import { nameOf, readOrder } from '#venues/dialects/bybit/read-order.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, categoryOf } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import { replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 50;

/** Among those that are open, that ended just now, and that ended within seven days. */
export function attachedLookUps(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): readonly Query<VenueOrder>[] {
  return [
    lookUpAmong('orders', { openOnly: 0 }, name, listed, context),
    lookUpAmong('orders', { openOnly: 1 }, name, listed, context),
    lookUpAmong('endedOrders', {}, name, listed, context),
  ];
}

function lookUpAmong(
  endpoint: 'orders' | 'endedOrders',
  filter: VenueCall['parameters'],
  name: OrderName,
  { symbol, market }: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: bybitRequest(endpoint, {
      category: categoryOf(market.marketType),
      symbol,
      orderFilter: 'StopOrder',
      limit: ORDERS_PER_CALL_MAX,
      ...filter,
    }),
    read(outcome) {
      const verdict = bybitVerdict('look_up', outcome, (result) => findIn(result, name, context));
      if (verdict.kind !== 'done') return verdict;
      if (verdict.value !== null) return { kind: 'done', value: verdict.value };
      const isRetained = context.nowMs - name.placedAtMs < DAY_MS - HOUR_MS;
      return endpoint === 'orders' || isRetained ? { kind: 'absent' } : { kind: 'forgotten' };
    },
  };
}

/** Throws UnreadableReply where there are more than a page, or more than one of the entry. */
function findIn(result: unknown, name: OrderName, context: AccountContext): VenueOrder | null {
  const { list, nextCursor } = readPage(result, 'The list of orders');
  const found = list.filter((row) => nameOf(replyFields(row, 'The order')) === name.clientOrderId);
  if (found.length > 1) throw new UnreadableReply('An entry has several stops.');
  const [row] = found;
  if (row !== undefined) return readOrder(row, context);
  if (nextCursor !== null) throw new UnreadableReply('The list of orders has more than a page.');
  return null;
}

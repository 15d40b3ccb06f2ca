// Orders of spot at Bitget, by either of its interfaces: placements and cancellations are taken
// before they are carried out, what became of them is looked up by the id of the venue, and lists
// are newest first, before an id.

import type { NewVenueOrder, OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Page,
  PlaceContext,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { namedOrder, readNamed, readReceipt } from '#venues/dialects/bitget/order-receipt.ts';
import { ENDED_RETAINED_MS } from '#venues/dialects/bitget/promises.ts';
import { bitgetVerdict } from '#venues/dialects/bitget/verdict.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { readOpenOrders, readSearchedOrders } from '#venues/dialects/reply/read-open-orders.ts';
import { replyFields, textField } from '#venues/dialects/reply/reply-fields.ts';

import type { VenueCall } from '#venues/wire/venue-wire.ts';

export type OrderList = 'open' | 'ended';
type Filter = VenueCall['parameters'];
export type ListedPage = {
  readonly rows: readonly unknown[];
  /** The place from which the next page goes on; null after the last one. */
  readonly next: string | null;
};

/** What differs between the interfaces. */
export type OrderInterface = {
  readonly place: (order: NewVenueOrder, listed: ListedMarket, context: PlaceContext) => VenueCall;
  readonly cancel: (name: ReturnType<typeof namedOrder>, listed: ListedMarket) => VenueCall;
  readonly lookUp: (venueOrderId: string) => VenueCall;
  /** The order of a look-up; null where the reply has none. */
  readonly readFound: (
    data: unknown,
    venueOrderId: string,
    context: AccountContext,
  ) => VenueOrder | null;
  readonly list: (list: OrderList, filter: Filter, before: string | null) => VenueCall;
  readonly readPage: (data: unknown, before: string | null) => ListedPage;
  readonly readRow: (row: unknown, context: AccountContext, list: OrderList) => VenueOrder;
  /** Rows of other kinds of markets, which a list of open orders leaves out. */
  readonly isSpot: (row: unknown) => boolean;
  /** Filters of the ended orders since an instant, in the order in which they are read. */
  readonly endedSince: (fromMs: number, nowMs: number) => readonly Filter[];
};

/** Queries of orders, which can always be searched by the time of their placement. */
export type SpotOrderQueries = OrderQueries & Required<Pick<OrderQueries, 'placedBetween'>>;

/** Queries of orders by one interface. */
export function spotOrderQueries(by: OrderInterface): SpotOrderQueries {
  return {
    prepare: () => [],
    place: (order, listed, context) => ({
      call: by.place(order, listed, context),
      read: (outcome) =>
        bitgetVerdict('place', outcome, (data) =>
          acknowledgedOrder(order, readReceipt(data, order), context.nowMs),
        ),
    }),
    cancel: (name, listed) => ({
      call: by.cancel(namedOrder(name), listed),
      read: (outcome) => bitgetVerdict('cancel', outcome, (data) => readNamed(data, name)),
    }),
    lookUp: (name, _listed, context) =>
      name.venueOrderId === null ? [] : [lookUpQuery(by, name, name.venueOrderId, context)],
    // First those that are open: an order goes from there to the ended ones, whose last list has no
    // end, so that one that ended meanwhile is among them.
    placedBetween: (fromMs, _toMs, { symbol }, context) => {
      const { nowMs } = context;
      const ended = by.endedSince(Math.max(fromMs, nowMs - ENDED_RETAINED_MS), nowMs);
      const endedFrom = (at: number): ListQuery<VenueOrder> | null => {
        const filter = ended[at];
        if (filter === undefined) return null;
        return searched({ by, context, list: 'ended', filter: { symbol, ...filter } }, () =>
          endedFrom(at + 1),
        );
      };
      return [searched({ by, context, list: 'open', filter: { symbol } }, () => endedFrom(0))];
    },
    open: (context) => [openOrders({ by, context, list: 'open', filter: {} })],
  };
}

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  by: OrderInterface,
  name: OrderName,
  venueOrderId: string,
  context: AccountContext,
): Query<VenueOrder> {
  const isRetained = context.nowMs - name.placedAtMs < ENDED_RETAINED_MS;
  const absence: Verdict<never> = isRetained ? { kind: 'absent' } : { kind: 'forgotten' };
  return {
    call: by.lookUp(venueOrderId),
    read(outcome): Verdict<VenueOrder> {
      const verdict = bitgetVerdict('look_up', outcome, (data) =>
        by.readFound(data, venueOrderId, context),
      );
      if (verdict.kind === 'absent') return absence;
      if (verdict.kind !== 'done') return verdict;
      return verdict.value === null ? absence : { kind: 'done', value: verdict.value };
    },
  };
}

type Reading = {
  readonly by: OrderInterface;
  readonly context: AccountContext;
  readonly list: OrderList;
  readonly filter: Filter;
};

function orderPage(
  { by, list, filter }: Reading,
  before: string | null,
  read: (page: ListedPage) => Page<VenueOrder>,
): ListQuery<VenueOrder> {
  return {
    call: by.list(list, filter, before),
    read: (outcome) => bitgetVerdict('read', outcome, (data) => read(by.readPage(data, before))),
  };
}

const KEYS = { id: 'orderId', name: 'clientOid' };

/**
 * All orders that the filter lets pass; one that cannot be read may be the one that is wanted, and
 * so may one whose name is empty, which the venue gives to none.
 */
function searched(
  reading: Reading,
  after: () => ListQuery<VenueOrder> | null,
  before: string | null = null,
): ListQuery<VenueOrder> {
  const { by, context, list } = reading;
  return orderPage(reading, before, ({ rows, next }) => ({
    ...readSearchedOrders(rows, KEYS, (row) => {
      textField(replyFields(row, 'The order'), KEYS.name);
      return by.readRow(row, context, list);
    }),
    next: next === null ? after() : searched(reading, after, next),
  }));
}

function openOrders(reading: Reading, before: string | null = null): ListQuery<VenueOrder> {
  const { by, context, list } = reading;
  return orderPage(reading, before, ({ rows, next }) => {
    const { items, unreadable } = readOpenOrders(rows, KEYS, (row) =>
      by.isSpot(row) ? [by.readRow(row, context, list)] : [],
    );
    return {
      items: items.flat().filter(({ state }) => state === 'open'),
      unreadable,
      next: next === null ? null : openOrders(reading, next),
    };
  });
}

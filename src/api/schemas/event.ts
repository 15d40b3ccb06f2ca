// The wire shapes of events: what each type says, and a page of the log.

import Type from 'typebox';
import type {
  BotChange,
  EventType,
  FillOfOrder,
  LoggedEvent,
  OrderChange,
} from '#domain/event-log/event.ts';
import { EVENT_TYPES } from '#domain/event-log/event.ts';
import type { OrderOfEvent } from '#domain/event-log/event.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#domain/order/order.ts';
import type { EventPage } from '#services/events/read-events.ts';
import { decimalField, field, fieldsOf, instantField, shapeOf } from '#api/schemas/field-codec.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import { flag, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const ORDER_FIELDS = fieldsOf<OrderOfEvent>()({
  order_id: field(text('The order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.orderId),
  account_id: field(
    text('Account holding the order.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.accountId,
  ),
  market_tag: field(nullable(text('Market of the order.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  side: field(oneOf(ORDER_SIDES, 'What it executes as.'), (of) => of.side),
  type: field(oneOf(ORDER_TYPES, 'Kind of order.'), (of) => of.type),
  price: decimalField('Limit price; `0` on market orders.', '62000.5', (of) => of.price),
  amount: decimalField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  filled_amount: decimalField(`Filled until then ${AMOUNT_UNIT}.`, '0', (of) => of.filledAmount),
  bot_id: field(
    nullable(text('Bot that placed it; null for manual orders.', 'bot_01jd3f8k2m5q7r9t')),
    (of) => of.botId,
  ),
});

const ORDER_CHANGE = shapeOf<OrderChange>()(
  'OrderEventData',
  'An order as it was when an event `order.…` happened.',
  {
    ...ORDER_FIELDS,
    status: field(oneOf(ORDER_STATES, 'The state that it got into.'), (of) => of.state),
    reason: field(
      nullable(text('Why it ended; null while it works and after a plain fill.', 'expired')),
      (of) => of.reason,
    ),
  },
);

const FILL = shapeOf<FillOfOrder>()(
  'FillEventData',
  'What was filled of an order: data of `fill.created`.',
  {
    ...ORDER_FIELDS,
    added_amount: decimalField(
      `Filled since the fill before ${AMOUNT_UNIT}; may be several executions.`,
      '0.01',
      (of) => of.addedAmount,
    ),
  },
);

const BOT_CHANGE = shapeOf<BotChange>()(
  'BotEventData',
  'A bot as it was when it started or stopped: data of `bot.…`.',
  {
    bot_id: field(text('The bot.', 'bot_01jd3f8k2m5q7r9t'), (of) => of.botId),
    name: field(text('Its name.', 'Averaging BTC'), (of) => of.name),
    account_id: field(
      text('Account that it trades on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.accountId,
    ),
    market_tag: field(
      nullable(text('Market that it trades.', 'SIM_BTC_USDT')),
      (of) => of.marketTag,
    ),
    reason: field(
      nullable(text('Why it stopped; null when that was by hand.', 'The script ended.')),
      (of) => of.reason,
    ),
  },
);

const DATA = Type.Union([ORDER_CHANGE.schema, FILL.schema, BOT_CHANGE.schema], {
  description: 'What happened, by the type of the event.',
});

const EVENT = shapeOf<LoggedEvent>()('Event', 'One thing that happened.', {
  event_id: field(
    text('Its number: events of a user are numbered from 1 without gaps.', '42'),
    (of) => String(of.sequence),
  ),
  type: field(text('What happened; more types may be added.', 'order.filled'), (of) => of.type),
  object_id: field(
    text('Of what it happened to.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.objectId,
  ),
  occurred_at: instantField('When it happened.', (of) => of.atMs),
  data: field(DATA, dataToWire),
});

export const eventToWire = EVENT.toWire;

const PAGE = shapeOf<EventPage>()('EventPage', 'A part of the log, oldest first.', {
  data: field(Type.Array(EVENT.schema, { description: 'The events.' }), (of) =>
    of.events.map((event) => EVENT.toWire(event)),
  ),
  last_event_id: field(
    text('Send it as `after` to read on, also after a page without events.', '42'),
    (of) => String(of.lastSequence),
  ),
  has_more: field(flag('Whether more events are there now.', false), (of) => of.hasMore),
});
export const EventPageSchema = PAGE.schema;
export const eventPageToWire = PAGE.toWire;

function dataToWire(event: LoggedEvent) {
  if (event.type === 'fill.created') return FILL.toWire(event.data);
  if (event.type === 'bot.started' || event.type === 'bot.stopped')
    return BOT_CHANGE.toWire(event.data);
  return ORDER_CHANGE.toWire(event.data);
}

/** A type or a group of them (`order.*`); null: there is none. */
export function eventTypesNamed(name: string): readonly EventType[] | null {
  const found = EVENT_TYPES.filter(
    (type) => type === name || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))),
  );
  return found.length === 0 ? null : found;
}

// The wire shapes of events, and of a page of the log.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventPage } from '#services/events/read-events.ts';
import { EVENT_DATA_SCHEMA, eventDataToWire } from '#api/schemas/event-data.ts';
import { field, instantField, listField, shapeOf } from '#api/schemas/field-codec.ts';
import { ADDITION, flag, nullable, text } from '#api/schemas/wire-values.ts';

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
  user_id: field(
    nullable(
      text('Of a partner: the end user to whom it happened; null: it happened to you.', 'usr_1a'),
      ADDITION,
    ),
    (of) => of.endUserId ?? null,
  ),
  data: field(EVENT_DATA_SCHEMA, eventDataToWire),
});

export const eventToWire = EVENT.toWire;

const PAGE = shapeOf<EventPage>()('EventPage', 'A part of the log, oldest first.', {
  data: listField(EVENT, { description: 'The events.' }, (of) => of.events),
  last_event_id: field(
    text('Send it as `after` to read on, also after a page without events.', '42'),
    (of) => String(of.lastSequence),
  ),
  has_more: field(flag('Whether more events are there now.', false), (of) => of.hasMore),
});
export const EventPageSchema = PAGE.schema;
export const eventPageToWire = PAGE.toWire;

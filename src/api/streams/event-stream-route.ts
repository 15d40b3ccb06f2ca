// Route that streams events, what a key needs for it, and what the document says of it. It is no
// operation: its response does not end by itself.

import Type from 'typebox';
import type { DescribedStream } from '#api/openapi/open-api-document.ts';
import { EVENT_ID_PATTERN, EVENT_QUERY } from '#api/routes/read-event-query.ts';

/** The list of the same events, whose address streams as well. */
export const EVENT_LIST = { path: '/v1/events', parameters: ['wait', 'limit'] } as const;

export const EVENT_STREAM_ROUTE = {
  method: 'GET',
  path: '/v1/events/stream',
  operationId: 'streamEvents',
  tag: 'Events',
  summary: 'Follow events',
  description:
    'Each event as it happens, as server-sent events; `GET /v1/events` without `wait=0` is the ' +
    'same for whoever does not ask for JSON. Begins with what happens from now on, or ' +
    'behind `Last-Event-ID` or `after`; whoever goes on from the last `id` misses nothing and gets ' +
    'nothing twice. A stream that the service ends sends a message `event: end` with ' +
    '`{"reason": …, "detail": …}`: `key_not_valid`, `too_slow`, `events_expired`, `stopping` ' +
    'or `internal_error` (docs/events.md). Where nothing was read, so that it could not be ' +
    'delivered, the next stream of the key says so in the header `X-Previous-Stream-End` and in ' +
    'a comment.',
  scope: 'read',
  tier: 'reads',
  params: {},
  query: {
    after: Type.Optional(
      Type.String({
        pattern: EVENT_ID_PATTERN,
        description: 'Events behind this one. Left out: from now on.',
      }),
    ),
    types: EVENT_QUERY.types,
  },
  requestHeaders: {
    'Last-Event-ID': Type.String({
      pattern: EVENT_ID_PATTERN,
      description: 'The last `id` that was received; goes before `after`.',
    }),
  },
  body: null,
  success: {
    status: 200,
    description: 'Messages until the connection ends.',
    mediaType: 'text/event-stream',
    schema: Type.String({
      description:
        'The `data` of each message is an `Event` as JSON. A message that has an `id` alone says ' +
        'where to go on from; one comes first and one each 15 seconds.',
    }),
  },
  errors: ['events_expired'],
  isAddition: true,
} as const satisfies DescribedStream;

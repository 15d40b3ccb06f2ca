// Operations on the log of what happened.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { readEvents } from '#services/events/read-events.ts';
import { ok } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { EVENT_QUERY, readTypes, refusePlace } from '#api/routes/read-event-query.ts';
import { EventPageSchema, eventPageToWire } from '#api/schemas/event.ts';
import { limitParameter, oneOf } from '#api/schemas/wire-values.ts';

export const eventRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened, oldest first. Events are retained for a week. Read on with `after`: ' +
      'nothing is left out and nothing comes twice. Send `wait=0`: without it the address sends ' +
      'events as they happen, as `GET /v1/events/stream` does, unless `limit` is given or ' +
      '`Accept` names `application/json` and not `text/event-stream` (docs/events.md).',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {
      ...EVENT_QUERY,
      wait: Type.Optional(oneOf(['0'], 'A list, which does not wait for events.')),
      limit: limitParameter(LIMITS.pageItemsMax, LIMITS.pageItemsDefault),
    },
    body: null,
    success: { status: 200, description: 'A part of the log.', schema: EventPageSchema },
    errors: ['events_expired'],
    isAddition: true,
    handle: async (deps, { caller, query }) => {
      const types = readTypes(query.types);
      if (!types.ok) return types.rejection;
      const after = query.after === undefined ? null : Number(query.after);
      const wanted = { caller, after, types: types.value, limit: query.limit };
      const page = await readEvents(deps, wanted);
      if (page.ok) return ok(eventPageToWire(page.value));
      return refusePlace(page.rejection, after ?? 0);
    },
  }),
];

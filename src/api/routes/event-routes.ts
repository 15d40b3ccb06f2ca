// Operations on the log of what happened.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { EventType } from '#domain/event-log/event.ts';
import { readEvents } from '#services/events/read-events.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { EventPageSchema, eventPageToWire, eventTypesNamed } from '#api/schemas/event.ts';
import { limitParameter } from '#api/schemas/wire-values.ts';

/** Below 2^53. */
const EVENT_ID_PATTERN = String.raw`^(0|[1-9]\d{0,14})$`;
const TYPES_CHARACTERS_MAX = 500;

export const eventRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened, oldest first. Events are retained for a week. Read on with `after`: ' +
      'nothing is left out and nothing comes twice.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {
      after: Type.Optional(
        Type.String({
          pattern: EVENT_ID_PATTERN,
          description:
            'Events behind this one: `last_event_id` of the page before, or an `event_id`. Left ' +
            'out: from the oldest that is retained.',
        }),
      ),
      types: Type.Optional(
        Type.String({
          maxLength: TYPES_CHARACTERS_MAX,
          description:
            'Only these types, separated by commas: `fill.created`, or `order.*` for all of a ' +
            'group. A page may then have fewer events than `limit` although more follow.',
        }),
      ),
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
      return refusePlace(page.rejection, String(after));
    },
  }),
];

/** Null: all types. */
function readTypes(given: string | undefined): Result<readonly EventType[] | null, Refusal> {
  if (given === undefined) return accepted(null);
  const types: EventType[] = [];
  for (const name of given.split(',')) {
    const named = eventTypesNamed(name);
    if (named === null) {
      const expected = 'types of events, separated by commas';
      const detail = `Query parameter "types": expected ${expected}, found "${name}".`;
      return rejected(refuseFields([{ parameter: 'types', detail }]));
    }
    types.push(...named);
  }
  return accepted(types);
}

function refusePlace(refusal: 'expired' | 'ahead', after: string): Refusal {
  if (refusal === 'expired') {
    const detail = `Events behind "${after}" are retained no longer. Read what changed, then begin anew.`;
    return refuse('events_expired', detail);
  }
  const detail = `Query parameter "after": expected the id of an event, found "${after}", which is none yet.`;
  return refuseFields([{ parameter: 'after', detail }]);
}

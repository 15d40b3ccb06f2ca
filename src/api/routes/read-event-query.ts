// Queries of events: the parameters, how they are read, and the responses to a place from which
// nobody can read on.

import Type from 'typebox';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { PlaceRefusal } from '#domain/event-log/read-place.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { eventTypesNamed } from '#domain/event-log/event-types-named.ts';

/** Below 2^53. */
export const EVENT_ID_PATTERN = String.raw`^(0|[1-9]\d{0,14})$`;
const TYPES_CHARACTERS_MAX = 500;

export const EVENT_QUERY = {
  after: Type.Optional(
    Type.String({
      pattern: EVENT_ID_PATTERN,
      description:
        'Events behind this one: `last_event_id` of the page before, or an `event_id`. Left out: ' +
        'from the oldest that is retained.',
    }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: TYPES_CHARACTERS_MAX,
      description:
        'Only these types, separated by commas: `fill.created`, or `order.*` for all of a group. ' +
        'A page may then have fewer events than `limit` although more follow.',
    }),
  ),
};

/** Null where the text is no id of an event. */
export function readEventId(text: string): number | null {
  return new RegExp(EVENT_ID_PATTERN, 'u').test(text) ? Number(text) : null;
}

/** Null: all types. */
export function readTypes(given: string | undefined): Result<readonly EventType[] | null, Refusal> {
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

/** Refusal of a place that has expired, or that no event has yet. */
export function refusePlace(refusal: PlaceRefusal, after: number): Refusal {
  if (refusal === 'expired') {
    const detail = `Events behind ${after} are retained no longer; read what changed, then begin anew.`;
    return refuse('events_expired', detail);
  }
  const detail = `Query parameter "after": expected the id of an event, found ${after}, which is none yet.`;
  return refuseFields([{ parameter: 'after', detail }]);
}

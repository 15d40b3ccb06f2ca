// Types of events as people name them.

import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';

/** A type or a group of them (`order.*`); null: there is none. */
export function eventTypesNamed(name: string): readonly EventType[] | null {
  const found = EVENT_TYPES.filter(
    (type) => type === name || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))),
  );
  return found.length === 0 ? null : found;
}

// Types of events in words, in the groups in which a rule chooses them.

import type { EventType } from '#domain/event-log/event-catalogue.ts';
import {
  EVENT_CATALOGUE,
  EVENT_GROUPS as CATALOGUE_GROUPS,
  EVENT_TYPES,
  isKnownEventType,
} from '#domain/event-log/event-catalogue.ts';
import { EVENTS } from '../../../words/events.ts';
import { withinSentence } from '../../../words/language.ts';

/** Each of the service has a text here. */
const TEXTS: Readonly<Record<EventType | (typeof CATALOGUE_GROUPS)[number], string>> = EVENTS;

type Group = {
  readonly name: string;
  readonly types: readonly (readonly [type: string, text: string])[];
};

export const EVENT_GROUPS: readonly Group[] = CATALOGUE_GROUPS.map((name) => ({
  name: TEXTS[name],
  types: EVENT_TYPES.filter((type) => EVENT_CATALOGUE[type].group === name).map(
    (type) => [type, TEXTS[type]] as const,
  ),
}));

/** Types of a later release keep their name. */
export function unknownTypes(types: readonly string[]): readonly string[] {
  return types.filter((type) => !isKnownEventType(type));
}

/** `Bots: stopped, started. Orders: lost.` */
export function typesInWords(types: readonly string[]): string {
  const chosen = new Set(types);
  const parts = EVENT_GROUPS.flatMap((group) => {
    const texts = group.types.filter(([type]) => chosen.has(type)).map(([, text]) => text);
    if (texts.length === 0) return [];
    const all = texts.length === group.types.length ? EVENTS.all : withinSentence(texts.join(', '));
    return [`${group.name}: ${all}`];
  });
  return [...parts, ...unknownTypes(types)].join('. ');
}

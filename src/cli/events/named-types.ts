// `--types` of commands about events.

import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { eventTypesNamed } from '#domain/event-log/event-types-named.ts';
import { CommandFailed } from '#cli/command-error.ts';

/** Empty where nothing is named. Throws CommandFailed. */
export function typesIn(text: string | undefined): readonly EventType[] {
  return (text ?? '').split(',').flatMap((name) => {
    if (name.trim() === '') return [];
    const named = eventTypesNamed(name.trim());
    if (named !== null) return named;
    throw new CommandFailed(
      `There are no events of the type "${name}".`,
      'The types are in docs/events.md; "order.*" stands for all of a group.',
    );
  });
}

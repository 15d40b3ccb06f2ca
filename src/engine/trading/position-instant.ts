// When something last happened to each position, such as an order: kept over updates, for the
// positions to which it happened last.

import type { CommandContext } from '#engine/desks/command-context.ts';

export type PositionEvent = 'order placed' | 'left by a safety';

const KEPT_MAX = 100;

/** Newest first, one for each position; an empty id is the position of the market. */
type Instants = readonly (readonly [positionId: string, atMs: number])[];

function instantsOf({ memory }: CommandContext, event: PositionEvent): Instants {
  return (memory.note(event) as Instants | undefined) ?? [];
}

export function noteInstant(
  context: CommandContext,
  event: PositionEvent,
  positionId: string | null,
): void {
  const id = positionId ?? '';
  const newest = [id, context.clock.nowMs()] as const;
  const known = instantsOf(context, event);
  // Most bots have one position.
  const isAlone = known.length === 1 && known[0]?.[0] === id;
  const others = isAlone ? [] : known.filter(([each]) => each !== id);
  const kept = others.length === 0 ? [newest] : [newest, ...others.slice(0, KEPT_MAX - 1)];
  context.memory.keepNote(event, kept);
}

/** Of a position or, without an id, of any; null when it did not happen. */
export function lastInstantMs(
  context: CommandContext,
  event: PositionEvent,
  positionId: string | null,
): number | null {
  const instants = instantsOf(context, event);
  return instants.find(([each]) => positionId === null || each === positionId)?.[1] ?? null;
}

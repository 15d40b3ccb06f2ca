// Instants at which something last happened to each position, such as an order: retained over
// updates, for the positions to which it happened last.

import type { CommandContext } from '#engine/run-api/command-context.ts';

export type PositionEvent = 'order placed' | 'left by a safety';

const RETAINED_MAX = 100;

/** Newest first, one for each position; an empty id is the position of the market. */
type Instants = readonly [positionId: string, atMs: number][];

function instantsOf({ memory }: CommandContext, event: PositionEvent): Instants {
  return (memory.note(event) as Instants | undefined) ?? [];
}

/** Records that an event happened now to a position; null stands for the bot's own position. */
export function noteInstant(
  context: CommandContext,
  event: PositionEvent,
  positionId: string | null,
): void {
  const id = positionId ?? '';
  const atMs = context.clock.nowMs();
  const known = instantsOf(context, event);
  const [newest] = known;
  // Most bots have one position: in place, as an order notes it each time.
  if (newest?.[0] === id) newest[1] = atMs;
  else keepNewest(context, event, [id, atMs], known);
}

function keepNewest(
  { memory }: CommandContext,
  event: PositionEvent,
  newest: Instants[number],
  known: Instants,
): void {
  const others = known.filter(([each]) => each !== newest[0]);
  memory.keepNote(event, [newest, ...others.slice(0, RETAINED_MAX - 1)]);
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

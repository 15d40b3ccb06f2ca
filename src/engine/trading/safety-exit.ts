// Exits that a safety caused: remembered, so that a cooldown can follow. An exit that is asked for
// in an update in which a safety was triggered counts as its doing.

import type { CommandContext } from '#engine/desks/command-context.ts';

const TRIGGERED = 'safety triggered';
const EXITS = 'safety exits';
const EXITS_MAX = 100;

/** Exits as position id and instant, newest first; one for each position. */
type Exits = readonly (readonly [positionId: string, atMs: number])[];

function exitsOf({ memory }: CommandContext): Exits {
  return (memory.note(EXITS) as Exits | undefined) ?? [];
}

export function noteSafety(context: CommandContext, isTriggered: boolean): boolean {
  if (isTriggered) context.memory.keepNote(TRIGGERED, context.clock.nowMs());
  return isTriggered;
}

/** To be called where an order is placed that leaves a position. */
export function noteExit(context: CommandContext, positionId: string | null): void {
  const nowMs = context.clock.nowMs();
  if (context.memory.note(TRIGGERED) !== nowMs) return;
  const id = positionId ?? '';
  const others = exitsOf(context).filter(([each]) => each !== id);
  context.memory.keepNote(EXITS, [[id, nowMs] as const, ...others].slice(0, EXITS_MAX));
}

/**
 * The instant of the last one, of a position or, without an id, of any; null when there is none.
 */
export function lastSafetyExitMs(
  context: CommandContext,
  positionId: string | null,
): number | null {
  const exits = exitsOf(context);
  const found = exits.find(([each]) => positionId === null || each === positionId);
  return found?.[1] ?? null;
}

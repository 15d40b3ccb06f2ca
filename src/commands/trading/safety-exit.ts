// Exits that a safety caused: remembered, so that a cooldown can follow. An exit that is requested
// in an update in which a safety was triggered counts as its doing.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import { noteInstant } from '#commands/trading/position-instant.ts';

const TRIGGERED = 'safety triggered';

/** Remembers the result of a safety, and returns it. */
export function noteSafety({ clock, memory }: CommandContext, isTriggered: boolean): boolean {
  if (isTriggered) memory.keepNote(TRIGGERED, clock.nowMs());
  return isTriggered;
}

/** To be called where an order is placed that leaves a position. */
export function noteExit(context: CommandContext, positionId: string | null): void {
  if (context.memory.note(TRIGGERED) !== context.clock.nowMs()) return;
  noteInstant(context, 'left by a safety', positionId);
}

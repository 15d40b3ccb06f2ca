// When bots in memory ran, for reports.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';

/** Of a bot that was activated just now. */
export function noteActivation(state: MemoryState, botId: string, beganAtMs: number): void {
  state.activations.set(keyOf(state, botId), { botId, beganAtMs, endedAtMs: null });
}

/** Of a bot whose activation has ended; a later end changes nothing. */
export function noteDeactivation(state: MemoryState, botId: string, atMs: number): void {
  const key = keyOf(state, botId);
  const noted = state.activations.get(key);
  if (noted === undefined || noted.endedAtMs !== null) return;
  state.activations.set(key, { ...noted, endedAtMs: Math.max(noted.beganAtMs, atMs) });
}

function keyOf({ bots }: MemoryState, botId: string): string {
  const { activation } = present(bots.get(botId), 'a bot that runs is there');
  return `${botId}|${activation}`;
}

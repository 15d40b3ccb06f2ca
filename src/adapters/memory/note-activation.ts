// Activations of bots in memory, for reports, and the events of their starts and stops.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';
import type { Bot } from '#ports/stores/bot-store.ts';

/** Of a bot that was activated just now, anew or to go on. */
export function noteActivation(state: MemoryState, botId: string, beganAtMs: number): void {
  const key = `${botId}|${botOf(state, botId).activation}|${beganAtMs}`;
  state.activations.set(key, { botId, beganAtMs, endedAtMs: null });
  noteEvent(state, 'bot.started', botId, beganAtMs);
}

/** Of a bot whose activation has ended; a later end changes nothing. */
export function noteDeactivation(state: MemoryState, botId: string, atMs: number): void {
  const running = [...state.activations].find(
    ([, each]) => each.botId === botId && each.endedAtMs === null,
  );
  if (running === undefined) return;
  const [key, noted] = running;
  state.stoppedAtMs.set(botId, atMs);
  const endedAtMs = Math.max(noted.beganAtMs, atMs);
  state.activations.set(key, { ...noted, endedAtMs });
  noteEvent(state, 'bot.stopped', botId, endedAtMs);
}

type BotEventType = 'bot.started' | 'bot.stopped';

function noteEvent(state: MemoryState, type: BotEventType, botId: string, atMs: number): void {
  const { userId, name, accountId, marketTag, stopReason, stoppedBy: by } = botOf(state, botId);
  const isStop = type === 'bot.stopped';
  const [reason, stoppedBy] = isStop ? [stopReason, by] : [null, null];
  const data = { botId, name, accountId, marketTag, reason, stoppedBy };
  state.waitingEvents.push({ userId, event: { type, objectId: botId, atMs, data } });
}

function botOf({ bots }: MemoryState, botId: string): Bot {
  return present(bots.get(botId), 'a bot that runs is there');
}

// Events of signals that nobody heard: one a minute and bot, or token, counts them.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { UnheardSignal } from '#domain/event-log/event.ts';
import { MINUTE_MS } from '#lib/time.ts';

/** `objectId`: the bot, or the token of a partner. */
export function noteUnheardSignal(
  { waitingEvents, unheardSignals }: Pick<MemoryState, 'waitingEvents' | 'unheardSignals'>,
  userId: string,
  {
    objectId,
    atMs,
    ...content
  }: Omit<UnheardSignal, 'signalsCount'> & {
    readonly objectId: string;
    readonly atMs: number;
  },
): void {
  const key = `${userId} ${objectId}`;
  const { eventAtMs, unreportedCount } = unheardSignals.get(key) ?? {
    eventAtMs: Number.NEGATIVE_INFINITY,
    unreportedCount: 0,
  };
  if (atMs < eventAtMs + MINUTE_MS) {
    unheardSignals.set(key, { eventAtMs, unreportedCount: unreportedCount + 1 });
    return;
  }
  unheardSignals.set(key, { eventAtMs: atMs, unreportedCount: 0 });
  const data = { ...content, signalsCount: unreportedCount + 1 };
  waitingEvents.push({ userId, event: { type: 'signal.unheard', objectId, atMs, data } });
}

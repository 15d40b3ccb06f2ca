// Signals that wait for a bot that was stopped: nobody will read them any more.

import type { MemoryState } from '#adapters/memory/memory-state.ts';

/** Signal that its bot will not read any more, taken or still in the inbox. */
export function isUnread(
  { takenInputs, inbox, bots }: Pick<MemoryState, 'takenInputs' | 'inbox' | 'bots'>,
  inboxSequence: number,
): boolean {
  const taken = takenInputs.get(inboxSequence);
  const waiting = inbox.get(inboxSequence);
  if (taken !== undefined) {
    const isKnown = taken.reception !== null || taken.messages.length > 0;
    const bot = bots.get(taken.botId);
    const isRunning = bot?.isActivated === true && (bot.activatedAtMs ?? 0) <= taken.takenAtMs;
    return !isKnown && !isRunning;
  }
  const bot = waiting === undefined ? undefined : bots.get(waiting.botId);
  return bot?.isActivated !== true || bot.activation !== waiting?.activation;
}

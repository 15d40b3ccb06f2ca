// The event of lines that a bot in memory wrote at once.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { storableText } from '#lib/storable-text.ts';
import type { BotLine } from '#ports/stores/bot-run-store.ts';

const CHARACTERS_MAX = 1_000;

/** `newest` undefined: none was written. */
export function noteLoggedLine(
  { bots, waitingEvents }: MemoryState,
  botId: string,
  newest: BotLine | undefined,
): void {
  const userId = bots.get(botId)?.userId;
  if (newest === undefined || userId === undefined) return;
  const { atMs, severity } = newest;
  const message = storableText(newest.message).slice(0, CHARACTERS_MAX);
  const data = { botId, severity, message };
  waitingEvents.push({ userId, event: { type: 'bot.logged', objectId: botId, atMs, data } });
}

// Ends of inputs that wait in memory for a run that is over, and of signals that one took in
// without a word.

import { noteBotLines } from '#adapters/memory/memory-bot-run-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { noteUnheardSignal } from '#adapters/memory/note-unheard-signal.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { SILENT_SIGNAL, UNREAD_INPUT, unreadSignalText } from '#ports/stores/bot-inbox.ts';

const TEXT_MAX = 1_000;

/** See `endUnread` of BotInbox. */
export function endUnreadInputs(
  state: MemoryState,
  isOwn: (botId: string) => boolean,
  atMs: number,
  limit: number,
): number {
  const { bots, inbox, takenInputs } = state;
  const ended: {
    readonly sequence: number;
    readonly bot: Bot;
    readonly text: string;
    readonly isSignal: boolean;
  }[] = [];
  for (const { sequence, botId, activation, input } of inbox.values()) {
    const bot = bots.get(botId);
    if (ended.length >= limit || bot === undefined || !isOwn(botId)) continue;
    const isRunning = bot.isActivated && bot.activation === activation;
    if (isRunning) continue;
    ended.push({ sequence, bot, text: unreadText(input), isSignal: input.kind === 'signal' });
  }
  for (const [sequence, { botId, takenAtMs, isSignal, ...known }] of takenInputs) {
    const bot = bots.get(botId);
    if (bot === undefined || !isSignal || !isOwn(botId)) continue;
    const isSilent =
      known.reception === null && known.messages.length === 0 && known.orderIds.length === 0;
    const isOver = !bot.isActivated || (bot.activatedAtMs ?? 0) > takenAtMs;
    const isFollowed = state.followedBots.has(botId);
    if (isSilent && isOver && !isFollowed)
      ended.push({ sequence, bot, text: SILENT_SIGNAL, isSignal });
  }
  for (const { sequence, bot, text, isSignal } of ended) {
    const { botId, userId } = bot;
    inbox.delete(sequence);
    noteBotLines(state, botId, [{ atMs, severity: 'warning', message: text }]);
    if (!isSignal) continue;
    const said = { reception: 'unheard', orderIds: [], messages: [text] } as const;
    const fresh = { botId, takenAtMs: atMs, isSignal: true };
    takenInputs.set(sequence, { ...(takenInputs.get(sequence) ?? fresh), ...said });
    const about = { botId, signalId: String(sequence), signalToken: null, reason: text };
    noteUnheardSignal(state, userId, { objectId: botId, atMs, ...about });
  }
  return ended.length;
}

function unreadText(input: BotInput): string {
  switch (input.kind) {
    case 'signal':
      return unreadSignalText(input.name, input.action).slice(0, TEXT_MAX);
    case 'edited':
      return UNREAD_INPUT.edited;
    case 'switched':
      return input.isPaused ? UNREAD_INPUT.paused : UNREAD_INPUT.resumed;
  }
}

// Bots with the instants of their updates, as their owner is shown them.

import { present } from '#lib/assert.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { BotProgress, BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';

export type ShowBotsDeps = { readonly botRuns: Pick<BotRunStore, 'findProgress'> };

export type ShownBot = Bot & {
  /** The close that it was updated for last since its activation; null before the first. */
  readonly lastUpdateAtMs: number | null;
  /** The close that it is updated for next; null while it is stopped or paused. */
  readonly nextUpdateAtMs: number | null;
};

/** In the order of the bots. Throws Failure. */
export async function showBots(
  { botRuns }: ShowBotsDeps,
  bots: readonly Bot[],
): Promise<readonly ShownBot[]> {
  const begun = bots.filter(({ activation }) => activation > 0).map(({ botId }) => botId);
  const progress: ReadonlyMap<string, BotProgress> =
    begun.length === 0 ? new Map() : await botRuns.findProgress(begun);
  return bots.map((bot) => withUpdates(bot, progress.get(bot.botId) ?? null));
}

/** One bot alone. Throws Failure. */
export async function showBot(deps: ShowBotsDeps, bot: Bot): Promise<ShownBot> {
  return present((await showBots(deps, [bot]))[0], 'each bot is shown');
}

/** One that was just made, and has not run. */
export function showNewBot(bot: Bot): ShownBot {
  return withUpdates(bot, null);
}

function withUpdates(bot: Bot, progress: BotProgress | null): ShownBot {
  const { activatedAtMs, isActivated, isPaused } = bot;
  if (activatedAtMs === null) return { ...bot, lastUpdateAtMs: null, nextUpdateAtMs: null };
  const beginMs = minuteStartMs(activatedAtMs);
  const doneUntilMs = progress === null ? beginMs : Math.max(beginMs, progress.doneUntilMs);
  return {
    ...bot,
    lastUpdateAtMs: doneUntilMs > beginMs ? doneUntilMs : null,
    nextUpdateAtMs: isActivated && !isPaused ? doneUntilMs + MINUTE_MS : null,
  };
}

// Bots of a user: one, or a page by id that stays right while bots come and go.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { ShowBotsDeps, ShownBot } from '#services/bots/show-bots.ts';
import { showBot, showBots } from '#services/bots/show-bots.ts';

export type BotPage = {
  readonly bots: readonly ShownBot[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

export async function listBots(
  deps: ShowBotsDeps & { readonly bots: Pick<BotStore, 'listBots'> },
  request: { readonly userId: string; readonly afterId: string | null; readonly limit: number },
): Promise<BotPage> {
  const { userId, afterId, limit } = request;
  const found = await deps.bots.listBots(userId, afterId, limit + 1);
  const bots = await showBots(deps, found.slice(0, limit));
  return { bots, lastId: found.length > limit ? (bots.at(-1)?.botId ?? null) : null };
}

/** A foreign bot is answered like an unknown one. */
export async function getBot(
  deps: ShowBotsDeps & { readonly bots: Pick<BotStore, 'findBot'> },
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<Result<ShownBot, 'bot_not_found'>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  return accepted(await showBot(deps, bot));
}

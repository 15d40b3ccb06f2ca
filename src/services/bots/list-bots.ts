// Bots of a user: one, or a page by id that stays right while bots come and go.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { ShowBotsDeps, ShownBot } from '#services/bots/show-bots.ts';
import { showBot, showBots } from '#services/bots/show-bots.ts';
import { boundedPage, sizeOfValues } from '#services/pages/bounded-page.ts';

export type BotPage = {
  readonly bots: readonly ShownBot[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

/**
 * Page in the order of ids, bounded by the size of settings too; `lastId` is null on the last page.
 */
export async function listBots(
  deps: ShowBotsDeps & { readonly bots: Pick<BotStore, 'listBots'> },
  request: { readonly userId: string; readonly afterId: string | null; readonly limit: number },
): Promise<BotPage> {
  const { userId, afterId, limit } = request;
  const { items, lastKey } = await boundedPage<Bot, string>({
    limit,
    after: afterId,
    read: (after, count) => deps.bots.listBots(userId, after, count),
    keyOf: ({ botId }) => botId,
    sizeOf: ({ settings }) => sizeOfValues(settings.inputs),
  });
  return { bots: await showBots(deps, items), lastId: lastKey };
}

/** A foreign bot is treated like an unknown one. */
export async function getBot(
  deps: ShowBotsDeps & { readonly bots: Pick<BotStore, 'findBot'> },
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<Result<ShownBot, 'bot_not_found'>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  return accepted(await showBot(deps, bot));
}

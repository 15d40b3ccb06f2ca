// Stopping and deleting bots. Open orders stay at the exchange.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotStore } from '#ports/bot-store.ts';

type Deps = { readonly bots: Pick<BotStore, 'deactivateBot' | 'deleteBot'> };
type Command = { readonly userId: string; readonly botId: string };

/** A bot that does not run stays as it is. */
export async function stopBot(
  { bots }: Deps,
  { userId, botId }: Command,
): Promise<Result<null, 'bot_not_found'>> {
  return (await bots.deactivateBot(userId, botId)) ? accepted(null) : rejected('bot_not_found');
}

/** A running bot is stopped first. */
export async function deleteBot(
  { bots }: Deps,
  { userId, botId }: Command,
): Promise<Result<null, 'bot_not_found'>> {
  return (await bots.deleteBot(userId, botId)) ? accepted(null) : rejected('bot_not_found');
}

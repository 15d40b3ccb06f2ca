// Stopping and deleting bots. Open orders stay at the exchange.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotStore } from '#ports/bot-store.ts';
import type { Clock } from '#ports/clock.ts';

type Deps = { readonly bots: Pick<BotStore, 'deleteBot'> };
type StopDeps = {
  readonly bots: Pick<BotStore, 'deactivateBot'>;
  readonly clock: Clock;
};
type Command = { readonly userId: string; readonly botId: string };

/** A bot that does not run stays as it is. */
export async function stopBot(
  { bots, clock }: StopDeps,
  { userId, botId }: Command,
): Promise<Result<null, 'bot_not_found'>> {
  const isOwn = await bots.deactivateBot(userId, botId, clock.nowMs());
  return isOwn ? accepted(null) : rejected('bot_not_found');
}

/** A running bot is stopped first. */
export async function deleteBot(
  { bots }: Deps,
  { userId, botId }: Command,
): Promise<Result<null, 'bot_not_found'>> {
  return (await bots.deleteBot(userId, botId)) ? accepted(null) : rejected('bot_not_found');
}

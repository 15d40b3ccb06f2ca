// Bots of a partner's end users: of all, of one, or one alone.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ListedPartnerBot, PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type PartnerBotPage = {
  readonly bots: readonly ListedPartnerBot[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

type Deps = Pick<PartnerBotDeps, 'partners' | 'partnerBots'>;

export type PartnerBotQuery = {
  readonly caller: Principal;
  /** Null: bots of all end users. */
  readonly userId: string | null;
  readonly afterId: string | null;
  readonly limit: number;
};

/** Sorted by id. */
export async function listPartnerBots(
  deps: Deps,
  { caller, userId, afterId, limit }: PartnerBotQuery,
): Promise<Result<PartnerBotPage, 'user_not_found'>> {
  const reach = reachOf(caller);
  if (userId !== null && (await deps.partners.findEndUser(reach, userId)) === null)
    return rejected('user_not_found');
  const endUserId = userId ?? reach.endUserId;
  const requested = { partnerId: reach.partnerId, endUserId };
  const found = await deps.partnerBots.listPartnerBots(requested, afterId, limit + 1);
  const bots = found.slice(0, limit);
  const lastId = found.length > limit ? (bots.at(-1)?.bot.botId ?? null) : null;
  return accepted({ bots, lastId });
}

/** Bot within the caller's reach. */
export async function getPartnerBot(
  deps: Deps,
  named: NamedBot,
): Promise<Result<PartnerBot, BotMissing>> {
  const found = await findBotOf(deps, named);
  return found.ok ? accepted(found.value.found) : found;
}

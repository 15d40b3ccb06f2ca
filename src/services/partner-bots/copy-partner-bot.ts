// Copying a bot for an end user of the same partner, with some settings changed. A copy that
// follows takes later edits of its master; a plain one is only counted.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { NewBotRequest } from '#services/partner-bots/create-partner-bot.ts';
import { insertNewBot } from '#services/partner-bots/create-partner-bot.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { planBot } from '#services/partner-bots/plan-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import { problemsNow } from '#services/strategy-bots/preview-plan.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type CopyPartnerBotCommand = NamedBot &
  NewBotRequest & {
    /** Whose the copy is; null: the same end user's. */
    readonly ownerId: string | null;
    /** Settings that the copy has instead. */
    readonly config: StrategyConfig;
    readonly isFollowing: boolean;
  };

export type CopyPartnerBotRejection =
  | { readonly code: BotMissing }
  | { readonly code: 'forbidden'; readonly detail: string }
  | InvalidConfig;

/** Tried again while the source is being edited. */
export async function copyPartnerBot(
  deps: PartnerBotDeps,
  command: CopyPartnerBotCommand,
): Promise<Result<PartnerBot, CopyPartnerBotRejection>> {
  const exhausted = 'the bot that was to be copied changed again and again';
  return retryChange(() => tryCopy(deps, command), exhausted);
}

/** Null when the source changed meanwhile. */
async function tryCopy(
  deps: PartnerBotDeps,
  command: CopyPartnerBotCommand,
): Promise<Result<PartnerBot, CopyPartnerBotRejection> | null> {
  const { caller, userId, ownerId, config, isFollowing } = command;
  const source = await findBotOf(deps, command);
  if (!source.ok) return rejected({ code: source.rejection });
  const { found, endUser } = source.value;
  const owner =
    ownerId === null || ownerId === userId
      ? endUser
      : await deps.partners.findEndUser(reachOf(caller), ownerId);
  if (owner === null) return rejected({ code: 'user_not_found' });
  const { brain, botId } = found.bot;
  const planned = await planBot(deps, owner, brain.type, { ...brain.config, ...config });
  if (!planned.ok) return planned;
  const problems = await problemsNow(deps, planned.value);
  if (problems.length > 0) return rejected({ code: 'invalid_config', problems });
  const from = { botId, version: found.version, isFollowed: isFollowing };
  const inserted = await insertNewBot(deps, command, owner, planned.value, from);
  if (inserted.ok) return accepted(inserted.value);
  const { rejection } = inserted;
  return rejection.code === 'source_changed' ? null : rejected(rejection);
}

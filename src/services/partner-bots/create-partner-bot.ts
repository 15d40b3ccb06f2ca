// Making a bot of an end user: of settings that were sent, or as a copy of another bot. It does not
// run until it is started.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { NewPartnerBot, PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { planBot, signalTokenOf } from '#services/partner-bots/plan-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import { problemsNow } from '#services/strategy-bots/preview-plan.ts';

export type NewBotRequest = {
  readonly caller: Principal;
  /** Null: named after its market. */
  readonly name: string | null;
  /** Equal for each try of one request: all tries make the same bot. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<PartnerBot> | null;
};

export type CreatePartnerBotCommand = NewBotRequest & {
  readonly userId: string;
  readonly type: StrategyType;
  /** As it was sent; its `market_tag` is the bot's market. */
  readonly config: StrategyConfig;
};

export type CreatePartnerBotRejection =
  | { readonly code: 'user_not_found' }
  | { readonly code: 'forbidden'; readonly detail: string }
  | InvalidConfig;

/** Makes a bot that does not run; rejects settings with their problems by key. */
export async function createPartnerBot(
  deps: PartnerBotDeps,
  command: CreatePartnerBotCommand,
): Promise<Result<PartnerBot, CreatePartnerBotRejection>> {
  const { caller, userId, type, config } = command;
  const endUser = await deps.partners.findEndUser(reachOf(caller), userId);
  if (endUser === null) return rejected({ code: 'user_not_found' });
  const planned = await planBot(deps, endUser, type, config);
  if (!planned.ok) return planned;
  const problems = await problemsNow(deps, planned.value);
  if (problems.length > 0) return rejected({ code: 'invalid_config', problems });
  const inserted = await insertNewBot(deps, command, endUser, planned.value, null);
  if (inserted.ok) return inserted;
  const { rejection } = inserted;
  // Without a source only the end user can have gone meanwhile.
  return rejection.code === 'forbidden'
    ? rejected(rejection)
    : rejected({ code: 'user_not_found' });
}

export type InsertRejection =
  | { readonly code: 'user_not_found' }
  | { readonly code: 'source_changed' }
  | { readonly code: 'forbidden'; readonly detail: string };

/** Repeating a request returns the bot that its first try made. */
export async function insertNewBot(
  deps: PartnerBotDeps,
  { caller, name, derivationId, completion }: NewBotRequest,
  endUser: EndUser,
  { market, account, read }: PlannedBot,
  source: NewPartnerBot['source'],
): Promise<Result<PartnerBot, InsertRejection>> {
  const { userId, partnerId, exchange } = endUser;
  const nowMs = deps.clock.nowMs();
  const { plan, planUntilMs } = caller;
  if (isLapsed(planUntilMs, nowMs)) {
    const detail = `Your plan "${plan}" has ended; no bots are made until it is renewed.`;
    return rejected({ code: 'forbidden', detail });
  }
  const bot: StrategyBot = {
    botId: identifierFromBytes('bot', deps.digest.sha256(`bot:${derivationId}`)),
    userId,
    name: name ?? market.marketTag,
    accountId: account.accountId,
    marketTag: market.marketTag,
    brain: { kind: 'strategy', type: read.type, config: read.record },
    settings: UNCHOSEN_SETTINGS,
    ...NEVER_RUN,
    createdAtMs: nowMs,
  };
  const masterBotId = source?.isFollowed === true ? source.botId : null;
  const counts = { clonedCount: 0, followersCount: 0, version: 0 };
  const copiedBotId = source?.botId ?? null;
  const made: PartnerBot = { bot, partnerId, exchange, masterBotId, copiedBotId, ...counts };
  const { botsMax } = PLANS[plan];
  const outcome = await deps.partnerBots.insertPartnerBot({
    bot,
    partnerId,
    exchange,
    signalToken: signalTokenOf(read),
    source,
    botsMax,
    completion: completionWith(completion, made),
  });
  switch (outcome) {
    case 'inserted':
      return accepted(made);
    case 'exists':
      return accepted((await deps.partnerBots.findPartnerBot(userId, bot.botId)) ?? made);
    case 'limit': {
      const detail = `Your plan "${plan}" allows ${botsMax} bots, and you have as many.`;
      return rejected({ code: 'forbidden', detail });
    }
    case 'user_not_found':
    case 'source_changed':
      return rejected({ code: outcome });
  }
}

// Preview of a bot of an end user with these settings.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { placeOf } from '#services/partner-bots/plan-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import { previewAt } from '#services/strategy-bots/preview-plan.ts';
import type { BotPreview } from '#services/strategy-bots/preview-strategy.ts';

export type PreviewBotCommand = {
  readonly caller: Principal;
  readonly userId: string;
  readonly type: StrategyType;
  readonly config: StrategyConfig;
};

export type PreviewBotRejection = { readonly code: 'user_not_found' } | InvalidConfig;

/** Throws Failure where the exchange does not respond. */
export async function previewBot(
  deps: PartnerBotDeps,
  { caller, userId, type, config }: PreviewBotCommand,
): Promise<Result<BotPreview, PreviewBotRejection>> {
  const endUser = await deps.partners.findEndUser(reachOf(caller), userId);
  if (endUser === null) return rejected({ code: 'user_not_found' });
  const place = await placeOf(deps, endUser, config);
  return place.ok ? previewAt(deps, place.value, type, config) : place;
}

// Preview of a strategy's bot on an account of one's own.

import type { Result } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import type { OwnAccount, PlaceRejection } from '#services/strategy-bots/own-bot.ts';
import { placeOnAccount } from '#services/strategy-bots/own-bot.ts';
import type { PreviewDeps } from '#services/strategy-bots/preview-plan.ts';
import { previewAt } from '#services/strategy-bots/preview-plan.ts';
import type { BotPreview } from '#services/strategy-bots/preview-strategy.ts';

/** Throws Failure where the exchange does not respond. */
export async function previewOwnBot(
  deps: AccountDeps & PreviewDeps,
  {
    type,
    config,
    ...own
  }: OwnAccount & {
    readonly type: StrategyType;
    readonly config: StrategyConfig;
  },
): Promise<Result<BotPreview, PlaceRejection>> {
  const place = await placeOnAccount(deps, own, config);
  return place.ok ? previewAt(deps, place.value, type, config) : place;
}

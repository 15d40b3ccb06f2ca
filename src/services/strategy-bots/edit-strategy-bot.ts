// Editing the settings of a bot of a strategy: changed keys only. A running bot gets them through
// its inbox and keeps its orders and its profit.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { applyEdit, changesOf } from '#strategies/read-config.ts';
import type { BotStore, StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { PlaceRejection } from '#services/strategy-bots/own-bot.ts';
import { findStrategyBot, placeOnAccount } from '#services/strategy-bots/own-bot.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type EditStrategyBotDeps = AccountDeps & {
  readonly bots: Pick<BotStore, 'findBot' | 'editStrategyBot'>;
  readonly clock: Clock;
};

export type EditStrategyBotCommand = {
  readonly userId: string;
  readonly botId: string;
  readonly changes: StrategyConfig;
  readonly completion: CompletionSlot<StrategyBot> | null;
};

export type EditStrategyBotRejection = { readonly code: 'bot_not_found' } | PlaceRejection;

type EditResult = Result<StrategyBot, EditStrategyBotRejection>;

/** The bot as it is then. Tried again while something of it changes. Throws Failure. */
export async function editStrategyBot(
  deps: EditStrategyBotDeps,
  command: EditStrategyBotCommand,
): Promise<EditResult> {
  const exhausted = 'the bot that was to be edited changed again and again';
  return retryChange(() => tryEdit(deps, command), exhausted);
}

/** Null when something changed meanwhile. */
async function tryEdit(
  deps: EditStrategyBotDeps,
  command: EditStrategyBotCommand,
): Promise<EditResult | null> {
  const found = await findStrategyBot(deps, command);
  if (!found.ok) return rejected({ code: found.rejection });
  const { brain, isActivated, ...bot } = found.value;
  const changes = changesOf(brain.type, brain.config, command.changes);
  const place = await placeOnAccount(deps, bot, { ...brain.config, ...changes });
  if (!place.ok) return place;
  const { market } = place.value;
  const read = applyEdit(brain.type, brain.config, changes, market, isActivated);
  if (!read.ok) return rejected({ code: 'invalid_config', problems: read.rejection });
  const { marketTag } = market;
  const after = read.value.record;
  const edited = { ...found.value, marketTag, brain: { ...brain, config: after } };
  const isWritten = await deps.bots.editStrategyBot({
    userId: bot.userId,
    botId: bot.botId,
    isActivated,
    before: brain.config,
    after,
    marketTag,
    atMs: deps.clock.nowMs(),
    completion: completionWith(command.completion, edited),
  });
  return isWritten ? accepted(edited) : null;
}

// Making a bot of a strategy on an account of one's own. It does not run until it is started.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Parts, PartsDeps, PartsRejection } from '#services/bots/create-bot.ts';
import { findMade, insertBot, newBot, placeFor } from '#services/bots/create-bot.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import { isOfStrategy } from '#services/strategy-bots/own-bot.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import { marketTagOf, planAt } from '#services/strategy-bots/planned-bot.ts';

export type CreateStrategyBotCommand = Parts & {
  readonly completion?: CompletionSlot<StrategyBot> | null;
  readonly type: StrategyType;
  /** As it was sent; its `market_tag` is the bot's market. */
  readonly config: StrategyConfig;
};

export type CreateStrategyBotRejection = PartsRejection | InvalidConfig;

/**
 * Repeating a request returns the bot that its first try made. All problems of its settings are
 * returned at once; `judge` says why it cannot be made now.
 */
export async function createStrategyBot(
  deps: PartsDeps,
  command: CreateStrategyBotCommand,
  judge: (planned: PlannedBot) => Promise<readonly SettingProblem[]> = async () => [],
): Promise<Result<StrategyBot, CreateStrategyBotRejection>> {
  const { type, config } = command;
  const made = await findMade(deps, command);
  if (made !== null && isOfStrategy(made)) return accepted(made);
  const marketTag = marketTagOf(config);
  const place = await placeFor(deps, command, marketTag);
  if (!place.ok) return place;
  const planned = planAt(place.value, type, config);
  if (!planned.ok) return planned;
  const problems = await judge(planned.value);
  if (problems.length > 0) return rejected({ code: 'invalid_config', problems });
  const brain = { kind: 'strategy', type, config: planned.value.read.record } as const;
  const parts = { marketTag, brain, settings: UNCHOSEN_SETTINGS };
  const bot: StrategyBot = { ...newBot(deps, command, parts), brain };
  return insertBot(deps, command, bot, completionWith(command.completion ?? null, bot));
}

// Making a bot of a strategy on an account of one's own. It does not run until it is started.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { heldTypes } from '#venue-port/exchange/held-types.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
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
  /** Who holds its stop; absent: the service. */
  readonly stops?: StopHolder | null;
};

export type CreateStrategyBotRejection =
  | PartsRejection
  | InvalidConfig
  | { readonly code: 'stops_not_held'; readonly detail: string };

/**
 * Repeating a request returns the bot that its first try made. All problems of its settings are
 * returned at once; `judge` says why it cannot be made now.
 */
export async function createStrategyBot(
  deps: PartsDeps,
  command: CreateStrategyBotCommand,
  judge: (planned: PlannedBot) => Promise<readonly SettingProblem[]> = async () => [],
): Promise<Result<StrategyBot, CreateStrategyBotRejection>> {
  const { type, config, stops = null } = command;
  const made = await findMade(deps, command);
  if (made !== null && isOfStrategy(made)) return accepted(made);
  const marketTag = marketTagOf(config);
  const place = await placeFor(deps, command, marketTag);
  if (!place.ok) return place;
  const planned = planAt(place.value, type, config);
  if (!planned.ok) return planned;
  const detail = stops === 'exchange' ? whyNotHeld(deps, type, planned.value) : null;
  if (detail !== null) return rejected({ code: 'stops_not_held', detail });
  const problems = await judge(planned.value);
  if (problems.length > 0) return rejected({ code: 'invalid_config', problems });
  const brain = { kind: 'strategy', type, config: planned.value.read.record } as const;
  const settings = { ...UNCHOSEN_SETTINGS, ...(stops === null ? {} : { stops }) };
  const parts = { marketTag, brain, settings };
  const bot: StrategyBot = { ...newBot(deps, command, parts), brain };
  return insertBot(deps, command, bot, completionWith(command.completion ?? null, bot));
}

/** Bots whose stop is one level of all that they hold. */
const STOPPED: readonly StrategyType[] = ['futures_dollar_cost_averaging', 'webhook'];

/** Why the exchange cannot hold the stop of such a bot, in words; null: it can. */
function whyNotHeld(
  { exchanges }: PartsDeps,
  type: StrategyType,
  { market, account }: PlannedBot,
): string | null {
  if (!STOPPED.includes(type) || market.contract === null)
    return 'an exchange holds stops of averaging and signal bots on futures alone';
  const { name, orderSupport, capabilities } = exchangeOf(exchanges, account);
  if (heldTypes(orderSupport, 'futures').includes('stop_market')) return null;
  const row = capabilities?.find(({ marketType }) => marketType === 'futures');
  const reason = row?.stopsLeftOut ?? null;
  return `${name} holds no such stops${reason === null ? '' : `: ${reason}`}`;
}

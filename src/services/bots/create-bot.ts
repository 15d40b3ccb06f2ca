// Making a bot, of a script or of a strategy. It does not run until it is started.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#domain/market/market.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { Bot, BotBrain, BotSettings, StrategyConfig } from '#ports/stores/bot-store.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BotDeps, BotOwner } from '#services/bots/bot-deps.ts';
import type { BotMisfit } from '#services/bots/bot-misfits.ts';
import { misfitsText, parameterMisfits, settingMisfits } from '#services/bots/bot-misfits.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

type NewBot = {
  readonly caller: BotOwner;
  readonly name: string;
  readonly accountId: string;
  readonly marketTag: string;
  /** Equal for each try of one request: all tries make the same bot. */
  readonly derivationId: string;
  readonly completion?: CompletionSlot<Bot> | null;
};

export type CreateBotCommand = NewBot & {
  readonly scriptId: string;
  readonly settings: BotSettings;
};

export type CreateStrategyBotCommand = Omit<NewBot, 'marketTag'> & {
  readonly type: StrategyType;
  /** As it was sent; its `market_tag` is the bot's market. */
  readonly config: StrategyConfig;
};

type PartsRejection = {
  readonly code: 'account_not_found' | 'forbidden' | 'unknown_market';
  readonly detail: string;
};

export type CreateBotRejection =
  | PartsRejection
  | { readonly code: 'script_not_found'; readonly detail: string }
  | { readonly code: 'unfit'; readonly detail: string; readonly misfits: readonly BotMisfit[] };

export type CreateStrategyBotRejection =
  | PartsRejection
  | { readonly code: 'invalid_config'; readonly problems: readonly SettingProblem[] };

/** Repeating a request returns the bot that its first try made. */
export async function createBot(
  deps: BotDeps,
  command: CreateBotCommand,
): Promise<Result<Bot, CreateBotRejection>> {
  const { caller, scriptId, settings, marketTag } = command;
  const made = await findMade(deps, command);
  if (made !== null) return accepted(made);
  const script = await deps.scripts.findScript(caller.userId, scriptId);
  if (script === null) {
    return rejected({ code: 'script_not_found', detail: `There is no script "${scriptId}".` });
  }
  const market = await marketFor(deps, command, marketTag);
  if (!market.ok) return market;
  const misfits = [
    ...parameterMisfits(script, settings.inputs),
    ...settingMisfits(market.value, settings),
  ];
  if (misfits.length > 0) return rejected({ code: 'unfit', detail: misfitsText(misfits), misfits });
  return insert(deps, command, marketTag, { kind: 'script', scriptId }, settings);
}

/**
 * The same for a strategy; all problems of its settings are returned at once.
 *
 * @internal for the simulator: users have bots of strategies through partners
 */
export async function createStrategyBot(
  deps: Omit<BotDeps, 'scripts'>,
  command: CreateStrategyBotCommand,
): Promise<Result<Bot, CreateStrategyBotRejection>> {
  const { type, config } = command;
  const made = await findMade(deps, command);
  if (made !== null) return accepted(made);
  const { market_tag: sent = '' } = config;
  const marketTag = typeof sent === 'string' ? sent : '';
  const market = await marketFor(deps, command, marketTag);
  if (!market.ok) return market;
  const read = readConfig(type, config, market.value);
  if (!read.ok) return rejected({ code: 'invalid_config', problems: read.rejection });
  const brain = { kind: 'strategy', type, config: read.value.record } as const;
  return insert(deps, command, marketTag, brain, UNCHOSEN_SETTINGS);
}

type Parts = Omit<NewBot, 'marketTag'>;
type PartsDeps = Omit<BotDeps, 'scripts'>;

async function findMade(deps: PartsDeps, { caller, derivationId }: Parts): Promise<Bot | null> {
  return deps.bots.findBot(caller.userId, botIdOf(deps, derivationId));
}

function botIdOf({ digest }: PartsDeps, derivationId: string): string {
  return identifierFromBytes('bot', digest.sha256(`bot:${derivationId}`));
}

/** The market, where the account may trade it by a bot. */
async function marketFor(
  deps: PartsDeps,
  { caller, accountId }: Parts,
  marketTag: string,
): Promise<Result<Market, PartsRejection>> {
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) {
    return rejected({
      code: 'account_not_found',
      detail: `There is no account "${accountId}".`,
    });
  }
  const { account, exchange } = found.value;
  if (!account.allowsBots) {
    const detail =
      `Account "${accountId}" is not activated for bots. On the machine of the service: ` +
      `tidemill accounts activate-bots ${accountId}`;
    return rejected({ code: 'forbidden', detail });
  }
  const market = await findMarket(exchange, marketTag);
  if (market !== null && market.marketType === account.marketType) return accepted(market);
  const detail =
    `expected a ${account.marketType} market of exchange "${account.exchange}", ` +
    `found "${marketTag}".`;
  return rejected({ code: 'unknown_market', detail });
}

async function insert(
  deps: PartsDeps,
  command: Parts,
  marketTag: string,
  brain: BotBrain,
  settings: BotSettings,
): Promise<Result<Bot, PartsRejection>> {
  const { plan, planUntilMs } = command.caller;
  const nowMs = deps.clock.nowMs();
  if (isLapsed(planUntilMs, nowMs)) {
    const detail = `Your plan "${plan}" has ended; no bots are made until it is renewed.`;
    return rejected({ code: 'forbidden', detail });
  }
  const botId = botIdOf(deps, command.derivationId);
  const bot = newBot(botId, command, { marketTag, brain, settings }, nowMs);
  const { botsMax } = PLANS[plan];
  const completion = completionWith(command.completion ?? null, bot);
  const outcome = await deps.bots.insertBot(bot, botsMax, completion);
  if (outcome !== 'limit') return accepted(bot);
  const detail = `Your plan "${plan}" allows ${botsMax} bots, and you have as many.`;
  return rejected({ code: 'forbidden', detail });
}

function newBot(
  botId: string,
  { caller, name, accountId }: Parts,
  parts: Pick<Bot, 'marketTag' | 'brain' | 'settings'>,
  nowMs: number,
): Bot {
  return {
    botId,
    userId: caller.userId,
    name,
    accountId,
    ...parts,
    ...NEVER_RUN,
    createdAtMs: nowMs,
  };
}

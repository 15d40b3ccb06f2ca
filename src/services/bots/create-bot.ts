// Making a bot. It does not run until it is started.

import { ZERO } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Bot, BotSettings } from '#ports/bot-store.ts';
import type { Principal } from '#ports/store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BotDeps } from '#services/bots/bot-deps.ts';
import { findMarket } from '#services/markets/find-market.ts';

export type CreateBotCommand = {
  readonly caller: Principal;
  readonly name: string;
  readonly scriptId: string;
  readonly accountId: string;
  readonly marketTag: string;
  readonly settings: BotSettings;
  /** Equal for each try of one request: all tries make the same bot. */
  readonly derivationId: string;
};

export type CreateBotRejection = {
  readonly code: 'account_not_found' | 'script_not_found' | 'forbidden' | 'unknown_market';
  readonly detail: string;
};

/** Repeating a request answers the bot that its first try made. */
export async function createBot(
  deps: BotDeps,
  command: CreateBotCommand,
): Promise<Result<Bot, CreateBotRejection>> {
  const { caller } = command;
  const botId = identifierFromBytes('bot', deps.digest.sha256(`bot:${command.derivationId}`));
  const made = await deps.bots.findBot(caller.userId, botId);
  if (made !== null) return accepted(made);
  const refusal = (await partsRefusal(deps, command)) ?? planRefusal(caller, deps.clock.nowMs());
  if (refusal !== null) return rejected(refusal);
  const bot = newBot(botId, command, deps.clock.nowMs());
  const { botsMax } = PLANS[caller.plan];
  const outcome = await deps.bots.insertBot(bot, botsMax);
  if (outcome !== 'limit') return accepted(bot);
  const detail = `Your plan "${caller.plan}" allows ${botsMax} bots, and you have as many.`;
  return rejected({ code: 'forbidden', detail });
}

async function partsRefusal(
  deps: BotDeps,
  { caller, scriptId, accountId, marketTag }: CreateBotCommand,
): Promise<CreateBotRejection | null> {
  if ((await deps.scripts.findScript(caller.userId, scriptId)) === null) {
    return { code: 'script_not_found', detail: `There is no script "${scriptId}".` };
  }
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) {
    return { code: 'account_not_found', detail: `There is no account "${accountId}".` };
  }
  const { account, exchange } = found.value;
  if (!account.allowsBots) {
    return { code: 'forbidden', detail: `Account "${accountId}" is not activated for bots.` };
  }
  const market = await findMarket(exchange, marketTag);
  if (market !== null && market.marketType === account.marketType) return null;
  const detail =
    `expected a ${account.marketType} market of exchange "${account.exchange}", ` +
    `found "${marketTag}".`;
  return { code: 'unknown_market', detail };
}

function planRefusal({ plan, planUntilMs }: Principal, nowMs: number): CreateBotRejection | null {
  if (!isLapsed(planUntilMs, nowMs)) return null;
  const detail = `Your plan "${plan}" has ended; no bots are made until it is renewed.`;
  return { code: 'forbidden', detail };
}

function newBot(botId: string, command: CreateBotCommand, nowMs: number): Bot {
  const { caller, name, accountId, marketTag, scriptId, settings } = command;
  return {
    botId,
    userId: caller.userId,
    name,
    accountId,
    marketTag,
    scriptId,
    settings,
    isActivated: false,
    isPaused: false,
    realizedProfit: ZERO,
    unrealizedProfit: ZERO,
    roiPercent: ZERO,
    activation: 0,
    activatedAtMs: null,
    stopReason: null,
    createdAtMs: nowMs,
  };
}

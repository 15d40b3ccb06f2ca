// Bots and their log in words and as JSON, and the errors that commands about them share.

import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import type { BotLogPage } from '#services/bots/inspect-bot.ts';
import { listUsers } from '#services/users/list-users.ts';

export type BotOptions = CommonOptions & { user: string };
export type BotLine = BotLogPage['lines'][number];

export async function userIdOf(deps: ServiceDeps, name: string): Promise<string> {
  const user = (await listUsers(deps)).find((each) => each.name === name);
  if (user === undefined) throw await unknownUser(deps, name);
  return user.userId;
}

export function unknownBot(user: string, botId: string): CommandFailed {
  return new CommandFailed(
    `User "${user}" has no bot "${botId}".`,
    `See what there is: tidemill bots list --user ${user}`,
  );
}

export function stateOf(bot: Bot): string {
  if (!bot.isActivated) return 'stopped';
  return bot.isPaused ? 'paused' : 'running';
}

export function botToJson(bot: Bot): object {
  return {
    bot_id: bot.botId,
    name: bot.name,
    account_id: bot.accountId,
    market_tag: bot.marketTag,
    ...brainToJson(bot),
    is_activated: bot.isActivated,
    is_paused: bot.isPaused,
    realized_profit: formatDecimal(bot.realizedProfit),
    unrealized_profit: formatDecimal(bot.unrealizedProfit),
    roi: formatDecimal(bot.roiPercent),
    stop_reason: bot.stopReason,
  };
}

function brainToJson({ brain }: Bot): object {
  return brain.kind === 'script' ? { script_id: brain.scriptId } : { strategy: brain.type };
}

export function lineToJson({ atMs, severity, message }: BotLine): object {
  return { at: formatInstant(atMs), severity, message };
}

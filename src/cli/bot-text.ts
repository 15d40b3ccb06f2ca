// Bots and their log in words and as JSON, and the errors that commands about them share.

import type { Command } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';
import { intervalText } from '#domain/candle/interval.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import { COIN_PLACES, shortDecimal } from '#services/reports/shown-decimals.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import type { BotLogPage } from '#services/bots/inspect-bot.ts';

export type BotOptions = CommonOptions & OfUser;
export type BotLine = BotLogPage['lines'][number];

/** Id of the user that the options name, or of the only one. Throws when it is not clear. */
export async function userIdOf(deps: ServiceDeps, options: OfUser): Promise<string> {
  return (await ownerOf(deps, options)).userId;
}

/** The user that is meant, as who asks. */
export async function ownerOf(deps: ServiceDeps, options: OfUser) {
  const name = await chooseUser(deps, options);
  const caller = await callerOfUser(deps, name);
  if (!caller.ok) throw await unknownUser(deps, name);
  return caller.value;
}

/** Failure of a command that names a bot of nobody, or of another user. */
export function unknownBot(options: OfUser, botId: string): CommandFailed {
  const whose = options.user === undefined ? 'The user' : `User "${options.user}"`;
  return new CommandFailed(
    `${whose} has no bot "${botId}".`,
    `See what there is: tidemill bots list${userWords(options)}`,
  );
}

/** State of a bot in one word. */
export function stateOf(bot: Bot): string {
  if (!bot.isActivated) return 'stopped';
  return bot.isPaused ? 'paused' : 'running';
}

/** Bot as machines read it, named as in the API. */
export function botToJson(bot: Bot): object {
  return {
    bot_id: bot.botId,
    name: bot.name,
    account_id: bot.accountId,
    is_paper: isPaperAccount(bot.accountId),
    market_tag: bot.marketTag,
    ...brainToJson(bot),
    is_activated: bot.isActivated,
    is_paused: bot.isPaused,
    realized_profit: formatDecimal(bot.realizedProfit),
    unrealized_profit: formatDecimal(bot.unrealizedProfit),
    roi: formatDecimal(bot.roiPercent),
    stop_reason: bot.stopReason,
    stopped_by: bot.stoppedBy,
  };
}

function brainToJson({ brain }: Bot): object {
  return brain.kind === 'script' ? { script_id: brain.scriptId } : { strategy: brain.type };
}

/** Line of a bot's log as machines read it. */
export function lineToJson({ atMs, severity, message }: BotLine): object {
  return { at: formatInstant(atMs), severity, message };
}

/** A command on one bot of a user. */
export function oneBot(name: string, description: string): Command {
  return baseCommand(name, description)
    .argument('<ID>', 'the id that "tidemill bots list" shows')
    .addOption(userOption('whose bot'));
}

/** All that is known of a bot, a line each. */
export function botDetails(bot: ShownBot): readonly (readonly [string, string])[] {
  const { brain, settings, lastUpdateAtMs, nextUpdateAtMs, profitCurrency } = bot;
  const currency = profitCurrency === null ? '' : ` ${profitCurrency}`;
  const inputs = Object.entries(settings.inputs);
  const details: readonly (readonly [string, string])[] = [
    ['id', bot.botId],
    ['name', bot.name],
    ['state', stateOf(bot)],
    ['stopped by', bot.stoppedBy ?? ''],
    ['stopped because', bot.stopReason ?? ''],
    [brain.kind, brain.kind === 'script' ? brain.scriptId : brain.type],
    ['account', `${bot.accountId}${isPaperAccount(bot.accountId) ? ' (paper: play money)' : ''}`],
    ['market', bot.marketTag ?? ''],
    ['chart interval', intervalText(settings.intervalMinutes)],
    ['inputs', inputs.map(([key, value]) => `${key}=${value}`).join(', ') || 'the defaults'],
    ['realized profit', `${shortDecimal(bot.realizedProfit, COIN_PLACES)}${currency}`],
    ['open profit', `${shortDecimal(bot.unrealizedProfit, COIN_PLACES)}${currency}`],
    ['updated last', instantText(lastUpdateAtMs)],
    ['updated next', instantText(nextUpdateAtMs)],
  ];
  return details.filter(([, value]) => value !== '');
}

function instantText(atMs: number | null): string {
  return atMs === null ? '' : formatInstant(atMs);
}

/** Bot with its settings and its updates as machines read it. */
export function botDetailsToJson(bot: ShownBot): object {
  const { lastUpdateAtMs: last, nextUpdateAtMs: next } = bot;
  return {
    ...botToJson(bot),
    interval: bot.settings.intervalMinutes,
    parameters: bot.settings.inputs,
    profit_currency: bot.profitCurrency,
    last_update_at: last === null ? null : formatInstant(last),
    next_update_at: next === null ? null : formatInstant(next),
  };
}

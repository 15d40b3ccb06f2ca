// `tidemill bots`: list, logs.

import type { Command } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import type { BotLogPage } from '#services/bots/inspect-bot.ts';
import { listBotLines } from '#services/bots/inspect-bot.ts';
import { listBots } from '#services/bots/list-bots.ts';
import { listUsers } from '#services/users/list-users.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

export function botsCommand(host: Host): Command {
  return groupCommand('bots', 'bots: which there are, and what they wrote', [
    listCommand(host),
    logsCommand(host),
  ]);
}

type UserOptions = CommonOptions & { user: string };
type Line = BotLogPage['lines'][number];

function listCommand(host: Host): Command {
  return baseCommand('list', "show a user's bots")
    .requiredOption('--user <NAME>', 'whose bots')
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const bots = await everyBot(deps, await userIdOf(deps, options.user));
        const whenEmpty = 'There are no bots. They are made through the API: POST /v1/bots';
        writeResult(host, options, { data: bots.map(botToJson) }, () =>
          formatTable(host.terminal, BOT_COLUMNS, bots, whenEmpty),
        );
      });
    });
}

function logsCommand(host: Host): Command {
  return baseCommand('logs', 'show what a bot wrote last, oldest first')
    .argument('<ID>', 'the id that "tidemill bots list" shows')
    .requiredOption('--user <NAME>', 'whose bot')
    .action(async (botId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options.user);
        const limit = LIMITS.pageItemsMax;
        const found = await listBotLines(deps, { userId, botId, after: null, limit });
        if (!found.ok) {
          throw new CommandFailed(
            `User "${options.user}" has no bot "${botId}".`,
            `See what there is: tidemill bots list --user ${options.user}`,
          );
        }
        const lines = found.value.lines.toReversed();
        writeResult(host, options, { data: lines.map(lineToJson) }, () =>
          formatTable(host.terminal, LINE_COLUMNS, lines, 'The bot has written nothing yet.'),
        );
      });
    });
}

async function userIdOf(deps: ServiceDeps, name: string): Promise<string> {
  const user = (await listUsers(deps)).find((each) => each.name === name);
  if (user === undefined) throw await unknownUser(deps, name);
  return user.userId;
}

async function everyBot(deps: ServiceDeps, userId: string): Promise<readonly Bot[]> {
  const found: Bot[] = [];
  let afterId: string | null = null;
  do {
    const page = await listBots(deps, { userId, afterId, limit: LIMITS.pageItemsMax });
    found.push(...page.bots);
    afterId = page.lastId;
  } while (afterId !== null);
  return found;
}

const BOT_COLUMNS = [
  { title: 'ID', cell: (bot: Bot) => bot.botId },
  { title: 'NAME', cell: (bot: Bot) => bot.name },
  { title: 'MARKET', cell: (bot: Bot) => bot.marketTag ?? '' },
  { title: 'STATE', cell: stateOf },
  { title: 'REALIZED', cell: (bot: Bot) => formatDecimal(bot.realizedProfit) },
  { title: 'OPEN', cell: (bot: Bot) => formatDecimal(bot.unrealizedProfit) },
  { title: 'STOPPED BECAUSE', cell: (bot: Bot) => bot.stopReason ?? '' },
] as const;

const LINE_COLUMNS = [
  { title: 'AT', cell: (line: Line) => formatInstant(line.atMs) },
  { title: 'KIND', cell: (line: Line) => line.severity },
  { title: 'MESSAGE', cell: (line: Line) => line.message },
] as const;

function stateOf(bot: Bot): string {
  if (!bot.isActivated) return 'stopped';
  return bot.isPaused ? 'paused' : 'running';
}

function botToJson(bot: Bot): object {
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

function lineToJson({ atMs, severity, message }: Line): object {
  return { at: formatInstant(atMs), severity, message };
}

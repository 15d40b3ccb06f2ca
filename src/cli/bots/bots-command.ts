// `tidemill bots`: list, show, logs, watch, replay; the others have files of their own.

import type { Command } from 'commander';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import { userOption } from '#cli/choose-user.ts';
import type { BotLine, BotOptions } from '#cli/bot-text.ts';
import {
  botDetails,
  botDetailsToJson,
  botToJson,
  lineToJson,
  oneBot,
  stateOf,
  unknownBot,
  userIdOf,
} from '#cli/bot-text.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { reportCommand } from '#cli/bots/bot-report-command.ts';
import { compareCommand } from '#cli/bots/compare-bot-command.ts';
import { createCommand } from '#cli/bots/create-bot-command.ts';
import { valuesCommand } from '#cli/bots/bot-values-command.ts';
import { pauseCommand, resumeCommand } from '#cli/bots/pause-bot-command.ts';
import { startCommand, stopCommand } from '#cli/bots/switch-bot-command.ts';
import { showReplay } from '#cli/bots/show-replay.ts';
import { formatTable } from '#cli/table.ts';
import { watchBot } from '#cli/bots/watch-bot.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import { listBotLines } from '#services/bots/inspect-bot.ts';
import { getBot, listBots } from '#services/bots/list-bots.ts';

/** Group `tidemill bots`. */
export function botsCommand(host: Host): Command {
  return groupCommand('bots', 'bots: which there are, what they do, and why they did it', [
    createCommand(host),
    listCommand(host),
    showCommand(host),
    startCommand(host),
    stopCommand(host),
    pauseCommand(host),
    resumeCommand(host),
    logsCommand(host),
    watchCommand(host),
    replayCommand(host),
    reportCommand(host),
    compareCommand(host),
    valuesCommand(host),
  ]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', "show a user's bots")
    .addOption(userOption('whose bots'))
    .action(async (options: BotOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const bots = await everyBot(deps, await userIdOf(deps, options));
        const whenEmpty =
          'There are no bots. Make one: tidemill bots create SCRIPT_ID --name NAME --market TAG';
        writeResult(host, options, { data: bots.map(botToJson) }, () =>
          formatTable(host.terminal, BOT_COLUMNS, bots, whenEmpty),
        );
      });
    });
}

function showCommand(host: Host): Command {
  return oneBot('show', 'show a bot with its inputs, settings and updates').action(
    async (botId: string, options: BotOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options);
        const found = await getBot(deps, { userId, botId });
        if (!found.ok) throw unknownBot(options, botId);
        const bot = found.value;
        writeResult(host, options, botDetailsToJson(bot), () =>
          formatTable(host.terminal, DETAIL_COLUMNS, botDetails(bot), ''),
        );
      });
    },
  );
}

function logsCommand(host: Host): Command {
  return oneBot('logs', 'show what a bot wrote last, oldest first').action(
    async (botId: string, options: BotOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options);
        const limit = LIMITS.pageItemsMax;
        const found = await listBotLines(deps, { userId, botId, after: null, limit });
        if (!found.ok) throw unknownBot(options, botId);
        const lines = found.value.lines.toReversed();
        writeResult(host, options, { data: lines.map(lineToJson) }, () =>
          formatTable(host.terminal, LINE_COLUMNS, lines, 'The bot has written nothing yet.'),
        );
      });
    },
  );
}

function watchCommand(host: Host): Command {
  return oneBot('watch', 'show what a bot does as it does it, until it is stopped').action(
    async (botId: string, options: BotOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options);
        await watchBot(host, options, deps, { userId, botId });
      });
    },
  );
}

function replayCommand(host: Host): Command {
  return oneBot(
    'replay',
    "make a bot's latest run again from its retained inputs, and compare its orders",
  ).action(async (botId: string, options: BotOptions) => {
    await withApplication(host, options, async ({ deps }) => {
      const userId = await userIdOf(deps, options);
      await showReplay(host, options, deps, { userId, botId });
    });
  });
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
  { title: 'MONEY', cell: ({ accountId }: Bot) => (isPaperAccount(accountId) ? 'paper' : '') },
  { title: 'REALIZED', figure: (bot: Bot) => bot.realizedProfit },
  { title: 'OPEN', figure: (bot: Bot) => bot.unrealizedProfit },
  { title: 'STOPPED BY', cell: (bot: Bot) => bot.stoppedBy ?? '' },
  { title: 'STOPPED BECAUSE', cell: (bot: Bot) => bot.stopReason ?? '' },
] as const;

const DETAIL_COLUMNS = [
  { title: 'WHAT', cell: ([what]: readonly [string, string]) => what },
  { title: 'IS', cell: ([, value]: readonly [string, string]) => value },
] as const;

const LINE_COLUMNS = [
  { title: 'AT', cell: (line: BotLine) => formatInstant(line.atMs) },
  { title: 'KIND', cell: (line: BotLine) => line.severity },
  { title: 'MESSAGE', cell: (line: BotLine) => line.message },
] as const;

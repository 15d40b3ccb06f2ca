// `tidemill bots pause` and `tidemill bots resume`.

import type { Command } from 'commander';
import type { SendBotInputRejection } from '#services/bots/send-bot-input.ts';
import { pauseBot } from '#services/bots/pause-bot.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { oneBot, ownerOf, unknownBot } from '#cli/bot-text.ts';
import { userWords } from '#cli/choose-user.ts';
import { withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';

/** Command `tidemill bots pause`. */
export function pauseCommand(host: Host): Command {
  return switchCommand(
    host,
    'pause',
    'have a running bot skip minutes; its open orders stay',
    true,
  );
}

/** Command `tidemill bots resume`. */
export function resumeCommand(host: Host): Command {
  return switchCommand(host, 'resume', 'have a paused bot go on with the next minute', false);
}

function switchCommand(host: Host, name: string, description: string, isPaused: boolean): Command {
  return oneBot(name, description).action(async (botId: string, options: BotOptions) => {
    await withRiskApplication(host, options, async ({ deps }) => {
      const { userId } = await ownerOf(deps, options);
      const pause = { botId, isPaused };
      const sent = await pauseBot(deps, { userId, pause, completion: null });
      if (!sent.ok) throw failureOf(sent.rejection, options, botId);
      const forMachines = { bot_id: botId, is_paused: isPaused, accepted: true };
      writeResult(host, options, forMachines, () => {
        const what = isPaused ? 'is paused' : 'goes on';
        const next = `To see it: tidemill bots show ${botId}${userWords(options)}\n`;
        return `Bot ${botId} ${what} within a second, while tidemill serve runs.\n${next}`;
      });
    });
  });
}

function failureOf(
  rejection: SendBotInputRejection,
  options: BotOptions,
  botId: string,
): CommandFailed {
  switch (rejection) {
    case 'bot_not_found':
      return unknownBot(options, botId);
    case 'not_running':
      return new CommandFailed(
        `Bot "${botId}" does not run.`,
        `Start it: tidemill bots start ${botId}${userWords(options)}`,
      );
    case 'inbox_full':
      return new CommandFailed(
        `Bot "${botId}" has a hundred signals waiting.`,
        'Try again when it has caught up; tidemill serve must run.',
      );
  }
}

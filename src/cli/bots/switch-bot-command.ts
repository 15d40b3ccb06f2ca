// `tidemill bots start` and `tidemill bots stop`.

import type { Command } from 'commander';
import { stopBot } from '#services/bots/stop-bot.ts';
import { readableOrders } from '#services/orders/unreadable-orders.ts';
import { startOwnBot } from '#services/strategy-bots/start-own-bot.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { oneBot, ownerOf, unknownBot } from '#cli/bot-text.ts';
import { userWords } from '#cli/choose-user.ts';
import { withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';

type StopOptions = BotOptions & { readonly cancelOrders?: true; readonly closePosition?: true };

/** Command `tidemill bots start`. */
export function startCommand(host: Host): Command {
  return oneBot('start', 'start a bot; one that runs goes on').action(
    async (botId: string, options: BotOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        if ((await deps.bots.findBot(caller.userId, botId)) === null)
          throw unknownBot(options, botId);
        await startBot(deps, caller, botId);
        writeResult(host, options, { bot_id: botId, is_activated: true }, () =>
          runsText(options, botId),
        );
      });
    },
  );
}

type StartDeps = Parameters<typeof startOwnBot>[0];
type Caller = Parameters<typeof startOwnBot>[1]['caller'];

/** Throws CommandFailed where it cannot run. */
export async function startBot(deps: StartDeps, caller: Caller, botId: string): Promise<void> {
  const started = await startOwnBot(deps, { caller, botId });
  if (started.ok) return;
  throw new CommandFailed(
    started.rejection.detail,
    `Mend what it says, then start the bot: tidemill bots start ${botId}`,
  );
}

/** Sentence about a bot that runs, with how to watch it. */
export function runsText(options: BotOptions, botId: string): string {
  const next = `To see what it does: tidemill bots watch ${botId}${userWords(options)}\n`;
  return `Bot ${botId} runs.\n${next}`;
}

/** Command `tidemill bots stop`; it names orders that still work. */
export function stopCommand(host: Host): Command {
  return oneBot('stop', 'stop a bot; its orders and positions stay by default')
    .option('--cancel-orders', 'cancel its open orders')
    .option('--close-position', 'close what it holds at market; cancels its orders first')
    .action(async (botId: string, options: StopOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const closesPositions = options.closePosition === true;
        const windDown = { cancelsOrders: options.cancelOrders === true, closesPositions };
        const stopped = await stopBot(deps, { userId, botId, windDown });
        if (!stopped.ok) throw unknownBot(options, botId);
        const left = await readableOrders((onUnreadable) =>
          deps.botRuns.listWorkingBotOrders(botId, onUnreadable),
        );
        const leftCount = left.orders.length + left.unreadable.length;
        const forMachines = { bot_id: botId, is_activated: false, orders_working: leftCount };
        writeResult(host, options, forMachines, () => stoppedText(botId, leftCount, options));
      });
    });
}

function stoppedText(botId: string, leftCount: number, options: StopOptions): string {
  const done = `Stopped. Bot ${botId} does not run.\n`;
  if (leftCount === 0) return done;
  const orders = leftCount === 1 ? '1 order of it is' : `${leftCount} orders of it are`;
  const how = `tidemill bots stop ${botId}${userWords(options)} --cancel-orders`;
  return `${done}${orders} still open. To cancel: ${how}\n`;
}

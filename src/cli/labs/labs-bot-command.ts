// `tidemill labs bot`: a bot that trades as a result of a lab did.

import type { Command } from 'commander';
import { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser, nextCommand } from '#cli/labs-text.ts';

type Options = LabOptions & { name: string; account?: string };

/** Command `tidemill labs bot`. */
export function botCommand(host: Host): Command {
  return baseCommand('bot', 'make a bot of a result; it does not run yet')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .argument('<RESULT_ID>', 'as "tidemill labs results" shows it')
    .addOption(userOption('whose lab it is'))
    .requiredOption('--name <NAME>', 'what to call the bot')
    .option('--account <ID>', "where it trades; the lab's account by default")
    .action(async (labId: string, backtestId: string, options: Options) => {
      await asUser(host, options, async (deps, caller) => {
        const made = await makeBotOfResult(deps, {
          caller,
          labId,
          backtestId,
          name: options.name,
          accountId: options.account ?? null,
          derivationId: derivationOf(deps),
        });
        if (!made.ok) {
          const advice = `See what there is: ${nextCommand(options, 'results', labId)}`;
          throw new CommandFailed(made.rejection.detail, advice);
        }
        const { botId, marketTag, name, settings } = made.value;
        const shown = { bot_id: botId, name, market_tag: marketTag, parameters: settings.inputs };
        writeResult(host, options, shown, () => {
          const inputs = Object.entries(settings.inputs).map((input) => input.join('='));
          const what = `${botId}  ${name}  on ${marketTag ?? '-'}  ${inputs.join(' ')}`;
          return `${what}\nStart it: tidemill bots start ${botId}${userWords(options)}\n`;
        });
      });
    });
}

// `tidemill bots create`: a bot of a script. It runs once it is started.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import type { BotSettings } from '#services/bots/bot-deps.ts';
import { createBot } from '#services/bots/create-bot.ts';
import type { InputValue } from '#services/backtests/backtest-choices.ts';
import { chooseAccountFor } from '#cli/choose-account.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { botToJson, ownerOf } from '#cli/bot-text.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { namedMarket } from '#cli/markets/named-market.ts';
import {
  inputOption,
  parseInterval,
  parsePositive,
  TRADE_AMOUNT_HELP,
} from '#cli/parse-argument.ts';

type Options = BotOptions &
  OfAccount & {
    readonly name: string;
    readonly market: string;
    readonly interval: number;
    readonly set: readonly (readonly [string, InputValue])[];
    readonly leverage?: Decimal;
    readonly marginMode?: 'cross' | 'isolated';
    readonly tradeAmount?: Decimal;
  };

export function createCommand(host: Host): Command {
  return baseCommand('create', 'make a bot of a script; it does not run yet')
    .argument('<SCRIPT_ID>', 'as "tidemill scripts list" shows it')
    .addOption(userOption('whose bot it is'))
    .requiredOption('--name <NAME>', 'what to call it')
    .requiredOption('--market <TAG>', 'a market that "tidemill markets" shows')
    .option('--account <ID>', 'where it trades (default: the only account that can)')
    .option('--interval <MINUTES>', 'chart interval', parseInterval, 1)
    .addOption(inputOption())
    .option('--leverage <FACTOR>', "of futures positions (default: the script's)", parsePositive)
    .addOption(new Option('--margin-mode <MODE>', 'of futures').choices(['cross', 'isolated']))
    .option('--trade-amount <QUOTE>', TRADE_AMOUNT_HELP, parsePositive)
    .action(async (scriptId: string, options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const market = await namedMarket(deps, options.market);
        const made = await createBot(deps, {
          caller,
          name: options.name,
          scriptId,
          accountId: await chooseAccountFor(deps, caller, market, options),
          marketTag: market.marketTag,
          settings: settingsOf(options),
          derivationId: derivationOf(deps),
        });
        if (!made.ok) throw refusedBot(made.rejection.code, made.rejection.detail);
        const { botId, name } = made.value;
        const next = `Start it: tidemill bots start ${botId}${userWords(options)}\n`;
        const said = `Made bot ${botId} "${name}" on ${market.marketTag}.\n`;
        writeResult(host, options, botToJson(made.value), () => said + next);
      });
    });
}

function settingsOf(options: Options): BotSettings {
  return {
    intervalMinutes: options.interval,
    inputs: Object.fromEntries(options.set),
    leverage: options.leverage ?? null,
    marginMode: options.marginMode ?? null,
    tradeAmountQuote: options.tradeAmount ?? null,
  };
}

const ADVICE: Readonly<Record<string, string>> = {
  script_not_found: 'See the scripts that exist: tidemill scripts list',
  account_not_found: 'See the accounts that exist: tidemill accounts list',
  unknown_market: 'See what there is: tidemill markets',
  unfit: 'Choose other values with --set NAME=VALUE, --leverage and --margin-mode.',
  forbidden: 'See the plan: tidemill users list, and the accounts: tidemill accounts list',
};

function refusedBot(code: string, detail: string): CommandFailed {
  return new CommandFailed(detail, ADVICE[code] ?? 'See its help: --help');
}

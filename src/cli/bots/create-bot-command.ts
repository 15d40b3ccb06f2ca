// `tidemill bots create`: a bot of a script, or like another bot. With --start it runs at once.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { BotSettings } from '#services/bots/bot-deps.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { getBot } from '#services/bots/list-bots.ts';
import type { InputValue } from '#services/backtests/backtest-choices.ts';
import { chooseAccountFor } from '#cli/choose-account.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { botToJson, ownerOf, unknownBot } from '#cli/bot-text.ts';
import { runsText, startBot } from '#cli/bots/switch-bot-command.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { namedMarket } from '#cli/markets/named-market.ts';
import {
  inputOption,
  parseInterval,
  parsePositive,
  TRADE_AMOUNT_HELP,
} from '#cli/parse-argument.ts';

type Options = BotOptions &
  OfAccount & {
    readonly name?: string;
    readonly market?: string;
    readonly from?: string;
    readonly interval?: number;
    readonly set: readonly (readonly [string, InputValue])[];
    readonly leverage?: Decimal;
    readonly marginMode?: 'cross' | 'isolated';
    readonly tradeAmount?: Decimal;
    readonly stops?: StopHolder;
    readonly start?: true;
  };

/** Command `tidemill bots create`. */
export function createCommand(host: Host): Command {
  return baseCommand('create', 'make a bot of a script; it runs when it is started')
    .argument('[SCRIPT_ID]', 'as "tidemill scripts list" shows it; not with --from')
    .addOption(userOption('whose bot it is'))
    .option('--from <BOT_ID>', 'a bot to take script, market, name and settings of')
    .option('--name <NAME>', 'what to call it')
    .option('--market <TAG>', 'a market that "tidemill markets" shows')
    .option('--account <ID>', 'where it trades (default: the only account that can)')
    .option('--interval <MINUTES>', 'chart interval (default: 1)', parseInterval)
    .addOption(inputOption())
    .option('--leverage <FACTOR>', "of futures positions (default: the script's)", parsePositive)
    .addOption(new Option('--margin-mode <MODE>', 'of futures').choices(['cross', 'isolated']))
    .addOption(
      new Option('--stops <HOLDER>', 'who watches for its stops (default: service)').choices([
        ...STOP_HOLDERS,
      ]),
    )
    .option('--trade-amount <QUOTE>', TRADE_AMOUNT_HELP, parsePositive)
    .option('--start', 'start it at once')
    .action(async (scriptId: string | undefined, options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const plan = await planOf(deps, caller.userId, scriptId, options);
        const market = await namedMarket(deps, plan.marketTag);
        const made = await createBot(deps, {
          ...plan,
          caller,
          accountId: await chooseAccountFor(deps, caller, market, options),
          marketTag: market.marketTag,
          derivationId: derivationOf(deps),
        });
        if (!made.ok) throw refusedBot(made.rejection.code, made.rejection.detail);
        const { botId, name, accountId } = made.value;
        const said = `Made bot ${botId} "${name}" on ${market.marketTag}${moneyWords(accountId)}.\n`;
        if (options.start !== true) {
          const next = `Start it: tidemill bots start ${botId}${userWords(options)}\n`;
          writeResult(host, options, botToJson(made.value), () => said + next);
          return;
        }
        await startBot(deps, caller, botId);
        const running = { ...botToJson(made.value), is_activated: true };
        writeResult(host, options, running, () => said + runsText(options, botId));
      });
    });
}

const UNCHOSEN: BotSettings = {
  intervalMinutes: 1,
  inputs: {},
  leverage: null,
  marginMode: null,
  tradeAmountQuote: null,
};

type BotPlan = {
  readonly name: string;
  readonly scriptId: string;
  readonly marketTag: string;
  readonly settings: BotSettings;
};

/** What is given, and for the rest what the bot of `--from` has. Throws CommandFailed. */
async function planOf(
  deps: ServiceDeps,
  userId: string,
  scriptId: string | undefined,
  options: Options,
): Promise<BotPlan> {
  const { from } = options;
  if (from === undefined) {
    const settings = settingsOf(options, UNCHOSEN);
    return completePlan({ scriptId, name: options.name, marketTag: options.market, settings });
  }
  if (scriptId !== undefined)
    throw new CommandFailed(
      'A script and --from exclude each other: a bot like another one runs its script.',
      'Leave one of the two out.',
    );
  const found = await getBot(deps, { userId, botId: from });
  if (!found.ok) throw unknownBot(options, from);
  const { brain, name, marketTag, settings } = found.value;
  return completePlan({
    scriptId: brain.kind === 'script' ? brain.scriptId : undefined,
    name: options.name ?? name,
    marketTag: options.market ?? marketTag ?? undefined,
    settings: settingsOf(options, settings),
  });
}

function completePlan(plan: {
  readonly [Part in keyof BotPlan]: BotPlan[Part] | undefined;
}): BotPlan {
  const { name, scriptId, marketTag, settings } = plan;
  if (scriptId === undefined) throw missing('a script', 'SCRIPT_ID');
  if (name === undefined) throw missing('a name', '--name NAME');
  if (marketTag === undefined) throw missing('a market', '--market TAG');
  return { name, scriptId, marketTag, settings: settings ?? UNCHOSEN };
}

function missing(what: string, words: string): CommandFailed {
  return new CommandFailed(
    `A bot needs ${what}: ${words}.`,
    'Or make one like another bot: tidemill bots create --from BOT_ID',
  );
}

/** A chosen amount replaces a share of the equity. */
function settingsOf(options: Options, base: BotSettings): BotSettings {
  const { interval, set, leverage, marginMode, tradeAmount, stops } = options;
  const { tradeAmountPercent: _share, ...amountLess } = base;
  return {
    ...(tradeAmount === undefined ? base : { ...amountLess, tradeAmountQuote: tradeAmount }),
    ...(interval === undefined ? {} : { intervalMinutes: interval }),
    inputs: { ...base.inputs, ...Object.fromEntries(set) },
    ...(leverage === undefined ? {} : { leverage }),
    ...(marginMode === undefined ? {} : { marginMode }),
    ...(stops === undefined ? {} : { stops }),
  };
}

function moneyWords(accountId: string): string {
  return isPaperAccount(accountId) ? ', with play money (paper account)' : '';
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

// `tidemill labs configure`: where a lab trades, what it sweeps, and how large its search is.

import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { configureLab } from '#services/labs/configure-lab.ts';
import type { LabAlgorithm } from '#services/labs/lab-deps.ts';
import { ALGORITHM_WORDS } from '#services/labs/lab-deps.ts';
import type { ParameterWish } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { DEFAULT_SEARCH, OUT_OF_SAMPLE_PERCENT } from '#services/labs/lab-plan.ts';
import type { RuleSet } from '#services/backtests/backtest-choices.ts';
import { NO_CHOICES, percentChosen, RULE_CHOICES } from '#services/backtests/backtest-choices.ts';
import { userOption } from '#cli/choose-user.ts';
import { baseCommand } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser, nextCommand, refused, showLab } from '#cli/labs-text.ts';
import type { ExecutionChoice } from '#cli/execution-options.ts';
import { executionOf, executionOptions, tradeAmountPercentOption } from '#cli/execution-options.ts';
import { TRADE_AMOUNT_HELP, parsePositive, wholeFrom } from '#cli/parse-argument.ts';

const MINUTES_MAX = 999_999;

type Options = LabOptions &
  ExecutionChoice & {
    algorithm: LabAlgorithm;
    account: string;
    market: readonly string[];
    interval: number;
    sweep: readonly ParameterWish[];
    fix: readonly ParameterWish[];
    population: number;
    generations: number;
    elites: number;
    outOfSample: number;
    folds: number;
    rules?: RuleSet;
    slippage?: Decimal;
    leverage?: Decimal;
    tradeAmount?: Decimal;
    tradeAmountPercent?: Decimal;
  };

/** Command `tidemill labs configure`. */
export function configureCommand(host: Host): Command {
  const command = baseCommand('configure', 'say what a lab searches')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .addOption(userOption('whose lab it is'))
    .requiredOption('--account <ID>', 'whose fees and wallet the runs use')
    .requiredOption('--market <TAGS...>', "markets of the account's exchange, each run alone")
    .option('--interval <MINUTES>', 'chart interval', wholeFrom(1, MINUTES_MAX), 60)
    .addOption(
      new Option('--algorithm <NAME>', 'how to search')
        .choices(ALGORITHM_WORDS)
        .default('brute_force'),
    );
  return withRules(withSearch(withParameters(command))).action(
    async (labId: string, options: Options) => {
      await asUser(host, options, async (deps, caller) => {
        const [marketTag = '', ...furtherMarkets] = options.market;
        const configured = await configureLab(deps, {
          caller,
          labId,
          name: null,
          algorithm: options.algorithm,
          accountId: options.account,
          marketTag,
          intervalMinutes: options.interval,
          config: { ...configOf(options), furtherMarkets },
          parameters: [...options.sweep, ...options.fix],
          completion: null,
        });
        if (!configured.ok) throw refused(configured.rejection);
        const next = nextCommand(options, 'start', labId, '--from TIME', '--to TIME');
        showLab(host, options, configured.value, `Start it: ${next}`);
      });
    },
  );
}

function withParameters(command: Command): Command {
  const none: readonly ParameterWish[] = [];
  return command
    .addOption(
      new Option('--sweep <NAME=VALUES>', 'from:to:step, or values with commas; may be repeated')
        .argParser((text: string, before: readonly ParameterWish[]) => [...before, sweepOf(text)])
        .default(none, 'none'),
    )
    .addOption(
      new Option('--fix <NAME=VALUE>', 'an input that is not swept; may be repeated')
        .argParser((text: string, before: readonly ParameterWish[]) => [...before, fixOf(text)])
        .default(none, 'its defaults'),
    );
}

function withSearch(command: Command): Command {
  const { elitesMax, generationsMax, populationMax } = DEFAULT_SEARCH;
  const count = wholeFrom(1, LIMITS.labSearchCountMax);
  return command
    .option('--population <COUNT>', 'runs of a generation', count, populationMax)
    .option('--generations <COUNT>', 'generations', count, generationsMax)
    .option(
      '--elites <COUNT>',
      'carried to the next',
      wholeFrom(0, LIMITS.labSearchCountMax),
      elitesMax,
    )
    .option(
      '--out-of-sample <PERCENT>',
      'withheld from the search',
      wholeFrom(0, 90),
      OUT_OF_SAMPLE_PERCENT,
    )
    .option('--folds <COUNT>', 'to judge choosing by the past, at most 11', wholeFrom(0, 11), 0);
}

/** As those of `tidemill backtest`. */
function withRules(command: Command): Command {
  for (const option of executionOptions()) command.addOption(option);
  return command
    .addOption(new Option('--rules <RULES>', 'how orders fill').choices(RULE_CHOICES))
    .option('--slippage <PERCENT>', 'what a taker loses (default: as the rules say)', parsePositive)
    .option('--leverage <FACTOR>', 'of futures positions (default 1)', parsePositive)
    .option('--trade-amount <QUOTE>', TRADE_AMOUNT_HELP, parsePositive)
    .addOption(tradeAmountPercentOption());
}

function configOf(options: Options): LabConfig {
  const { elites, folds, generations, outOfSample, population } = options;
  const sizes = { populationMax: population, generationsMax: generations, elitesMax: elites };
  return {
    search: { ...DEFAULT_SEARCH, ...sizes },
    choices: {
      ...NO_CHOICES,
      rules: options.rules ?? null,
      slippagePercent: options.slippage ?? null,
      leverage: options.leverage ?? null,
      tradeAmountQuote: options.tradeAmount ?? null,
      ...percentChosen(options.tradeAmountPercent ?? null),
      ...executionOf(options),
    },
    outOfSamplePercent: outOfSample,
    walkForwardFolds: folds,
  };
}

const NO_WISH = { isEnabled: true, values: null, range: null, fixedValue: null };

function sweepOf(text: string): ParameterWish {
  const { key, value } = splitAt(text);
  const bounds = value.split(':').map(Number);
  const [from, to, step, ...rest] = bounds;
  if (from !== undefined && to !== undefined && step !== undefined && rest.length === 0) {
    return { ...NO_WISH, key, range: { from, to, step } };
  }
  if (bounds.length > 1 && bounds.every(Number.isFinite)) {
    const expected = 'Expected from:to:step, or values with commas';
    throw new InvalidArgumentError(`${expected}; found "${value}".`);
  }
  return { ...NO_WISH, key, values: value.split(',') };
}

function fixOf(text: string): ParameterWish {
  const { key, value } = splitAt(text);
  return { ...NO_WISH, isEnabled: false, key, fixedValue: value };
}

function splitAt(text: string): { readonly key: string; readonly value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`Expected NAME=VALUE; found "${text}".`);
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}

// Runs a script from a file over a market's history: the options that choose how, and the run.

import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import type { NamedPoints } from '#domain/data-series/data-points.ts';
import { visibleText } from '#lib/visible-text.ts';
import type { Result } from '#lib/result.ts';
import type { InputValue, RuleSet } from '#services/backtests/backtest-choices.ts';
import { NO_CHOICES, percentChosen, RULE_CHOICES } from '#services/backtests/backtest-choices.ts';
import { failureReason } from '#services/backtests/failure-reason.ts';
import type { GatheredInput } from '#services/backtests/gather-input.ts';
import { completeReport } from '#services/backtests/complete-report.ts';
import { gatherLocalInput } from '#services/backtests/gather-local-input.ts';
import type { SyncProgress } from '#services/history/sync-history.ts';
import type { BacktestFailure, BacktestReport } from '#services/backtests/perform-backtest.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { longerWarmUp, usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import type { BalanceArgument } from '#cli/parse-argument.ts';
import {
  collectBalance,
  inputOption,
  parsePositive,
  parseUntil,
  parseWhole,
  TRADE_AMOUNT_HELP,
} from '#cli/parse-argument.ts';
import type { ExecutionChoice } from '#cli/execution-options.ts';
import { executionOf, executionOptions, tradeAmountPercentOption } from '#cli/execution-options.ts';
import { makeProgress } from '#cli/progress.ts';
import { dataOption } from '#cli/scripts/data-command.ts';
import { readTextFile } from '#cli/read-text-file.ts';
import { scriptNameOf } from '#cli/scripts/script-name.ts';

export type BacktestOptions = CommonOptions &
  ExecutionChoice & {
    market: string;
    from?: number;
    to?: number;
    interval: number;
    set: readonly (readonly [string, InputValue])[];
    rules?: RuleSet;
    slippage?: Decimal;
    leverage?: Decimal;
    tradeAmount?: Decimal;
    tradeAmountPercent?: Decimal;
    balance: readonly BalanceArgument[];
    seed?: number;
    audit?: true;
    warmUp: boolean;
    with: readonly string[];
    data: readonly NamedPoints[];
  };

/** Adds the options that all commands which run a script's file have. */
export function withBacktestOptions(command: Command): Command {
  const optioned = command
    .requiredOption('--market <TAG>', 'a market that "tidemill history list" shows')
    .option('--from <TIME>', 'begin here (default: all history; computed: 30 days)', parseUntil)
    .option('--to <TIME>', 'end here (default: the end of history)', parseUntil)
    .option('--interval <MINUTES>', 'chart interval', parseWhole, 60)
    .addOption(inputOption())
    .addOption(new Option('--rules <RULES>', 'how orders fill').choices(RULE_CHOICES))
    .option('--slippage <PERCENT>', 'what a taker loses (default: as the rules say)', parsePositive)
    .option('--leverage <FACTOR>', 'of futures positions (default 1)', parsePositive)
    .option('--trade-amount <QUOTE>', TRADE_AMOUNT_HELP, parsePositive)
    .addOption(tradeAmountPercentOption())
    .addOption(
      new Option('--balance <CURRENCY=AMOUNT>', 'money to begin with; may be repeated')
        .argParser(collectBalance)
        .default([], '100000 in quote'),
    )
    .option('--seed <NUMBER>', 'determines chance (default: from the request)', parseWhole)
    .option('--no-warm-up', 'begin with the window, also where series have no value yet')
    .option('--audit', 'prove that the run never looks ahead; takes longer')
    .addOption(
      new Option('--with <FILE>', 'a script whose custom command it calls; may be repeated')
        .argParser((file: string, before: readonly string[]) => [...before, file])
        .default([], 'none'),
    )
    .addOption(dataOption());
  for (const option of executionOptions()) optioned.addOption(option);
  return optioned;
}

type Ran = { readonly gathered: GatheredInput; readonly report: BacktestReport };

/**
 * Gathers again with more history where the script turns out to look back further. Throws
 * CommandFailed when it cannot be run or fails.
 */
export async function runBacktestFile(
  host: Host,
  deps: ServiceDeps,
  file: string,
  options: BacktestOptions,
  warmUp = usualWarmUp({ intervalMinutes: options.interval, ...startOf(options) }, true),
): Promise<Ran> {
  const gathered = await gather(host, deps, file, options, warmUp);
  const run = await compute(host, deps, gathered, options);
  if (run.ok) return { gathered, report: completeReport(gathered.input, run.value) };
  const longer = longerWarmUp(warmUp, run.rejection, startOf(options));
  if (longer !== null) return runBacktestFile(host, deps, file, options, longer);
  const { line, message } = failureReason(run.rejection, gathered.input.script.name);
  const place = line === null ? file : `${file}:${line}`;
  throw new CommandFailed(`${place}: ${message}`, `See more: tidemill scripts check ${file}`);
}

function startOf({ from }: BacktestOptions): { readonly startMs: number | null } {
  return { startMs: from ?? null };
}

async function gather(
  host: Host,
  deps: ServiceDeps,
  file: string,
  options: BacktestOptions,
  warmUp: WarmUpWish,
): Promise<GatheredInput> {
  const progress = makeProgress(host, options, deps.clock);
  const onProgress = ({ marketTag, doneMinutes, totalMinutes }: SyncProgress): void =>
    progress.show(`of the minutes of ${marketTag} fetched`, doneMinutes / totalMinutes);
  const pause = async (durationMs: number, reason: string): Promise<void> => {
    progress.show(`waiting up to ${durationMs / 1_000} s: ${visibleText(reason)}`, 0);
    await setTimeout(durationMs);
  };
  const wish = {
    script: readScript(file),
    libraries: options.with.map(readScript),
    dataSeries: options.data,
    marketTag: options.market,
    intervalMinutes: options.interval,
    startMs: options.from ?? null,
    endMs: options.to ?? null,
    wallet: options.balance,
    choices: {
      ...NO_CHOICES,
      inputs: options.set,
      rules: options.rules ?? null,
      slippagePercent: options.slippage ?? null,
      leverage: options.leverage ?? null,
      seed: options.seed ?? null,
      isAudited: options.audit ?? false,
      tradeAmountQuote: options.tradeAmount ?? null,
      ...percentChosen(options.tradeAmountPercent ?? null),
      ...executionOf(options),
      ...(options.warmUp ? {} : { startsCold: true as const }),
    },
    warmUp,
  };
  const gathered = await gatherLocalInput(deps, wish, { onProgress, pause });
  progress.end();
  if (gathered.ok) return gathered.value;
  const { about, detail } = gathered.rejection;
  throw new CommandFailed(detail, ADVICE[about]);
}

const ADVICE = {
  window: 'Choose --from and --to within what is known: tidemill history list',
  market: 'See what there is: tidemill history list',
  interval: 'Choose another --interval.',
} as const;

async function compute(
  host: Host,
  deps: ServiceDeps,
  { input }: GatheredInput,
  options: BacktestOptions,
): Promise<Result<BacktestReport, BacktestFailure>> {
  const progress = makeProgress(host, options, deps.clock);
  const response = await host.runBacktest(input, {
    signal: new AbortController().signal,
    onProgress: (share) => progress.show(`of ${input.script.name}`, share),
  });
  progress.end();
  if (!response.ok) {
    throw new CommandFailed(
      response.rejection.message,
      'Try a shorter window, or a lighter script.',
    );
  }
  return response.value;
}

function readScript(file: string): { readonly name: string; readonly source: string } {
  return { name: scriptNameOf(file), source: readTextFile(file) };
}

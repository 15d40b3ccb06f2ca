// `tidemill compare-trades`: a list of trades from elsewhere against a script's backtest.

import type { Command } from 'commander';
import { readTradeList } from '#domain/trade-list/read-trade-list.ts';
import type { TradeList } from '#domain/trade-list/listed-trade.ts';
import { compareWithReport } from '#services/backtests/compare-with-report.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { comparisonText, comparisonToJson } from '#cli/backtests/comparison-text.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { parseWhole } from '#cli/parse-argument.ts';
import type { BacktestOptions } from '#cli/backtests/run-backtest-file.ts';
import { runBacktestFile, withBacktestOptions } from '#cli/backtests/run-backtest-file.ts';
import type { TimeZone } from '#cli/backtests/time-zone.ts';
import { parseTimeZone } from '#cli/backtests/time-zone.ts';
import { readTextFile } from '#cli/read-text-file.ts';

type CompareOptions = BacktestOptions & {
  script: string;
  timeZone: TimeZone;
  context: number;
};

const CONTEXT_USUAL = 3;

/** Command `tidemill compare-trades`. */
export function compareTradesCommand(host: Host): Command {
  const command = baseCommand(
    'compare-trades',
    "compare a list of trades, such as TradingView's, with what a script does",
  )
    .argument('<LIST>', "CSV: a line a trade, or TradingView's list of trades")
    .requiredOption('--script <FILE>', 'Lua or Pine file')
    .option(
      '--time-zone <ZONE>',
      'of times that name none: UTC, +08:00 or Europe/London',
      parseTimeZone,
      parseTimeZone('UTC'),
    )
    .option('--context <TRADES>', 'shown before and after what differs', parseWhole, CONTEXT_USUAL);
  return withBacktestOptions(command)
    .usage('[options] <LIST> --script <FILE> --market <TAG>')
    .action(async (file: string, options: CompareOptions) => {
      await withApplication(host, options, ({ deps }) => runCompare(host, deps, file, options));
    });
}

/** Fails when the lists differ, so that it ends with 1. */
async function runCompare(
  host: Host,
  deps: ServiceDeps,
  file: string,
  given: CompareOptions,
): Promise<void> {
  // What most lists come from.
  const options = { ...given, rules: given.rules ?? ('tradingview' as const) };
  const list = readList(file, options);
  const { gathered, report } = await runBacktestFile(host, deps, options.script, options);
  const compared = compareWithReport(list, gathered.input, report);
  writeResult(host, options, comparisonToJson(compared), () =>
    comparisonText(compared, options.context),
  );
  const { firstDifferent } = compared.comparison;
  if (firstDifferent < 0) return;
  throw new CommandFailed(
    `The trades of "${file}" and those of the run differ.`,
    'Begin with the first difference: later ones may follow from it. Causes: docs/compare-trades.md.',
  );
}

function readList(file: string, { timeZone }: CompareOptions): TradeList {
  const read = readTradeList(readTextFile(file), timeZone);
  if (read.ok) return read.value;
  const lines = read.rejection.map(
    ({ line, column, reason }) => `  ${file}:${line}:${column}: ${reason}`,
  );
  throw new CommandFailed(
    [`"${file}" cannot be read as a list of trades.`, ...lines].join('\n'),
    'Which files are read: docs/compare-trades.md, section "Lists".',
  );
}

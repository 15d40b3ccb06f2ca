// `tidemill backtest`: runs a script from a file over a market's history, without a service.

import type { Command } from 'commander';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { backtestSummary, backtestToJson } from '#cli/backtests/backtest-summary.ts';
import type { ReportChoice } from '#cli/report-file.ts';
import { checkOpening, openOption, openReport, writeReport } from '#cli/report-file.ts';
import type { BacktestOptions } from '#cli/backtests/run-backtest-file.ts';
import { runBacktestFile, withBacktestOptions } from '#cli/backtests/run-backtest-file.ts';
import { writeExports } from '#cli/backtests/write-exports.ts';

type PageOptions = BacktestOptions & ReportChoice & { readonly exports?: string };

/** Command `tidemill backtest`. */
export function backtestCommand(host: Host): Command {
  const command = baseCommand('backtest', 'run a script over past prices, without a service');
  return withBacktestOptions(command.argument('<FILE>', 'script in Lua or Pine'))
    .option('--report <FILE>', 'write a page with charts, trades and figures')
    .addOption(openOption())
    .option('--exports <DIR>', 'write what the script exports, a CSV file for each table')
    .action(async (file: string, options: PageOptions) => {
      checkOpening(options);
      await withApplication(host, options, ({ deps }) => runFile(host, deps, file, options));
    });
}

async function runFile(
  host: Host,
  deps: ServiceDeps,
  file: string,
  options: PageOptions,
): Promise<void> {
  const { gathered, report } = await runBacktestFile(host, deps, file, options);
  if (options.report !== undefined) {
    writeReport(options.report, await host.renderReport({ kind: 'backtest', gathered, report }));
  }
  const files = options.exports === undefined ? [] : writeExports(options.exports, report.exports);
  const { report: page } = options;
  const written = { page: page ?? null, exports: files };
  writeResult(host, options, backtestToJson(gathered, report, written), () => {
    const lines = [
      ...(page === undefined ? [] : [`The report is in ${page}`]),
      ...files.map((file) => `An export is in ${file}`),
    ];
    const end = lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
    return backtestSummary(host.terminal, gathered, report) + end;
  });
  await openReport(host, options);
}

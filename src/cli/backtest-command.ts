// `tidemill backtest`: runs a script from a file over a market's history, without a service.

import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { backtestSummary, backtestToJson } from '#cli/backtest-summary.ts';
import type { BacktestOptions } from '#cli/run-backtest-file.ts';
import { runBacktestFile, withBacktestOptions } from '#cli/run-backtest-file.ts';

type PageOptions = BacktestOptions & { report?: string };

export function backtestCommand(host: Host): Command {
  const command = baseCommand('backtest', 'run a script over past prices, without a service');
  return withBacktestOptions(command.argument('<FILE>', 'Lua file'))
    .option('--report <FILE>', 'write a page with charts, trades and figures')
    .action(async (file: string, options: PageOptions) => {
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
    writeReport(options.report, await host.renderReport(gathered.input, report));
  }
  const { report: page } = options;
  writeResult(host, options, backtestToJson(gathered, report, page ?? null), () => {
    const written = page === undefined ? '' : `\nThe report is in ${page}\n`;
    return backtestSummary(host.terminal, gathered, report) + written;
  });
}

function writeReport(file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`Cannot write "${file}": ${reason}`, 'Check the path and its rights.');
  }
}

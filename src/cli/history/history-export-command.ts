// `tidemill history export`.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { countText } from '#lib/group-thousands.ts';
import { exportHistory } from '#services/history/export-history.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host } from '#cli/host.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { makeProgress } from '#cli/progress.ts';
import { refusedHistory } from '#cli/history/refused-history.ts';

type ExportOptions = CommonOptions & {
  market: string;
  format?: 'csv' | 'parquet';
  from?: number;
  to?: number;
};

/** Command `tidemill history export`; it replaces no file. */
export function historyExportCommand(host: Host): Command {
  return baseCommand('export', "write a market's minutes into a new file")
    .argument('<FILE>', 'the file to make; gzipped when its name ends with .gz')
    .requiredOption('--market <TAG>', 'a market that "tidemill history list" shows')
    .addOption(
      new Option('--format <FORMAT>', "default what the file's name ends with, else csv").choices([
        'csv',
        'parquet',
      ]),
    )
    .option('--from <TIME>', 'begin here; default the first known minute', parseUntil)
    .option('--to <TIME>', 'end here; default the last known minute', parseUntil)
    .action(async (path: string, options: ExportOptions) => {
      await withApplication(host, options, ({ deps }) => runExport(host, deps, path, options));
    });
}

async function runExport(
  host: Host,
  deps: Parameters<typeof exportHistory>[0],
  path: string,
  options: ExportOptions,
): Promise<void> {
  const { market, from, to } = options;
  const format = options.format ?? (path.endsWith('.parquet') ? 'parquet' : 'csv');
  const bounds = { fromMs: from ?? null, toMs: to ?? null };
  const progress = makeProgress(host, options, deps.clock);
  const command = { path, format, marketTag: market, ...bounds };
  const result = await exportHistory(deps, command, (done, whole) => {
    const share = (done.toMs - done.fromMs) / (whole.toMs - whole.fromMs);
    progress.show(`written up to ${minuteText(done.toMs)}`, share);
  });
  progress.end();
  if (!result.ok) throw refusedHistory(result.rejection, market);
  const { window, candlesCount } = result.value;
  const forMachines = {
    market_tag: market,
    file: path,
    format,
    from: formatInstant(window.fromMs),
    to: formatInstant(window.toMs),
    candles: candlesCount,
  };
  const done = `Wrote ${countText(candlesCount)} candles of ${market} into ${path}.\n`;
  writeResult(host, options, forMachines, () => done);
}

// `tidemill data`: data series, numbers of one's own that scripts read.

import type { Command } from 'commander';
import { Option } from 'commander';
import { decimalFromInteger } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { NamedPoints } from '#domain/data-series/data-points.ts';
import { readPointsCsv } from '#domain/data-series/read-points-csv.ts';
import type { DataSeries } from '#services/data-series/manage-data-series.ts';
import { addDataPoints, DATA_SERIES_NAME } from '#services/data-series/manage-data-series.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { readTextFile } from '#cli/read-text-file.ts';
import { formatTable } from '#cli/table.ts';

type DataOptions = CommonOptions & OfUser;

const CSV_ADVICE = 'Each line has an instant and a number: 2026-11-01T00:00:00Z,0.25';

/** Group `tidemill data`. */
export function dataCommand(host: Host): Command {
  return groupCommand('data', 'numbers of your own that scripts read by DataSeries(name)', [
    listCommand(host),
    importCommand(host),
    deleteCommand(host),
  ]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show the data series')
    .addOption(userOption('whose they are'))
    .action(async (options: DataOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const series = await deps.dataSeries.listDataSeries(userId);
        writeResult(host, options, { data: series.map(seriesToJson) }, () =>
          formatTable(host.terminal, COLUMNS, series, 'There are no data series.'),
        );
      });
    });
}

function importCommand(host: Host): Command {
  return baseCommand('import', 'add the points of a CSV file to a data series')
    .argument('<NAME>', 'as scripts name it: DataSeries("NAME")')
    .argument('<FILE>', 'CSV with an instant and a number in each line; a day is known at its end')
    .addOption(userOption('whose it is'))
    .action(async (name: string, file: string, options: DataOptions) => {
      insistOnName(name);
      const points = readPoints(file);
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const added = await addDataPoints(deps, { userId, name, points });
        if (!added.ok)
          throw new CommandFailed(added.rejection, 'See what there is: tidemill data list');
        const { addedCount, sameCount } = added.value;
        const result = { name, added_count: addedCount, same_count: sameCount };
        writeResult(host, options, result, () => {
          const same = sameCount === 0 ? '' : ` ${sameCount} were there already.`;
          return `${addedCount} points were added to "${name}".${same}\n`;
        });
      });
    });
}

function deleteCommand(host: Host): Command {
  return baseCommand('delete', 'delete a data series with its points')
    .argument('<NAME>', 'as "tidemill data list" shows it')
    .addOption(userOption('whose it is'))
    .action(async (name: string, options: DataOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        if (!(await deps.dataSeries.deleteDataSeries(userId, name)))
          throw new CommandFailed(
            `There is no data series "${name}".`,
            'See what there is: tidemill data list',
          );
        writeResult(host, options, { name, is_deleted: true }, () => `"${name}" is deleted.\n`);
      });
    });
}

/** Of backtests of a file. */
export function dataOption(): Option {
  return new Option('--data <NAME=FILE>', 'a data series from a CSV file; may be repeated')
    .argParser((text: string, before: readonly NamedPoints[]) => {
      const [, name = '', file = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      insistOnName(name);
      return [...before, { name, ...readPoints(file) }];
    })
    .default([], 'none');
}

function insistOnName(name: string): void {
  if (new RegExp(DATA_SERIES_NAME, 'u').test(name)) return;
  throw new WrongUse(
    `"${name}": expected a letter, then up to 63 letters, digits, ".", "_" or "-"`,
  );
}

function readPoints(file: string): Omit<NamedPoints, 'name'> {
  const points = readPointsCsv(readTextFile(file));
  if (points.ok) return points.value;
  throw new CommandFailed(`${file}: ${points.rejection}`, CSV_ADVICE);
}

const instantOf = (atMs: number | null): string => (atMs === null ? '' : formatInstant(atMs));

const COLUMNS = [
  { title: 'NAME', cell: ({ name }: DataSeries) => name },
  { title: 'POINTS', figure: (of: DataSeries) => decimalFromInteger(of.pointsCount) },
  { title: 'FIRST', cell: ({ firstAtMs }: DataSeries) => instantOf(firstAtMs) },
  { title: 'LAST', cell: ({ lastAtMs }: DataSeries) => instantOf(lastAtMs) },
] as const;

function seriesToJson(of: DataSeries): object {
  return {
    name: of.name,
    points_count: of.pointsCount,
    first_at: of.firstAtMs === null ? null : formatInstant(of.firstAtMs),
    last_at: of.lastAtMs === null ? null : formatInstant(of.lastAtMs),
    created_at: formatInstant(of.createdAtMs),
  };
}

// `tidemill history`: import, sync, list, check, export, delete.

import { intervalText } from '#domain/candle/interval.ts';
import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { decimalFromInteger } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import type { CheckedHistory } from '#services/history/check-history.ts';
import { checkHistory } from '#services/history/check-history.ts';
import { deleteHistory } from '#services/history/delete-history.ts';
import type { ListedHistory } from '#services/history/list-history.ts';
import { listHistory } from '#services/history/list-history.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { historyExportCommand } from '#cli/history/history-export-command.ts';
import { historyImportCommand } from '#cli/history/history-import-command.ts';
import { historySyncCommand } from '#cli/history/history-sync-command.ts';
import type { Host } from '#cli/host.ts';
import { gapLines, gapsText, gapToJson, minuteText } from '#cli/history/history-text.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { refusedHistory } from '#cli/history/refused-history.ts';
import { formatTable } from '#cli/table.ts';

/** Group `tidemill history`. */
export function historyCommand(host: Host): Command {
  return groupCommand('history', 'the minutes that backtests and labs run on', [
    historyImportCommand(host),
    historySyncCommand(host),
    listCommand(host),
    checkCommand(host),
    historyExportCommand(host),
    deleteCommand(host),
  ]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show which minutes are known of which markets').action(
    async (options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const rows = await listHistory(deps);
        const whenEmpty = 'There is no history. To import some: tidemill history import --help';
        writeResult(host, options, { data: rows.map(listedToJson) }, () =>
          formatTable(host.terminal, COLUMNS, rows, whenEmpty),
        );
      });
    },
  );
}

const COLUMNS = [
  { title: 'MARKET', cell: (row: ListedHistory) => row.marketTag },
  { title: 'EXCHANGE', cell: (row: ListedHistory) => row.exchange ?? 'gone' },
  { title: 'MINUTES', cell: (row: ListedHistory) => row.source },
  { title: 'CANDLE', cell: (row: ListedHistory) => intervalText(row.candleMinutes) },
  { title: 'FROM', cell: (row: ListedHistory) => minuteText(row.covered.fromMs) },
  { title: 'TO', cell: (row: ListedHistory) => minuteText(row.covered.toMs) },
  { title: 'CANDLES', figure: (row: ListedHistory) => decimalFromInteger(row.candlesCount) },
  { title: 'MISSING', figure: (row: ListedHistory) => decimalFromInteger(row.missingCount) },
] as const;

type CheckOptions = CommonOptions & { market: string; from?: number; to?: number };

const GAPS_SHOWN_MAX = 20;
const GAPS_LISTED_MAX = 10_000;

function checkCommand(host: Host): Command {
  return baseCommand('check', "list the gaps of a market's history")
    .addOption(marketOption())
    .option('--from <TIME>', 'begin here; default the first known minute', parseUntil)
    .option('--to <TIME>', 'end here; default the last known minute', parseUntil)
    .action(async (options: CheckOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { market, from, to } = options;
        const bounds = { fromMs: from ?? null, toMs: to ?? null, gapsMax: GAPS_LISTED_MAX };
        const result = await checkHistory(deps, market, bounds);
        if (!result.ok) throw refusedHistory(result.rejection, market);
        const checked = result.value;
        writeResult(host, options, checkedToJson(checked), () => checkedText(checked));
      });
    });
}

function deleteCommand(host: Host): Command {
  return baseCommand('delete', "forget a market's stored history; an archive market goes with it")
    .addOption(marketOption())
    .action(async (options: CommonOptions & { market: string }) => {
      await withApplication(host, options, async ({ deps }) => {
        const { market } = options;
        const result = await deleteHistory(deps, market);
        if (!result.ok) throw refusedHistory(result.rejection, market);
        const forMachines = { market_tag: market, deleted_candles: result.value.candlesCount };
        const count = countText(result.value.candlesCount);
        writeResult(host, options, forMachines, () => `Deleted ${count} candles of ${market}.\n`);
      });
    });
}

function marketOption(): Option {
  return new Option(
    '--market <TAG>',
    'a market that "tidemill history list" shows',
  ).makeOptionMandatory();
}

function checkedText(checked: CheckedHistory): string {
  const { market, window, minutesCount, missingCount, gaps, gapsCount } = checked;
  const span = `from ${minuteText(window.fromMs)} to ${minuteText(window.toMs)}`;
  const minutes = `${countText(minutesCount)} minutes ${span}`;
  if (gapsCount === 0) return `${market.marketTag}: ${minutes}, none missing.\n`;
  const head =
    `${market.marketTag}: ${minutes}, ` +
    `${countText(missingCount)} missing in ${gapsText(gapsCount)}:\n`;
  return head + gapLines(gaps.slice(0, GAPS_SHOWN_MAX), gapsCount);
}

function checkedToJson(checked: CheckedHistory): object {
  return {
    market_tag: checked.market.marketTag,
    from: formatInstant(checked.window.fromMs),
    to: formatInstant(checked.window.toMs),
    interval: checked.candleMinutes,
    minutes: checked.minutesCount,
    missing_minutes: checked.missingCount,
    gaps_count: checked.gapsCount,
    gaps: checked.gaps.map(gapToJson),
  };
}

function listedToJson(row: ListedHistory): object {
  return {
    market_tag: row.marketTag,
    exchange: row.exchange,
    source: row.source,
    from: formatInstant(row.covered.fromMs),
    to: formatInstant(row.covered.toMs),
    interval: row.candleMinutes,
    minutes: (row.covered.toMs - row.covered.fromMs) / MINUTE_MS,
    candles: row.candlesCount,
    missing_minutes: row.missingCount,
  };
}

// `tidemill history import`.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { NamedColumns } from '#domain/candle-file/column-layout.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { ImportedHistory, ImportHistoryCommand } from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';
import { importRemarks } from '#services/history/import-remarks.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { gapLines, gapsText, gapToJson, minuteText } from '#cli/history/history-text.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import {
  parseColumns,
  parseInterval,
  parsePercent,
  parsePositive,
  parseWhole,
} from '#cli/parse-argument.ts';
import { makeProgress } from '#cli/progress.ts';
import { parseZone } from '#cli/history/zone-offsets.ts';
import { refusedImport } from '#cli/history/refused-import.ts';

type ImportOptions = CommonOptions & {
  exchange: string;
  symbol: string;
  marketType: MarketType;
  columns?: NamedColumns;
  interval?: number;
  priceStep?: Decimal;
  amountStep?: Decimal;
  makerFee?: Decimal;
  takerFee?: Decimal;
  minAmount?: Decimal;
  minValue?: Decimal;
  leverage?: Decimal;
  roundPrices?: true;
  replace?: true;
  lastLine: 'refuse' | 'read' | 'skip';
  emptyRows: 'refuse' | 'skip';
  skipLines?: number;
  timezone?: ZoneOfTimes;
  zipEntry?: string;
};

/** Command `tidemill history import`. */
export function historyImportCommand(host: Host): Command {
  const command = baseCommand('import', 'read files of candles, all of them or none')
    .argument('<FILE...>', 'CSV, gzipped or zipped CSV, Parquet, or a folder of such files')
    .requiredOption('--exchange <CODE>', 'whose market it is; "archive" makes the market')
    .requiredOption('--symbol <BASE/QUOTE>', 'such as BTC/USDT, or BTC/USDT:USDT for a perpetual')
    .addOption(
      new Option('--market-type <TYPE>', 'what the market is')
        .choices(MARKET_TYPES)
        .default('spot'),
    )
    .option(
      '--columns <ROLE=COLUMN,...>',
      'which column is which, by name or number, such as time=date,volume=6',
      parseColumns,
    )
    .option(
      '--interval <MINUTES>',
      'of the candles; default as the market has them, or as the rows are apart',
      parseInterval,
    )
    .option('--round-prices', 'round prices that are between two price steps')
    .option('--replace', 'let the file win over stored candles that differ')
    .addOption(
      new Option('--last-line <WHAT>', 'a last line without an end, which may be cut off')
        .choices(['refuse', 'read', 'skip'])
        .default('refuse'),
    );
  return withTerms(withLayout(command)).action(
    async (paths: readonly string[], options: ImportOptions) => {
      await withApplication(host, options, ({ deps }) => runImport(host, deps, paths, options));
    },
  );
}

/** What a file leaves open. */
function withLayout(command: Command): Command {
  return command
    .option(
      '--timezone <ZONE>',
      'of times without one, such as Europe/Berlin; default UTC',
      parseZone,
    )
    .addOption(
      new Option('--empty-rows <WHAT>', 'rows without prices, of minutes in which nothing traded')
        .choices(['refuse', 'skip'])
        .default('refuse'),
    )
    .option('--skip-lines <NUMBER>', 'lines before the header', parseWhole)
    .option('--zip-entry <NAME>', 'the file that is meant in a zip archive with several');
}

/** For a market that the import makes. */
function withTerms(command: Command): Command {
  return command
    .option(
      '--price-step <STEP>',
      "of a new market; default the prices' last decimal",
      parsePositive,
    )
    .option(
      '--amount-step <STEP>',
      "the same for amounts; default the volumes' last decimal",
      parsePositive,
    )
    .option('--maker-fee <PERCENT>', 'of a new market; default 0.1, futures 0.02', parsePercent)
    .option('--taker-fee <PERCENT>', 'of a new market; default 0.1, futures 0.05', parsePercent)
    .option('--min-amount <AMOUNT>', 'smallest order; default one amount step', parsePositive)
    .option(
      '--min-value <VALUE>',
      'the same in quote; default 5 where that is dollars',
      parsePositive,
    )
    .option(
      '--leverage <NUMBER>',
      'highest one of a new futures market; default 100',
      parsePositive,
    );
}

async function runImport(
  host: Host,
  deps: ServiceDeps,
  paths: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const progress = makeProgress(host, options, deps.clock);
  const command = commandOf(paths, options);
  const result = await importHistory(deps, command, (read) => {
    const { rowsCount, filesRead, filesCount, bytesRead, byteCount } = read;
    const of = filesCount === 1 ? '' : ` of ${countText(filesCount)} files`;
    const share = (filesRead + bytesRead / byteCount) / filesCount;
    progress.show(`${countText(rowsCount)} rows read${of}`, share);
  });
  progress.end();
  if (!result.ok) throw refusedImport(result.rejection, command);
  const imported = result.value;
  const zone = options.timezone?.name ?? 'UTC';
  writeResult(host, options, importedToJson(imported, zone), () => importedText(imported, zone));
}

function commandOf(paths: readonly string[], options: ImportOptions): ImportHistoryCommand {
  const { exchange, symbol, marketType, priceStep, amountStep, lastLine } = options;
  const { makerFee, takerFee, minAmount, minValue, leverage } = options;
  return {
    paths,
    exchange,
    symbol,
    marketType,
    ...(priceStep === undefined ? {} : { priceStep }),
    ...(amountStep === undefined ? {} : { amountStep }),
    terms: {
      ...(makerFee === undefined ? {} : { makerFeePercent: makerFee }),
      ...(takerFee === undefined ? {} : { takerFeePercent: takerFee }),
      ...(minAmount === undefined ? {} : { minOrderAmount: minAmount }),
      ...(minValue === undefined ? {} : { minOrderValue: minValue }),
      ...(leverage === undefined ? {} : { highestLeverage: leverage }),
    },
    ...(options.interval === undefined ? {} : { candleMinutes: options.interval }),
    columns: options.columns ?? {},
    roundsPrices: options.roundPrices === true,
    lastLine,
    emptyRows: options.emptyRows,
    ...(options.skipLines === undefined ? {} : { skipLines: options.skipLines }),
    ...(options.timezone === undefined ? {} : { zone: options.timezone }),
    ...(options.zipEntry === undefined ? {} : { zipEntry: options.zipEntry }),
    onDifference: options.replace === true ? 'replace' : 'refuse',
  };
}

const GAPS_SHOWN_MAX = 5;
const GAPS_LISTED_MAX = 10_000;

function importedText(imported: ImportedHistory, zone: string): string {
  const { market, window, gaps, candleMinutes } = imported;
  const steps =
    `price step ${formatDecimal(market.priceStep)}, ` +
    `amount step ${formatDecimal(market.amountStep)}, ` +
    `fees ${formatDecimal(market.makerFeePercent)} % and ${formatDecimal(market.takerFeePercent)} %`;
  const lines = [
    `${imported.isNewMarket ? 'Made' : 'Market'} ${market.marketTag}: ${steps}.`,
    `Imported ${countText(imported.addedCount)} new candles` +
      `${candleMinutes === 1 ? '' : ` of ${intervalText(candleMinutes)}`}, ` +
      `${minuteText(window.fromMs)} to ${minuteText(window.toMs)} UTC.`,
    ...(imported.filesCount > 1 || imported.verifiedCount > 0 ? [filesText(imported)] : []),
    `The volume is ${imported.volumeColumns.map(columnText).join(', ')} of the ${imported.filesCount === 1 ? 'file' : 'files'}.`,
    ...importRemarks(imported, zone),
    missingText(imported.missingCount, gaps.length),
  ];
  return `${lines.join('\n')}\n${gapLines(gaps.slice(0, GAPS_SHOWN_MAX), gaps.length)}`;
}

function missingText(minutes: number, gaps: number): string {
  if (gaps === 0) return 'No minute is missing.';
  const are = minutes === 1 ? 'minute is' : 'minutes are';
  return `${countText(minutes)} ${are} missing, in ${gapsText(gaps)}:`;
}

function columnText(name: string): string {
  return `column ${/^\d+$/.test(name) ? name : `"${name}"`}`;
}

function filesText({ filesCount, verifiedCount }: ImportedHistory): string {
  const files = filesCount === 1 ? '1 file' : `${countText(filesCount)} files`;
  return `Read ${files}; ${countText(verifiedCount)} matched the .CHECKSUM beside it.`;
}

function importedToJson(imported: ImportedHistory, zone: string): object {
  const { market, window, gaps } = imported;
  return {
    market_tag: market.marketTag,
    is_new_market: imported.isNewMarket,
    price_step: formatDecimal(market.priceStep),
    amount_step: formatDecimal(market.amountStep),
    from: formatInstant(window.fromMs),
    to: formatInstant(window.toMs),
    interval: imported.candleMinutes,
    files: imported.filesCount,
    verified_files: imported.verifiedCount,
    rows: imported.rowsCount,
    candles: imported.candlesCount,
    added_candles: imported.addedCount,
    same_candles: imported.sameCount,
    replaced_candles: imported.replacedCount,
    repeated_rows: imported.repeatedCount,
    rows_out_of_order: imported.outOfOrderCount,
    rounded_prices: imported.roundedPricesCount,
    rounded_volumes: imported.roundedVolumesCount,
    has_zoneless_times: imported.hasZonelessTimes,
    zone: imported.hasZonelessTimes ? zone : null,
    empty_rows: imported.emptyCount,
    rows_of_repeated_hours: imported.repeatedHourCount,
    volume_columns: imported.volumeColumns,
    ignored_columns: imported.ignoredColumns,
    missing_minutes: imported.missingCount,
    gaps_count: gaps.length,
    gaps: gaps.slice(0, GAPS_LISTED_MAX).map(gapToJson),
  };
}

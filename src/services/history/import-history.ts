// Imports files of candles: reads all of them first, refuses them whole when any line is wrong, and
// writes them in one transaction, so that nothing is ever half imported.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { visibleText } from '#lib/visible-text.ts';
import type { Gap } from '#domain/candle/find-gaps.ts';
import { barEndMs, barsBetween } from '#domain/candle/interval.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import type { NamedColumns, VolumeColumn } from '#domain/candle-file/column-layout.ts';
import { looksLikeTurnover } from '#domain/candle-file/looks-like-turnover.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';
import type { OrderedRows } from '#domain/candle-file/order-rows.ts';
import { orderRows } from '#domain/candle-file/order-rows.ts';
import { rowsToDays } from '#domain/candle-file/rows-to-days.ts';
import type { ArchiveMarketTerms } from '#domain/market/archive-market.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import type { CandleFiles } from '#ports/world/candle-files.ts';
import type { HistoryRefusal, HistoryWritten, MinuteWindow } from '#ports/world/history.ts';
import type { CandleMinutesRejection } from '#services/history/find-candle-minutes.ts';
import { findCandleMinutes } from '#services/history/find-candle-minutes.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { ImportTarget, TargetRejection } from '#services/history/import-target.ts';
import { findTarget, marketFor } from '#services/history/import-target.ts';
import type {
  FileProgress,
  FilesRead,
  ReadFile,
  ReadFileRejection,
} from '#services/history/read-candle-files.ts';
import { placeOfLine, readCandleFiles } from '#services/history/read-candle-files.ts';
import { canFetch } from '#services/history/sync-history.ts';

export type ImportHistoryDeps = HistoryDeps & {
  readonly candleFiles: Pick<CandleFiles, 'list' | 'open'>;
};

export type ImportHistoryCommand = {
  /** Files, and folders of them. */
  readonly paths: readonly string[];
  readonly exchange: string;
  /** Base and quote, such as BTC/USDT. */
  readonly symbol: string;
  readonly marketType: MarketType;
  /** Only for a market that the import makes. */
  readonly priceStep?: Decimal;
  readonly amountStep?: Decimal;
  readonly terms: ArchiveMarketTerms;
  /** Minutes of a candle; without it, as the market has them or as the rows are apart. */
  readonly candleMinutes?: number;
  readonly columns: NamedColumns;
  readonly roundsPrices: boolean;
  readonly lastLine: 'refuse' | 'read' | 'skip';
  /** What becomes of rows without prices; without it they are refused. */
  readonly emptyRows?: 'refuse' | 'skip';
  /** Lines before the header; without it none. */
  readonly skipLines?: number;
  /** Of times that name no zone; without it UTC. */
  readonly zone?: ZoneOfTimes;
  /** The file that is meant in each zip archive with several. */
  readonly zipEntry?: string;
  readonly onDifference: 'refuse' | 'replace';
};

export type ImportedHistory = HistoryWritten & {
  readonly market: Market;
  readonly isNewMarket: boolean;
  readonly filesCount: number;
  /** Files that match the digest beside them. */
  readonly verifiedCount: number;
  readonly rowsCount: number;
  /** Minutes of a candle. */
  readonly candleMinutes: number;
  /** From the first candle of the files to the end of its last. */
  readonly window: MinuteWindow;
  readonly candlesCount: number;
  readonly gaps: readonly Gap[];
  /** Minutes. */
  readonly missingCount: number;
  readonly repeatedCount: number;
  readonly outOfOrderCount: number;
  readonly roundedPricesCount: number;
  readonly roundedVolumesCount: number;
  readonly hasZonelessTimes: boolean;
  /** Rows without prices that were left out. */
  readonly emptyCount: number;
  /** Rows of an hour that clocks showed twice, placed by their order. */
  readonly repeatedHourCount: number;
  /** Those that the volume was read from, by name or number. */
  readonly volumeColumns: readonly string[];
  readonly ignoredColumns: readonly string[];
};

export type ImportHistoryRejection =
  | TargetRejection
  | ReadFileRejection
  | HistoryRefusal
  | {
      readonly code: 'rows_wrong';
      /** The first ones. */
      readonly problems: readonly FileProblem[];
      readonly problemsCount: number;
    }
  | { readonly code: 'no_rows' }
  /** A column was taken for the volume that cannot be it. */
  | { readonly code: 'volume_unclear'; readonly column: VolumeColumn; readonly quote: string }
  | Exclude<CandleMinutesRejection, { readonly code: 'rows_wrong' }>;

/** What is wrong with a line; of which file, if there are several. */
export type FileProblem = RowProblem & { readonly path?: string };

/** Throws Failure; may throw OutcomeUnknown, after which the same import may be repeated safely. */
export async function importHistory(
  deps: ImportHistoryDeps,
  command: ImportHistoryCommand,
  onProgress: (progress: FileProgress) => void,
): Promise<Result<ImportedHistory, ImportHistoryRejection>> {
  const target = await findTarget(deps, command);
  if (!target.ok) return target;
  const read = await readCandleFiles(deps, { ...command, ...target.value }, onProgress);
  if (!read.ok) return read;
  const { rows, files, problemsCount } = read.value;
  if (problemsCount > 0) return rejected(wrongRows(files, read.value));
  const ordered = orderRows(rows, (line) => nameOfLine(files, line));
  if (ordered.order.length === 0) return rejected({ code: 'no_rows' });
  if (ordered.problemsCount > 0) return rejected(wrongRows(files, ordered));
  return writeRows(deps, command, target.value, read.value, ordered);
}

type WrongRows = { readonly problems: readonly RowProblem[]; readonly problemsCount: number };

function wrongRows(
  files: readonly ReadFile[],
  { problems, problemsCount }: WrongRows,
): ImportHistoryRejection {
  if (files.length === 1) return { code: 'rows_wrong', problems, problemsCount };
  const placed = problems.map(({ line, reason }) => ({ ...placeOfLine(files, line), reason }));
  return { code: 'rows_wrong', problems: placed, problemsCount };
}

function nameOfLine(files: readonly ReadFile[], line: number): string {
  const place = placeOfLine(files, line);
  return files.length === 1
    ? `line ${place.line}`
    : `line ${place.line} of "${visibleText(place.path)}"`;
}

async function writeRows(
  deps: ImportHistoryDeps,
  command: ImportHistoryCommand,
  target: ImportTarget,
  read: FilesRead,
  ordered: OrderedRows,
): Promise<Result<ImportedHistory, ImportHistoryRejection>> {
  const { rows, files, volumes, ignoredColumns, hasZonelessTimes } = read;
  const { order, repeatedCount, outOfOrderCount } = ordered;
  const named = marketFor(target, command, rows);
  if (!named.ok) return named;
  const market = named.value;
  const stored = await deps.history.summarizeHistory(market.marketTag);
  const interval = findCandleMinutes({
    rows,
    ordered,
    statedMinutes: command.candleMinutes ?? null,
    storedMinutes: stored?.candleMinutes ?? null,
    nowMs: deps.clock.nowMs(),
  });
  if (!interval.ok) {
    const { rejection } = interval;
    return rejected(rejection.code === 'rows_wrong' ? wrongRows(files, rejection) : rejection);
  }
  const candleMinutes = interval.value;
  const unclear = volumes.find((column) => column.mayBeTurnover);
  if (unclear !== undefined && looksLikeTurnover(rows, candleMinutes, market.quote))
    return rejected({ code: 'volume_unclear', column: unclear, quote: market.quote });
  const steps = stepsOf(market);
  const { days, problems, problemsCount, ...rounded } = rowsToDays(rows, order, {
    ...steps,
    roundsPrices: command.roundsPrices,
  });
  if (problemsCount > 0) return rejected(wrongRows(files, { problems, problemsCount }));
  const window = windowOf(rows, order, candleMinutes);
  const written = await deps.history.writeHistory({
    marketTag: market.marketTag,
    steps,
    candleMinutes,
    days,
    covered: window,
    mustJoin: candleMinutes === 1 && canFetch(deps, market.exchange),
    onDifference: command.onDifference,
    market: target.isArchive ? market : null,
  });
  if (!written.ok) return written;
  const { fromMs, toMs } = window;
  const candlesMissing = barsBetween(candleMinutes, fromMs, toMs) - order.length;
  return accepted({
    ...written.value,
    market,
    isNewMarket: target.market === null,
    filesCount: files.length,
    verifiedCount: files.filter(({ isVerified }) => isVerified).length,
    rowsCount: rows.count,
    candleMinutes,
    window,
    candlesCount: order.length,
    gaps: gapsOf(rows, order, candleMinutes),
    missingCount: candlesMissing * candleMinutes,
    repeatedCount,
    outOfOrderCount,
    ...rounded,
    hasZonelessTimes,
    emptyCount: read.emptyCount,
    repeatedHourCount: read.repeatedHourCount,
    volumeColumns: volumes.map(({ name }) => name),
    ignoredColumns,
  });
}

function windowOf(rows: CandleRows, order: Uint32Array, candleMinutes: number): MinuteWindow {
  const [first, last] = [order[0] as number, order.at(-1) as number];
  const fromMs = rows.timesMs[first] as number;
  return { fromMs, toMs: barEndMs(candleMinutes, rows.timesMs[last] as number) };
}

/** Between neighbours that do not follow one another. */
function gapsOf(rows: CandleRows, order: Uint32Array, candleMinutes: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let reachedMs = Number.POSITIVE_INFINITY;
  for (const row of order) {
    const toMs = rows.timesMs[row] as number;
    if (toMs > reachedMs) gaps.push({ fromMs: reachedMs, toMs });
    reachedMs = candleMinutes === 1 ? toMs + MINUTE_MS : barEndMs(candleMinutes, toMs);
  }
  return gaps;
}

// Imports a file of candles: reads all of it first, refuses it whole when any line is wrong, and
// writes it in one transaction, so that nothing is ever half imported.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import type { Gap } from '#domain/candle/find-gaps.ts';
import { findGaps, joinGaps } from '#domain/candle/find-gaps.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import type { NamedColumns } from '#domain/candle-file/column-layout.ts';
import type { OrderedRows } from '#domain/candle-file/order-rows.ts';
import { orderRows } from '#domain/candle-file/order-rows.ts';
import { rowsToDays } from '#domain/candle-file/rows-to-days.ts';
import type { ScannedLines } from '#domain/candle-file/scan-candle-lines.ts';
import type { ArchiveMarketTerms } from '#domain/market/archive-market.ts';
import type { Market, MarketType } from '#domain/market/market.ts';
import type { CandleFiles } from '#ports/candle-files.ts';
import type { HistoryRefusal, HistoryWritten, MinuteWindow } from '#ports/history.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { ImportTarget, TargetRejection } from '#services/history/import-target.ts';
import { findTarget, marketFor } from '#services/history/import-target.ts';
import type { FileProgress, ReadFileRejection } from '#services/history/read-candle-file.ts';
import { readCandleFile } from '#services/history/read-candle-file.ts';

export type ImportHistoryDeps = HistoryDeps & { readonly candleFiles: Pick<CandleFiles, 'open'> };

export type ImportHistoryCommand = {
  readonly path: string;
  readonly exchange: string;
  /** Base and quote, such as BTC/USDT. */
  readonly symbol: string;
  readonly marketType: MarketType;
  /** Only for a market that the import makes. */
  readonly priceStep?: Decimal;
  readonly amountStep?: Decimal;
  readonly terms: ArchiveMarketTerms;
  readonly columns: NamedColumns;
  readonly roundsPrices: boolean;
  readonly lastLine: 'refuse' | 'read' | 'skip';
  readonly onDifference: 'refuse' | 'replace';
};

export type ImportedHistory = HistoryWritten & {
  readonly market: Market;
  readonly isNewMarket: boolean;
  readonly rowsCount: number;
  /** From the first candle of the file to the end of its last. */
  readonly window: MinuteWindow;
  readonly candlesCount: number;
  readonly gaps: readonly Gap[];
  readonly missingCount: number;
  readonly repeatedCount: number;
  readonly outOfOrderCount: number;
  readonly roundedPricesCount: number;
  readonly roundedVolumesCount: number;
  readonly hasZonelessTimes: boolean;
  readonly ignoredColumns: readonly string[];
};

export type ImportHistoryRejection =
  | TargetRejection
  | ReadFileRejection
  | HistoryRefusal
  | {
      readonly code: 'rows_wrong';
      /** The first ones. */
      readonly problems: readonly RowProblem[];
      readonly problemsCount: number;
    }
  | { readonly code: 'no_rows' }
  /** The candles are of longer intervals. */
  | { readonly code: 'not_minutes'; readonly spacingMinutes: number };

/** Fewer rows than these may be two minutes apart by chance. */
const SPACING_ROWS_MIN = 10;

/** Throws Failure; may throw OutcomeUnknown, after which the same import may be repeated safely. */
export async function importHistory(
  deps: ImportHistoryDeps,
  command: ImportHistoryCommand,
  onProgress: (progress: FileProgress) => void,
): Promise<Result<ImportedHistory, ImportHistoryRejection>> {
  const target = await findTarget(deps, command);
  if (!target.ok) return target;
  const scanned = await readCandleFile(deps, { ...command, ...target.value }, onProgress);
  if (!scanned.ok) return scanned;
  const { rows, problems, problemsCount } = scanned.value;
  if (problemsCount > 0) return rejected({ code: 'rows_wrong', problems, problemsCount });
  const ordered = orderRows(rows);
  const refusal = orderRefusal(ordered);
  if (refusal !== null) return rejected(refusal);
  return writeRows(deps, command, target.value, scanned.value, ordered);
}

function orderRefusal(ordered: OrderedRows): ImportHistoryRejection | null {
  const { order, problems, problemsCount, spacingMinutes } = ordered;
  if (order.length === 0) return { code: 'no_rows' };
  if (problemsCount > 0) return { code: 'rows_wrong', problems, problemsCount };
  if (spacingMinutes > 1 && order.length >= SPACING_ROWS_MIN)
    return { code: 'not_minutes', spacingMinutes };
  return null;
}

async function writeRows(
  deps: ImportHistoryDeps,
  command: ImportHistoryCommand,
  target: ImportTarget,
  { rows, ignoredColumns, hasZonelessTimes }: ScannedLines,
  { order, repeatedCount, outOfOrderCount }: OrderedRows,
): Promise<Result<ImportedHistory, ImportHistoryRejection>> {
  const named = marketFor(target, command, rows);
  if (!named.ok) return named;
  const market = named.value;
  const steps = stepsOf(market);
  const { days, problems, problemsCount, ...rounded } = rowsToDays(rows, order, {
    ...steps,
    roundsPrices: command.roundsPrices,
  });
  if (problemsCount > 0) return rejected({ code: 'rows_wrong', problems, problemsCount });
  const window = windowOf(rows, order);
  const written = await deps.history.writeHistory({
    marketTag: market.marketTag,
    steps,
    days,
    covered: window,
    onDifference: command.onDifference,
    market: target.isArchive ? market : null,
  });
  if (!written.ok) return written;
  const gaps = gapsWithin(days, window);
  return accepted({
    ...written.value,
    market,
    isNewMarket: target.market === null,
    rowsCount: rows.count,
    window,
    candlesCount: order.length,
    gaps,
    missingCount: minutesIn(window) - order.length,
    repeatedCount,
    outOfOrderCount,
    ...rounded,
    hasZonelessTimes,
    ignoredColumns,
  });
}

function windowOf(rows: CandleRows, order: Uint32Array): MinuteWindow {
  const [first, last] = [order[0] as number, order.at(-1) as number];
  const fromMs = rows.timesMs[first] as number;
  return { fromMs, toMs: (rows.timesMs[last] as number) + MINUTE_MS };
}

function minutesIn({ fromMs, toMs }: MinuteWindow): number {
  return (toMs - fromMs) / MINUTE_MS;
}

/** Days without any candle are gaps as well. */
function gapsWithin(
  days: readonly CandleColumns[],
  { fromMs, toMs }: MinuteWindow,
): readonly Gap[] {
  const gaps: Gap[] = [];
  let reachedMs = fromMs;
  for (const day of days) {
    const between = { fromMs: reachedMs, toMs: day.firstOpenMs };
    for (const gap of [between, ...findGaps(day)]) {
      const cut = { fromMs: Math.max(gap.fromMs, fromMs), toMs: Math.min(gap.toMs, toMs) };
      if (cut.fromMs >= cut.toMs) continue;
      const last = gaps.pop();
      gaps.push(...joinGaps(last === undefined ? [] : [last], [cut]));
    }
    reachedMs = endOfColumns(day);
  }
  return gaps;
}

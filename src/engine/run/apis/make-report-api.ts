// The API of the report over a run.

import { LIMITS } from '#lib/limits.ts';
import { ownText } from '#lib/own-text.ts';
import type { ReportApi, TradingReport } from '#engine/run-api/report-api.ts';
import { runFigures } from '#engine/run/positions/run-figures.ts';
import { isFirst, writeLine } from '#engine/run/run-log.ts';
import type { CustomEntry, Run } from '#engine/run/run.ts';
import { findMarket, nowMs, tradeMarket } from '#engine/run/run.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** Report API of a run; entries beyond the limits are dropped in silence. */
export function makeReportApi(run: Run): ReportApi {
  const { custom, exports } = run;
  return {
    figures: (marketTag) => reportOf(run, marketTag),
    setRoiBase(value, marketTag) {
      if (findMarket(run, marketTag) === tradeMarket(run)) run.roiBase = value;
    },
    custom(entry) {
      const key = `${entry.group}\n${entry.key}`;
      if (textOf(entry) > LIMITS.runTextCharactersMax) return;
      if (custom.size < LIMITS.customReportKeysMax || custom.has(key))
        custom.set(ownText(key), ownEntry(entry));
    },
    openExport(name, headers) {
      if (exports.has(name)) return;
      if (exports.size < LIMITS.runExportsMax)
        exports.set(ownText(name), { headers: headers.map(ownText), rows: [] });
      else refuse(run, name, `more than ${LIMITS.runExportsMax} exports`);
    },
    addExportRow(name, values) {
      const table = exports.get(name);
      if (table === undefined) return;
      const bytes = bytesOfRow(values);
      chargeSteps(bytes / 8);
      if (table.rows.length >= LIMITS.exportRowsMax) {
        refuse(run, name, `more than ${LIMITS.exportRowsMax} rows`);
      } else if (run.exportBytes + bytes > LIMITS.runExportBytesMax) {
        refuse(run, name, `more than ${LIMITS.runExportBytesMax} bytes in all exports`);
      } else {
        table.rows.push(values.map(ownCell));
        run.exportBytes += bytes;
      }
    },
  };
}

function ownCell(cell: number | string): number | string {
  return typeof cell === 'string' ? ownText(cell) : cell;
}

function ownEntry(entry: CustomEntry): CustomEntry {
  const { group, key, value, displayValue } = entry;
  return {
    ...entry,
    group: ownText(group),
    key: ownText(key),
    value: typeof value === 'string' ? ownText(value) : value,
    displayValue: displayValue === null ? null : ownText(displayValue),
  };
}

const CELL_BYTES = 16;

function bytesOfRow(values: readonly (number | string)[]): number {
  return values.reduce<number>(
    (sum, value) => sum + CELL_BYTES + (typeof value === 'string' ? value.length : 0),
    CELL_BYTES,
  );
}

/** The characters of all texts of an entry. */
function textOf({ group, key, value, displayValue }: CustomEntry): number {
  return group.length + key.length + String(value).length + (displayValue?.length ?? 0);
}

function refuse(run: Run, name: string, why: string): void {
  if (!isFirst(run.log, `export ${name}`)) return;
  writeLine(run.log, nowMs(run), 'warning', `export "${name}" is not complete: ${why}`);
}

function reportOf(run: Run, marketTag: string | null): TradingReport {
  const market = marketTag === null ? null : findMarket(run, marketTag);
  const { sums, statistics, ratios, roiPercent } = runFigures(run, market);
  const { unitsPerOne } = market ?? tradeMarket(run);
  const money = (units: bigint | number): number => Number(units) / unitsPerOne;
  const { equity, orders } = run;
  return {
    realizedProfit: money(sums.realizedUnits),
    unrealizedProfit: money(sums.unrealizedUnits),
    grossProfit: money(sums.grossUnits),
    fees: money(sums.feeUnits),
    roiPercent,
    maxDrawdownPercent: equity.maxDrawdownShare * 100,
    maxDrawdown: money(equity.maxDrawdownUnits),
    sharpeRatio: ratios.sharpe,
    sortinoRatio: ratios.sortino,
    winPercent: statistics.winShare * 100,
    profitRatio: statistics.profitRatio,
    profitFactor: statistics.profitFactor,
    cpcIndex: statistics.cpcIndex,
    tailRatio: statistics.tailRatio,
    commonSenseRatio: statistics.commonSenseRatio,
    outlierWinRatio: statistics.outlierWinRatio,
    outlierLossRatio: statistics.outlierLossRatio,
    profitMarginRatio: statistics.profitMarginRatio,
    biggestWin: statistics.biggestWin,
    biggestLoss: statistics.biggestLoss,
    highestProfit: money(equity.peakUnits - equity.startUnits),
    lowestProfit: money(equity.lowestUnits - equity.startUnits),
    totalMargin: statistics.totalMargin,
    averageMargin: statistics.averageMargin,
    averageProfit: statistics.averageProfit,
    closedPositions: statistics.count,
    winningPositions: statistics.winning,
    losingPositions: statistics.losing,
    executedOrders: orders.placedCount,
    completedOrders: orders.filledCount,
  };
}

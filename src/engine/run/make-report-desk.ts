// The desk of the report over a run.

import { LIMITS } from '#lib/limits.ts';
import type { ReportDesk, TradingReport } from '#engine/desks/report-desk.ts';
import { runFigures } from '#engine/run/run-figures.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, nowMs, tradeMarket } from '#engine/run/run.ts';

export function makeReportDesk(run: Run): ReportDesk {
  const { custom, exports } = run;
  return {
    figures: (marketTag) => reportOf(run, marketTag),
    setRoiBase(value, marketTag) {
      if (findMarket(run, marketTag) === tradeMarket(run)) run.roiBase = value;
    },
    custom(entry) {
      const key = `${entry.group}\n${entry.key}`;
      if (custom.size < LIMITS.customReportKeysMax || custom.has(key)) custom.set(key, entry);
    },
    openExport(name, headers) {
      if (exports.has(name)) return;
      if (exports.size < LIMITS.runExportsMax) exports.set(name, { headers, rows: [] });
      else refuse(run, name, `more than ${LIMITS.runExportsMax} exports`);
    },
    addExportRow(name, values) {
      const table = exports.get(name);
      if (table === undefined) return;
      if (table.rows.length < LIMITS.exportRowsMax) table.rows.push(values);
      else refuse(run, name, `more than ${LIMITS.exportRowsMax} rows`);
    },
  };
}

function refuse(run: Run, name: string, why: string): void {
  const key = `export ${name}`;
  if (run.log.writtenOnce.has(key)) return;
  run.log.writtenOnce.add(key);
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

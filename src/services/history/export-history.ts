// Writes a market's minutes into a file that can be imported again.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { CandleFileFormat, CandleFiles } from '#ports/world/candle-files.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { stretchesOf } from '#services/history/check-history.ts';
import type { ChosenHistory, ChooseRejection } from '#services/history/choose-window.ts';
import { chooseWindow } from '#services/history/choose-window.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type ExportHistoryDeps = HistoryDeps & { readonly candleFiles: Pick<CandleFiles, 'write'> };

export type ExportHistoryCommand = {
  readonly path: string;
  readonly format: CandleFileFormat;
  readonly marketTag: MarketTag;
  /** Null: from the first known minute, to the last. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
};

export type ExportedHistory = ChosenHistory & { readonly candlesCount: number };

/** Missing minutes are left out. Throws Failure; `conflict` when the file is there already. */
export async function exportHistory(
  deps: ExportHistoryDeps,
  { path, format, marketTag, fromMs, toMs }: ExportHistoryCommand,
  onProgress: (done: MinuteWindow, whole: MinuteWindow) => void,
): Promise<Result<ExportedHistory, ChooseRejection>> {
  const chosen = await chooseWindow(deps, marketTag, fromMs, toMs);
  if (!chosen.ok) return rejected(chosen.rejection);
  const { market, window, candleMinutes } = chosen.value;
  async function* columns(): AsyncGenerator<CandleColumns> {
    for await (const columns of stretchesOf(deps, market, window)) {
      yield columns;
      onProgress({ fromMs: window.fromMs, toMs: endOfColumns(columns) }, window);
    }
  }
  const candlesCount = await deps.candleFiles.write(path, format, market, columns(), candleMinutes);
  return accepted({ ...chosen.value, candlesCount });
}

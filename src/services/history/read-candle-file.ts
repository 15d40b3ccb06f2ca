// Reads a whole file of candles into rows, with every line that is wrong.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { NamedColumns } from '#domain/candle-file/column-layout.ts';
import type { ScannedLines } from '#domain/candle-file/scan-candle-lines.ts';
import { makeLineScanner } from '#domain/candle-file/scan-candle-lines.ts';
import type { CandleFiles } from '#ports/world/candle-files.ts';
import type { Clock } from '#ports/world/clock.ts';
import { Failure } from '#ports/world/failure.ts';

export type ReadFileRejection =
  | { readonly code: 'file_unreadable'; readonly reason: string }
  | { readonly code: 'columns_unclear'; readonly reason: string };

export type FileProgress = {
  readonly rowsCount: number;
  readonly bytesRead: number;
  readonly byteCount: number;
};

export type ReadFileCommand = {
  readonly path: string;
  readonly columns: NamedColumns;
  readonly name: { readonly base: string };
  readonly roundsPrices: boolean;
  readonly lastLine: 'refuse' | 'read' | 'skip';
};

/** Lines of the response are those of the file; of a Parquet file the rows, from 1 on. */
export async function readCandleFile(
  deps: { readonly candleFiles: Pick<CandleFiles, 'open'>; readonly clock: Clock },
  command: ReadFileCommand,
  onProgress: (progress: FileProgress) => void,
): Promise<Result<ScannedLines, ReadFileRejection>> {
  const scanner = makeLineScanner({
    columns: command.columns,
    base: command.name.base,
    nowMs: deps.clock.nowMs(),
    cutsPrices: command.roundsPrices,
    lastLine: command.lastLine,
  });
  try {
    const file = await deps.candleFiles.open(command.path);
    for await (const bytes of file.chunks) {
      const pushed = scanner.push(bytes);
      if (!pushed.ok) return rejected({ code: 'columns_unclear', reason: pushed.rejection });
      const { byteCount } = file;
      onProgress({ rowsCount: scanner.rowsCount(), bytesRead: file.bytesRead(), byteCount });
    }
    const finished = scanner.finish();
    if (!finished.ok) return rejected({ code: 'columns_unclear', reason: finished.rejection });
    return file.linesAre === 'lines' ? finished : { ok: true, value: withRows(finished.value) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return rejected({ code: 'file_unreadable', reason: error.message });
  }
}

/** The first line held the names of the columns. */
function withRows(scanned: ScannedLines): ScannedLines {
  const { rows, problems } = scanned;
  for (let row = 0; row < rows.count; row += 1) rows.lines[row] = (rows.lines[row] as number) - 1;
  return { ...scanned, problems: problems.map(({ line, reason }) => ({ line: line - 1, reason })) };
}

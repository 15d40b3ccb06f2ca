// Reads whole files of candles into rows, with every line that is wrong. Lines are counted on from
// file to file, so that all rows together are read as those of one.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { RowProblem } from '#domain/candle-file/candle-rows.ts';
import { appendRows, emptyRows } from '#domain/candle-file/candle-rows.ts';
import type { NamedColumns, VolumeColumn } from '#domain/candle-file/column-layout.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';
import type { ScannedLines } from '#domain/candle-file/scan-candle-lines.ts';
import { makeLineScanner } from '#domain/candle-file/scan-candle-lines.ts';
import type { CandleFiles } from '#ports/world/candle-files.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type ReadFileRejection =
  | { readonly code: 'file_unreadable'; readonly path: string; readonly reason: string }
  | { readonly code: 'columns_unclear'; readonly path: string; readonly reason: string }
  /** A folder without a file of candles. */
  | { readonly code: 'no_files' }
  | { readonly code: 'too_many_files'; readonly filesMax: number };

export type FileProgress = {
  readonly rowsCount: number;
  readonly filesRead: number;
  readonly filesCount: number;
  readonly bytesRead: number;
  /** Of the file that is being read. */
  readonly byteCount: number;
};

export type ReadFilesCommand = {
  /** Files, and folders of them. */
  readonly paths: readonly string[];
  readonly columns: NamedColumns;
  readonly name: { readonly base: string };
  readonly roundsPrices: boolean;
  readonly lastLine: 'refuse' | 'read' | 'skip';
  readonly emptyRows?: 'refuse' | 'skip';
  readonly skipLines?: number;
  readonly zone?: ZoneOfTimes;
  /** The file that is meant in each zip archive with several. */
  readonly zipEntry?: string;
};

export type ReadFile = {
  readonly path: string;
  /** Lines of the files before it. */
  readonly linesBefore: number;
  readonly isVerified: boolean;
};

export type FilesRead = Omit<ScannedLines, 'volume'> & {
  readonly files: readonly ReadFile[];
  /** Of each file, once. */
  readonly volumes: readonly VolumeColumn[];
};

type Deps = { readonly candleFiles: Pick<CandleFiles, 'list' | 'open'>; readonly clock: Clock };

const PROBLEMS_RETAINED_MAX = 20;
/** Ten years of days. */
const FILES_MAX = 5_000;

/** A path that is given twice is read once. */
export async function readCandleFiles(
  deps: Deps,
  command: ReadFilesCommand,
  onProgress: (progress: FileProgress) => void,
): Promise<Result<FilesRead, ReadFileRejection>> {
  const listed: string[] = [];
  for (const path of command.paths) listed.push(...(await deps.candleFiles.list(path)));
  const paths = [...new Set(listed)];
  if (paths.length === 0) return rejected({ code: 'no_files' });
  if (paths.length > FILES_MAX) return rejected({ code: 'too_many_files', filesMax: FILES_MAX });
  const rows = emptyRows();
  const files: ReadFile[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  const volumes = new Map<string, VolumeColumn>();
  let [linesCount, problemsCount, hasZonelessTimes] = [0, 0, false];
  let [emptyCount, repeatedHourCount] = [0, 0];
  for (const path of paths) {
    const read = await readFile(deps, { ...command, path, linesBefore: linesCount }, (one) => {
      const rowsCount = rows.count + one.rowsCount;
      onProgress({ ...one, rowsCount, filesRead: files.length, filesCount: paths.length });
    });
    if (!read.ok) return read;
    const { isVerified, ...scanned } = read.value;
    files.push({ path, linesBefore: linesCount, isVerified });
    appendRows(rows, scanned.rows, linesCount);
    for (const { line, reason } of scanned.problems)
      if (problems.length < PROBLEMS_RETAINED_MAX)
        problems.push({ line: line + linesCount, reason });
    problemsCount += scanned.problemsCount;
    hasZonelessTimes ||= scanned.hasZonelessTimes;
    linesCount += scanned.linesCount;
    emptyCount += scanned.emptyCount;
    repeatedHourCount += scanned.repeatedHourCount;
    if (scanned.volume !== null) volumes.set(scanned.volume.name, scanned.volume);
    for (const column of scanned.ignoredColumns) ignored.add(column);
  }
  const counts = { linesCount, problemsCount, hasZonelessTimes, emptyCount, repeatedHourCount };
  const columns = { ignoredColumns: [...ignored], volumes: [...volumes.values()] };
  return accepted({ rows, files, problems, ...columns, ...counts });
}

/** The file that a line is of, and its number in there; of a Parquet file the row, from 1 on. */
export function placeOfLine(
  files: readonly ReadFile[],
  line: number,
): { readonly path: string; readonly line: number } {
  const file = files.findLast(({ linesBefore }) => linesBefore < line) ?? files[0];
  return { path: file?.path ?? '', line: line - (file?.linesBefore ?? 0) };
}

type OneFile = Omit<ReadFilesCommand, 'paths'> & Pick<ReadFile, 'path' | 'linesBefore'>;
type OneProgress = Pick<FileProgress, 'rowsCount' | 'bytesRead' | 'byteCount'>;

async function readFile(
  deps: Deps,
  command: OneFile,
  onProgress: (progress: OneProgress) => void,
): Promise<Result<ScannedLines & { readonly isVerified: boolean }, ReadFileRejection>> {
  const { path } = command;
  const unclear = (reason: string) => rejected({ code: 'columns_unclear', path, reason } as const);
  const scanner = makeLineScanner({
    columns: command.columns,
    base: command.name.base,
    nowMs: deps.clock.nowMs(),
    cutsPrices: command.roundsPrices,
    lastLine: command.lastLine,
    emptyRows: command.emptyRows ?? 'refuse',
    skipLines: command.skipLines ?? 0,
    zone: command.zone ?? null,
    linesMax: LIMITS.importLinesMax - command.linesBefore,
  });
  try {
    const file = await deps.candleFiles.open(path, command.zipEntry);
    for await (const bytes of file.chunks) {
      const pushed = scanner.push(bytes);
      if (!pushed.ok) return unclear(pushed.rejection);
      const { byteCount } = file;
      onProgress({ rowsCount: scanner.rowsCount(), bytesRead: file.bytesRead(), byteCount });
    }
    const finished = scanner.finish();
    if (!finished.ok) return unclear(finished.rejection);
    const scanned = file.linesAre === 'lines' ? finished.value : withRows(finished.value);
    return accepted({ ...scanned, isVerified: file.isVerified });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return rejected({ code: 'file_unreadable', path, reason: error.message });
  }
}

/** The first line held the names of the columns. */
function withRows(scanned: ScannedLines): ScannedLines {
  const { rows, problems } = scanned;
  for (let row = 0; row < rows.count; row += 1) rows.lines[row] = (rows.lines[row] as number) - 1;
  return { ...scanned, problems: problems.map(({ line, reason }) => ({ line: line - 1, reason })) };
}

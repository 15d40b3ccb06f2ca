// Imports a file of candles that was sent, as one on this machine is imported.

import type { Result } from '#lib/result.ts';
import type { CandleFiles } from '#ports/world/candle-files.ts';
import type {
  ImportedHistory,
  ImportHistoryCommand,
  ImportHistoryDeps,
  ImportHistoryRejection,
} from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';

export type ImportSentCandlesDeps = Omit<ImportHistoryDeps, 'candleFiles'> & {
  readonly candleFiles: Pick<CandleFiles, 'sent'>;
};

export type SentCandlesCommand = Omit<ImportHistoryCommand, 'paths' | 'zipEntry'> & {
  readonly fileName: string;
  /** Text, or text that is gzipped. */
  readonly bytes: Uint8Array;
};

/** Imports one file from memory; its name only says which format it has. */
export async function importSentCandles(
  deps: ImportSentCandlesDeps,
  { fileName, bytes, ...command }: SentCandlesCommand,
): Promise<Result<ImportedHistory, ImportHistoryRejection>> {
  const candleFiles = deps.candleFiles.sent(bytes);
  return importHistory(
    { ...deps, candleFiles },
    { ...command, paths: [fileName] },
    () => undefined,
  );
}

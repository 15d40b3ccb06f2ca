// Imports of files that are texts, as the tests of imports make them.

import type { CandleFile } from '#ports/world/candle-files.ts';
import type { HistoryHarness } from '#services/history/history-harness.fixture.ts';
import type { ImportHistoryCommand } from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';

/** A file with this text, in pieces of a few bytes. */
export function fileOfText(text: string, pieceBytes = 7): CandleFile {
  const bytes = new TextEncoder().encode(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      yield bytes.slice(start, start + pieceBytes);
  }
  const byteCount = bytes.length;
  return { linesAre: 'lines', isVerified: false, byteCount, bytesRead: () => 0, chunks: chunks() };
}

export const IMPORT_COMMAND: ImportHistoryCommand = {
  paths: ['candles.csv'],
  exchange: 'archive',
  symbol: 'ETH/USDT',
  marketType: 'spot',
  terms: {},
  columns: {},
  roundsPrices: false,
  lastLine: 'refuse',
  onDifference: 'refuse',
};

/** `deps`: those of a harness. */
export function importText(
  deps: HistoryHarness['deps'],
  text: string,
  changes: Partial<ImportHistoryCommand> = {},
) {
  const candleFiles = { list: async (path: string) => [path], open: async () => fileOfText(text) };
  return importHistory(
    { ...deps, candleFiles },
    { ...IMPORT_COMMAND, ...changes },
    () => undefined,
  );
}

// The wire shapes of an import of candles.

import type { Static } from 'typebox';
import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { ImportedHistory } from '#services/history/import-history.ts';
import type { SentCandlesCommand } from '#services/history/import-sent-candles.ts';
import { importRemarks } from '#services/history/import-remarks.ts';
import { field, instantField, shapeOf } from '#api/schemas/field-codec.ts';
import { int32, oneOf, shape, text } from '#api/schemas/wire-values.ts';

const ALLOWED = ['round_prices', 'skip_empty_rows', 'read_last_line', 'replace'] as const;

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [example] });

export const ImportCandlesSchema = shape('ImportCandles', 'Candles.', {
  file: Type.String({
    minLength: 1,
    maxLength: LIMITS.candleFileBodyBytesMax,
    description: 'CSV, plain or gzipped, in base64.',
    examples: ['dGltZSxvcGVu'],
  }),
  symbol: name('`BTC/USDT:USDT` is a perpetual.', 'BTC/USDT'),
  volume_column: Type.Optional(name('Its name, or number.', 'volume')),
  allow: Type.Optional(
    Type.Array(oneOf(ALLOWED, 'An exception.'), { maxItems: 4, description: 'Exceptions.' }),
  ),
});

export const IMPORTED_CANDLES = shapeOf<ImportedHistory>()('ImportedCandles', 'What was read.', {
  market_tag: field(text('Market.', 'ARCHIVE_BTC_USDT'), (of) => of.market.marketTag),
  candle_minutes: field(int32('Of a candle.', 60), (of) => of.candleMinutes),
  from: instantField('Begin.', (of) => of.window.fromMs),
  added_candles: field(int32('New.', 744), (of) => of.addedCount),
  volume_column: field(text('Read as it.', 'volume'), (of) => of.volumeColumns.join(', ')),
  remarks: field(
    Type.Array(text('Sentence.', '744 rows were read.'), {
      description: 'Also to know.',
    }),
    (of) => [`${of.rowsCount} rows were read.`, ...importRemarks(of, 'UTC'), ...missingText(of)],
  ),
});

function missingText({ missingCount, gaps }: ImportedHistory): readonly string[] {
  return missingCount === 0 ? [] : [`${missingCount} minutes are missing, in ${gaps.length} gaps.`];
}

/** Null: it is no base64. */
export function bytesFromWire(file: string): Uint8Array | null {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(file) ? Buffer.from(file, 'base64') : null;
}

/** Command of a body and its file, for a market of the archive. */
export function importCommandFromWire(
  body: Static<typeof ImportCandlesSchema>,
  bytes: Uint8Array,
  archiveCode: string,
): SentCandlesCommand {
  const { volume_column: volume, allow = [] } = body;
  return {
    fileName: 'the file',
    bytes,
    exchange: archiveCode,
    symbol: body.symbol,
    // A symbol with what it settles in is one of futures.
    marketType: 'spot',
    terms: {},
    columns: volume === undefined ? {} : { volume },
    roundsPrices: allow.includes('round_prices'),
    lastLine: allow.includes('read_last_line') ? 'read' : 'refuse',
    emptyRows: allow.includes('skip_empty_rows') ? 'skip' : 'refuse',
    onDifference: allow.includes('replace') ? 'replace' : 'refuse',
  };
}

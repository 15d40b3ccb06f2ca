// Verifies that a row group of a Parquet file can be decoded. Some bytes can stand for billions of
// values: pages are compressed, and values are written as runs. So sizes and counts of all pages
// are checked before the library decodes one, and the runs of each page right before it does.

import type { AsyncBuffer, ColumnMetaData, ParquetType, RowGroup, SchemaElement } from 'hyparquet';
import { visibleText } from '#lib/visible-text.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { pagesOf } from '#adapters/files/parquet-pages.ts';
import type { PagePlace } from '#adapters/files/verify-parquet-page.ts';

/** Of what is decoded of one row group at a time: a page of each column, and its dictionary. */
const MEMORY_BYTES_MAX = 1 << 30;
/** Of all pages of a column, on average for each row: what stands for much more is no candle. */
const ROW_BYTES_MAX = 256;
/** Of a value as the library returns it: a number, a date, a text. */
const VALUE_BYTES: Readonly<Record<ParquetType, number>> = {
  BOOLEAN: 16,
  INT32: 16,
  FLOAT: 16,
  DOUBLE: 16,
  INT64: 112,
  INT96: 112,
  BYTE_ARRAY: 128,
  FIXED_LEN_BYTE_ARRAY: 128,
};
/** Of a text as bytes and as text. */
const TEXT_COPIES = 3;

/** Throws Failure `corrupt_reply` where it cannot; none of the columns is nested. */
export async function verifyRowGroup(
  file: AsyncBuffer,
  group: RowGroup,
  columns: readonly SchemaElement[],
): Promise<void> {
  let memoryBytes = 0;
  for (const element of columns) {
    memoryBytes += await inColumn(element, async () =>
      memoryOfColumn(file, placeOf(group, element)),
    );
    if (memoryBytes > MEMORY_BYTES_MAX)
      throw refused(
        `a row group of ${group.num_rows} rows would take more than ${MEMORY_BYTES_MAX >> 20} MiB ` +
          'of memory; write it with smaller pages',
      );
  }
}

/** Failure for a file that is damaged or harmful. */
export function refused(reason: string): Failure {
  return new Failure('corrupt_reply', `The file is refused: ${reason}.`);
}

/** Names the column where something is wrong with it. */
export async function inColumn<T>({ name }: SchemaElement, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`in column "${visibleText(name)}" ${reason}`);
  }
}

/** Place of a column's pages within its row group. */
export function placeOf(group: RowGroup, element: SchemaElement): PagePlace {
  return { element, metadata: metadataOf(group, element), rowsCount: Number(group.num_rows) };
}

function metadataOf({ columns }: RowGroup, { name }: SchemaElement): ColumnMetaData {
  const found = columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === name);
  const metadata = found[0]?.meta_data;
  if (metadata === undefined || found.length > 1)
    throw new Error(`has ${found.length} places in a row group`);
  return metadata;
}

/** What its dictionary and its largest page take, by their headers alone. */
async function memoryOfColumn(file: AsyncBuffer, place: PagePlace): Promise<number> {
  const { metadata, rowsCount } = place;
  const copies = metadata.type === 'BYTE_ARRAY' ? TEXT_COPIES : 1;
  let [dictionaryBytes, largestBytes, wholeBytes, seen] = [0, 0, 0, 0];
  for await (const { header, valuesCount, isDictionary } of pagesOf(file, place)) {
    const { uncompressed_page_size: pageBytes } = header;
    const memoryBytes = pageBytes * copies + valuesCount * VALUE_BYTES[metadata.type];
    wholeBytes += pageBytes;
    if (isDictionary) dictionaryBytes += memoryBytes;
    else {
      largestBytes = Math.max(largestBytes, memoryBytes);
      seen += valuesCount;
    }
  }
  if (seen !== rowsCount) throw new Error(`it has ${seen} values in a group of ${rowsCount} rows`);
  const wholeMax = MEMORY_BYTES_MAX + rowsCount * ROW_BYTES_MAX;
  if (wholeBytes > wholeMax)
    throw new Error(`it has ${rowsCount} rows of ${wholeBytes} bytes in all`);
  return dictionaryBytes + largestBytes;
}

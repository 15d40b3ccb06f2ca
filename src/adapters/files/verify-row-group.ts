// Whether a row group of a Parquet file can be decoded. Some bytes can stand for billions of
// values: pages are compressed, and values are written as runs. So sizes, counts and runs of all
// pages are checked before the library decodes one.

import type {
  AsyncBuffer,
  ColumnMetaData,
  PageHeader,
  ParquetType,
  RowGroup,
  SchemaElement,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { visibleText } from '#lib/visible-text.ts';
import { Failure } from '#ports/world/failure.ts';
import type { PagePlace } from '#adapters/files/verify-parquet-page.ts';
import { claimedValues, verifyPage } from '#adapters/files/verify-parquet-page.ts';

/** Of one row group, whose columns are decoded as a whole. */
const MEMORY_BYTES_MAX = 1 << 30;
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
  const rowsCount = Number(group.num_rows);
  let memoryBytes = 0;
  for (const element of columns) {
    try {
      const metadata = metadataOf(group, element);
      const chunk = new DataView(await readChunk(file, metadata));
      memoryBytes += verifyPages(chunk, { element, metadata, rowsCount });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw refused(`in column "${visibleText(element.name)}" ${reason}`);
    }
    if (memoryBytes > MEMORY_BYTES_MAX)
      throw refused(
        `a row group of ${rowsCount} rows would take more than ${MEMORY_BYTES_MAX >> 20} MiB of ` +
          'memory; write it with smaller row groups',
      );
  }
}

export function refused(reason: string): Failure {
  return new Failure('corrupt_reply', `The file is refused: ${reason}.`);
}

function metadataOf({ columns }: RowGroup, { name }: SchemaElement): ColumnMetaData {
  const found = columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === name);
  const metadata = found[0]?.meta_data;
  if (metadata === undefined || found.length > 1)
    throw new Error(`has ${found.length} places in a row group`);
  return metadata;
}

async function readChunk(file: AsyncBuffer, metadata: ColumnMetaData): Promise<ArrayBuffer> {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = metadata;
  const start = Number(dictionary ?? data);
  const end = start + Number(metadata.total_compressed_size);
  if (!(start >= 0 && end >= start && end <= file.byteLength))
    throw new Error('it lies beyond the end of the file');
  return file.slice(start, end);
}

/** Returns the bytes of memory that its values take; pages that take too much are not looked at. */
function verifyPages(chunk: DataView, place: PagePlace): number {
  const { metadata, rowsCount } = place;
  const copies = metadata.type === 'BYTE_ARRAY' ? TEXT_COPIES : 1;
  const pages = [...pagesOf(chunk, place)];
  const memoryBytes = pages.reduce((bytes, { header, valuesCount }) => {
    const pageBytes = header.uncompressed_page_size * copies;
    return bytes + pageBytes + valuesCount * VALUE_BYTES[metadata.type];
  }, 0);
  if (memoryBytes > MEMORY_BYTES_MAX) return memoryBytes;
  const rows = pages.filter(({ header }) => header.type !== 'DICTIONARY_PAGE');
  const seen = rows.reduce((sum, { valuesCount }) => sum + valuesCount, 0);
  if (seen !== rowsCount) throw new Error(`it has ${seen} values in a group of ${rowsCount} rows`);
  for (const { header, stored } of pages) verifyPage(header, stored, place);
  return memoryBytes;
}

type Page = {
  readonly header: PageHeader;
  readonly stored: Uint8Array;
  readonly valuesCount: number;
};

/** As far as the library reads them. */
function* pagesOf(chunk: DataView, place: PagePlace): Generator<Page> {
  const reader = { view: chunk, offset: 0 };
  let seen = 0;
  while (seen < place.rowsCount && reader.offset < chunk.byteLength - 1) {
    const header = parquetHeader(reader);
    const valuesCount = claimedValues(header, place);
    const { compressed_page_size: storedBytes } = header;
    if (!(storedBytes >= 0 && reader.offset + storedBytes <= chunk.byteLength))
      throw new Error(`it has a page of ${storedBytes} bytes, which are not there`);
    const stored = new Uint8Array(chunk.buffer, chunk.byteOffset + reader.offset, storedBytes);
    yield { header, stored, valuesCount };
    reader.offset += storedBytes;
    if (header.type !== 'DICTIONARY_PAGE') seen += valuesCount;
  }
}

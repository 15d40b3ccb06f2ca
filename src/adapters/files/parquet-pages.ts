// The pages of one column of a row group, read from the file one after the other: a row group may
// have millions of rows, and only some of its pages are in memory at a time.

import type { AsyncBuffer, ColumnMetaData, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { PagePlace } from '#adapters/files/verify-parquet-page.ts';
import { claimedValues } from '#adapters/files/verify-parquet-page.ts';

/** Read at once; headers and pages that are in it need no further reading. */
const WINDOW_BYTES = 256 << 10;
/** Of the header of a page; usually some dozens. */
const HEADER_BYTES_MAX = 64 << 10;

export type ParquetPage = {
  readonly header: PageHeader;
  /** Of a dictionary too, whose values are no rows. */
  readonly valuesCount: number;
  readonly isDictionary: boolean;
  /** As it is stored. */
  read(): Promise<Uint8Array>;
};

/** Until all rows were seen. Throws an Error where the column is not what it claims. */
export async function* pagesOf(file: AsyncBuffer, place: PagePlace): AsyncGenerator<ParquetPage> {
  const window = windowOf(file, rangeOf(file, place.metadata));
  let seen = 0;
  for (let offset = 0; seen < place.rowsCount && offset < window.byteCount - 1;) {
    const head = await window.at(offset, HEADER_BYTES_MAX);
    const reader = { view: head, offset: 0 };
    const header = parquetHeader(reader);
    const valuesCount = claimedValues(header, place);
    const { compressed_page_size: storedBytes } = header;
    const start = offset + reader.offset;
    if (!(storedBytes >= 0 && start + storedBytes <= window.byteCount))
      throw new Error(`it has a page of ${storedBytes} bytes, which are not there`);
    const isDictionary = header.type === 'DICTIONARY_PAGE';
    const read = async (): Promise<Uint8Array> => {
      const { buffer, byteOffset } = await window.at(start, storedBytes);
      return new Uint8Array(buffer, byteOffset, storedBytes);
    };
    yield { header, valuesCount, isDictionary, read };
    offset = start + storedBytes;
    if (!isDictionary) seen += valuesCount;
  }
}

type Range = { readonly start: number; readonly end: number };

function rangeOf({ byteLength }: AsyncBuffer, metadata: ColumnMetaData): Range {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = metadata;
  const start = Number(dictionary ?? data);
  const end = start + Number(metadata.total_compressed_size);
  if (!(start >= 0 && end >= start && end <= byteLength))
    throw new Error('it lies beyond the end of the file');
  return { start, end };
}

type ReadWindow = {
  readonly byteCount: number;
  /** At least so many bytes from there on, fewer at the end. */
  at(offset: number, count: number): Promise<DataView>;
};

/** The bytes that were read last are retained. */
function windowOf(file: AsyncBuffer, { start, end }: Range): ReadWindow {
  let retained: { readonly from: number; readonly bytes: ArrayBuffer } | null = null;
  return {
    byteCount: end - start,
    async at(offset, count) {
      const from = start + offset;
      const to = Math.min(end, from + count);
      const known = retained;
      if (known !== null && from >= known.from && to <= known.from + known.bytes.byteLength)
        return new DataView(known.bytes, from - known.from);
      const bytes = await file.slice(from, Math.min(end, Math.max(to, from + WINDOW_BYTES)));
      retained = { from, bytes };
      return new DataView(bytes);
    },
  };
}

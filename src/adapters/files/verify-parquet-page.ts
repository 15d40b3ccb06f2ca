// Verifies that a page of a Parquet file is what it claims: the library that decodes it makes as
// many values as the page claims, and as many as each of its runs does.

import type { ColumnMetaData, PageHeader, SchemaElement } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { decompressPage } from '#adapters/files/decompress-page.ts';
import { verifyRuns } from '#adapters/files/verify-runs.ts';

export type PagePlace = {
  readonly element: SchemaElement;
  readonly metadata: ColumnMetaData;
  readonly rowsCount: number;
};

/** Of a page, which is decompressed as a whole; usually it has a megabyte. */
const PAGE_BYTES_MAX = 256 << 20;
/** On average, of texts that repeat the beginning of the one before them. */
const REPEATING_LENGTH_MAX = 128;
const LENGTH_BYTES = 4;

/** Values that it claims; those of a dictionary are no rows. Throws an Error. */
export function claimedValues(header: PageHeader, { rowsCount }: PagePlace): number {
  const { type, uncompressed_page_size: bytesCount } = header;
  if (!(bytesCount >= 0 && bytesCount <= PAGE_BYTES_MAX))
    throw new Error(`it has a page that claims ${bytesCount} bytes, of at most ${PAGE_BYTES_MAX}`);
  const count = pageOf(header)?.num_values;
  if (count === undefined) throw new Error(`it has a page of the unknown type ${type}`);
  if (!(count >= 0 && count <= rowsCount))
    throw new Error(`it has a page that claims ${count} values, in a group of ${rowsCount} rows`);
  return count;
}

function pageOf(header: PageHeader) {
  const { type, data_page_header, data_page_header_v2, dictionary_page_header } = header;
  if (type === 'DATA_PAGE') return data_page_header;
  if (type === 'DATA_PAGE_V2') return data_page_header_v2;
  return type === 'DICTIONARY_PAGE' ? dictionary_page_header : undefined;
}

/** Decompresses it and reads its runs. Throws an Error. */
export function verifyPage(header: PageHeader, stored: Uint8Array, place: PagePlace): void {
  const { type, data_page_header: first, data_page_header_v2: second } = header;
  if (type === 'DATA_PAGE' && first !== undefined) {
    const page = decompressPage(place.metadata.codec, stored, header.uncompressed_page_size);
    const { bytes, valuesCount } = withoutLevels(page, first.num_values, place);
    verifyValues(bytes, first.encoding, valuesCount, place);
  }
  if (type === 'DATA_PAGE_V2' && second !== undefined) verifySecondPage(header, stored, place);
}

/** Whether each value is there is written before the values. */
function withoutLevels(
  page: Uint8Array,
  claimedCount: number,
  { element }: PagePlace,
): { readonly bytes: Uint8Array; readonly valuesCount: number } {
  if (element.repetition_type === 'REQUIRED') return { bytes: page, valuesCount: claimedCount };
  const levels = prefixed(page);
  const { onesCount } = verifyRuns(levels, 1, claimedCount);
  return { bytes: page.subarray(LENGTH_BYTES + levels.length), valuesCount: onesCount };
}

function verifySecondPage(header: PageHeader, stored: Uint8Array, place: PagePlace): void {
  const page = header.data_page_header_v2;
  if (page === undefined) return;
  const { num_values: count, num_nulls: nulls, num_rows: rows } = page;
  const [repeated, defined] = [
    page.repetition_levels_byte_length,
    page.definition_levels_byte_length,
  ];
  const isPlausible =
    rows === count &&
    nulls >= 0 &&
    nulls <= count &&
    repeated >= 0 &&
    defined >= 0 &&
    repeated + defined <= Math.min(stored.length, header.uncompressed_page_size);
  if (!isPlausible) throw new Error('it has a page whose counts contradict each other');
  if (place.element.repetition_type !== 'REQUIRED')
    verifyRuns(stored.subarray(repeated, repeated + defined), 1, count);
  const values = stored.subarray(repeated + defined);
  const claimedBytes = header.uncompressed_page_size - repeated - defined;
  const { codec } = place.metadata;
  const bytes = page.is_compressed === false ? values : decompressPage(codec, values, claimedBytes);
  verifyValues(bytes, page.encoding, count - nulls, place);
}

/** All others take at least a bit each. */
function verifyValues(
  bytes: Uint8Array,
  encoding: string,
  count: number,
  { metadata }: PagePlace,
): void {
  if (encoding === 'DELTA_BYTE_ARRAY') {
    verifyRepeating(bytes, count);
    return;
  }
  const isIndexes = encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY';
  if (!isIndexes && encoding !== 'RLE') return;
  if (encoding === 'RLE' && metadata.type === 'BOOLEAN') {
    verifyRuns(prefixed(bytes), 1, count);
    return;
  }
  // Where the dictionary has one value alone, some writers leave the runs out.
  const [bits = 0] = bytes;
  if (bits > 0 || bytes.length > 1) verifyRuns(bytes.subarray(1), bits, count);
}

/** How much of each is repeated, how much is new, and then what is new. */
function verifyRepeating(bytes: Uint8Array, count: number): void {
  if (count === 0) return;
  const reader = { view: viewOf(bytes), offset: 0 };
  const lengths = new Int32Array(count);
  const sumOfNext = (): number => {
    deltaBinaryUnpack(reader, count, lengths);
    if (lengths.some((length) => length < 0))
      throw new Error('it has a text of a length below zero');
    return lengths.reduce((sum, length) => sum + length, 0);
  };
  const sum = sumOfNext() + sumOfNext();
  if (sum > count * REPEATING_LENGTH_MAX)
    throw new Error(`it has ${count} texts that grow to ${sum} bytes`);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function prefixed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < LENGTH_BYTES) throw new Error('it ends before its values');
  const length = viewOf(bytes).getUint32(0, true);
  if (LENGTH_BYTES + length > bytes.length) throw new Error('it ends before its values');
  return bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
}

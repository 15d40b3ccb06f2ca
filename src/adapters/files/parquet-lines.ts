// A Parquet file as lines of separated values, some thousand at a time: a line of column names,
// then one for each row. Columns of lists and of structures are left out.

import type { AsyncBuffer, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { LIMITS } from '#lib/limits.ts';
import { decodedPages, NO_VALUES } from '#adapters/files/decode-column.ts';
import { refused, verifyRowGroup } from '#adapters/files/verify-row-group.ts';

const ROWS_AT_ONCE = 65_536;
/** What describes the file, at its end; usually some kilobytes. */
const FOOTER_BYTES_MAX = 16 << 20;
/** Their length and the file's mark. */
const FOOTER_END_BYTES = 8;
const COLUMNS_MAX = 256;
/** Longer than any number, time or name. */
const CELL_LENGTH_MAX = 128;

/** Throws Failure where it would take too much, and what the library throws at a damaged file. */
export async function* parquetLines(
  path: string,
  byteCount: number,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const file = await asyncBufferFromFile(path);
  const metadata = await readFooter(file);
  const columns = flatColumns(metadata);
  const names = columns.map(({ name }) => name);
  yield Buffer.from(`${names.map(cellText).join(',')}\n`);
  const rowsCount = Number(metadata.num_rows);
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    if (groupEnd > groupStart) await verifyRowGroup(file, group, columns);
    let rowsRead = groupStart;
    for await (const lines of groupLines(file, metadata, group, columns)) {
      rowsRead += lines.length;
      yield Buffer.from(lines.join(''));
      onProgress(Math.floor((byteCount * rowsRead) / rowsCount));
    }
    groupStart = groupEnd;
  }
}

/** Every page is decoded once, and no more than one of each column is retained. */
async function* groupLines(
  file: AsyncBuffer,
  metadata: FileMetaData,
  group: RowGroup,
  columns: readonly SchemaElement[],
): AsyncGenerator<readonly string[]> {
  const cursors = columns.map((element) => ({
    values: decodedPages(file, metadata, group, element),
    page: NO_VALUES,
    at: 0,
  }));
  const rowsCount = Number(group.num_rows);
  let lines: string[] = [];
  for (let row = 0; row < rowsCount;) {
    for (const cursor of cursors)
      while (cursor.at === cursor.page.length) {
        const next = await cursor.values.next();
        if (next.done === true) throw refused(`a column ends before its row ${row + 1}`);
        Object.assign(cursor, { page: next.value, at: 0 });
      }
    const left = Math.min(...cursors.map(({ page, at }) => page.length - at));
    const count = Math.min(left, rowsCount - row, ROWS_AT_ONCE - lines.length);
    for (let index = 0; index < count; index += 1)
      lines.push(`${cursors.map(({ page, at }) => cellText(page[at + index])).join(',')}\n`);
    for (const cursor of cursors) cursor.at += count;
    row += count;
    if (lines.length < ROWS_AT_ONCE && row < rowsCount) continue;
    yield lines;
    lines = [];
  }
}

async function readFooter(file: AsyncBuffer): Promise<FileMetaData> {
  const end = await file.slice(Math.max(0, file.byteLength - FOOTER_END_BYTES), file.byteLength);
  const footerBytes = new DataView(end).getUint32(0, true);
  if (footerBytes > FOOTER_BYTES_MAX)
    throw refused(`its description has ${footerBytes} bytes, of at most ${FOOTER_BYTES_MAX}`);
  const metadata = await parquetMetadataAsync(file);
  verifyCounts(file, metadata);
  return metadata;
}

/** No place is read for several columns or groups, and no row is waited for that is not there. */
function verifyCounts({ byteLength }: AsyncBuffer, { num_rows, row_groups }: FileMetaData): void {
  const rows = row_groups.map((group) => group.num_rows);
  if (rows.some((count) => count < 0n) || sum(rows) !== num_rows)
    throw refused('its row groups have other rows than the file');
  if (num_rows > BigInt(LIMITS.importLinesMax))
    throw refused(`it has ${num_rows} rows, of at most ${LIMITS.importLinesMax}`);
  if (sum(row_groups.flatMap(storedSizes)) > BigInt(byteLength))
    throw refused('its columns are larger than the file');
}

function storedSizes({ columns }: RowGroup): readonly bigint[] {
  return columns.map(({ meta_data }) => meta_data?.total_compressed_size ?? 0n);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function flatColumns(metadata: FileMetaData): readonly SchemaElement[] {
  const { children } = parquetSchema(metadata);
  if (children.length > COLUMNS_MAX)
    throw refused(`it has ${children.length} columns, of at most ${COLUMNS_MAX}`);
  return children
    .filter((child) => child.children.length === 0 && child.element.repetition_type !== 'REPEATED')
    .map(({ element }) => element);
}

/** What could break a line, is too long, or has no text, becomes a question mark. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return String(value.getTime());
  const isPlain =
    typeof value === 'string' && value.length <= CELL_LENGTH_MAX && !/[,"\r\n\t;]/.test(value);
  return isPlain ? value : '?';
}

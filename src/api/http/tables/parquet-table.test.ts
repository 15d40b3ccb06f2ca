// Tables as Parquet, of every list that has one: written in pages and read back by another reader,
// with every digit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FileMetaData } from 'hyparquet';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { present } from '#lib/assert.ts';
import { decimalFromUnits, formatDecimal } from '#lib/decimal.ts';
import { OPERATIONS } from '#api/operations.ts';
import { PARQUET_TABLE } from '#api/http/tables/parquet-table.ts';
import type { TableCell, TableColumn, TableItem } from '#api/http/tables/table-columns.ts';
import { tableColumns } from '#api/http/tables/table-columns.ts';

const PAGES_COUNT = 5;
const ROWS_OF_PAGE = 4_000;

const DECIMALS = [
  '0',
  '-0.000000000000000001',
  '0.1',
  '123456789.123456789123456789',
  '-98765432109876543.2',
  '1000000000000',
];
const TEXTS = ['', 'BTC/USDT', '"quoted", 策略 🚀', '=1+1'];

function valueOf({ kind }: TableColumn, row: number): TableCell {
  if (row % 7 === 6) return null;
  switch (kind) {
    case 'decimal':
      return DECIMALS[row % DECIMALS.length] ?? '0';
    case 'instant':
      return new Date(Date.UTC(1969, 11, 31) + row * 86_461_007).toISOString();
    case 'int32':
      return row - 5;
    case 'int64':
      return row * 4_294_967_296;
    case 'number':
      return row / 3;
    case 'flag':
      return row % 2 === 0;
    case 'text':
      return TEXTS[row % TEXTS.length] ?? '';
  }
}

/** With decimals as the bytes that they are: the reader makes floats of them. */
async function readBack(file: ArrayBuffer): Promise<readonly TableItem[]> {
  const metadata = parquetMetadata(file);
  const kinds = new Map(metadata.schema.map((element) => [element.name, element.converted_type]));
  const schema = metadata.schema.map(({ converted_type: type, ...element }) =>
    type === undefined || type === 'DECIMAL' ? element : { ...element, converted_type: type },
  );
  const plain: FileMetaData = { ...metadata, schema };
  const rows = await parquetReadObjects({ file, metadata: plain, utf8: false });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as TableItem).map(([name, value]) => [
        name,
        cellOf(kinds.get(name), value),
      ]),
    ),
  );
}

function cellOf(kind: string | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (kind === 'DECIMAL') return formatDecimal(decimalFromUnits(signedOf(value as Uint8Array), 18));
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Two's complement, the highest byte first. */
function signedOf(bytes: Uint8Array): bigint {
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(bytes.length * 8, value);
}

const TABLES = OPERATIONS.filter(({ table }) => table !== undefined);

suite('every list that is sent as a table', () => {
  for (const { operationId, success } of TABLES)
    test(`${operationId} reads the same from Parquet`, async () => {
      const schema = present(success.schema, 'a table is a page of items');
      const named = { parameters: { Length: 1, Side: 'long', isOn: true } };
      const columns = tableColumns(schema, [named]);
      const pages = Array.from({ length: PAGES_COUNT }, (_, page) =>
        Array.from({ length: operationId === 'listAccountFills' ? ROWS_OF_PAGE : 20 }, (_, row) =>
          itemOf(columns, page * ROWS_OF_PAGE + row),
        ),
      );
      const plain = columns.map((column) => ({
        ...column,
        read: (item: TableItem) => item[column.name] as TableCell,
      }));
      const file = PARQUET_TABLE.open(plain);
      const pieces = pages.map((items) => file.add(items));
      const bytes = Buffer.concat([...pieces, file.end(0)]);
      const read = await readBack(new Uint8Array(bytes).buffer);
      assert.deepEqual(read, pages.flat());
    });

  test('is sent in groups as they fill, and holds no more', () => {
    const { success } = present(
      TABLES.find(({ operationId }) => operationId === 'listAccountFills'),
      'fills are a table',
    );
    const columns = tableColumns(present(success.schema, 'a table is a page'), []);
    const file = PARQUET_TABLE.open(columns);
    const sizes = Array.from(
      { length: 12 },
      () => file.add(Array.from({ length: 1_000 }, (): TableItem => ({}))).length,
    );
    assert.deepEqual(
      sizes.map((size) => size > 4),
      [...Array<boolean>(9).fill(false), true, false, false],
    );
    const bytes = file.end(0);
    assert.equal(Buffer.from(bytes.slice(-4)).toString(), 'PAR1');
  });
});

function itemOf(columns: readonly TableColumn[], row: number): TableItem {
  return Object.fromEntries(
    columns.map((column, index) => [column.name, valueOf(column, row + index)]),
  );
}

test('swept inputs of a lab are columns of their own, of the kind that they have', () => {
  const { success } = present(
    TABLES.find(({ operationId }) => operationId === 'listLabResults'),
    'results are a table',
  );
  const items = [{ parameters: { Length: 20, Side: 'long' } }, { parameters: { Length: 30 } }];
  const columns = tableColumns(present(success.schema, 'a table is a page'), items);
  const named = columns.filter(({ name }) => name.startsWith('parameters'));
  assert.deepEqual(
    named.map(({ name, kind, read }) => [name, kind, ...items.map(read)]),
    [
      ['parameters.Length', 'number', 20, 30],
      ['parameters.Side', 'text', 'long', null],
    ],
  );
});

// A table as Parquet: exact decimals (38 digits, 18 of them behind the point), instants in
// milliseconds of UTC, texts in UTF-8. Groups of rows are written as they fill, and let go.

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parseDecimal } from '#lib/decimal.ts';
import type { ColumnKind, TableCell, TableColumn } from '#api/http/tables/table-columns.ts';
import type { TableFormat } from '#api/http/tables/table-format.ts';

const ROWS_OF_GROUP = 10_000;
/** Of the file's own notes: how many rows could not be read. */
const LEFT_OUT_KEY = 'tidemill.rows_left_out';
/** As many as an exact decimal has. */
const DECIMAL_SCALE = 18;
const DECIMAL_PRECISION = 38;
const DECIMAL_BYTES = 16;

export const PARQUET_TABLE: TableFormat = {
  contentType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  open(columns) {
    const writer = new ByteWriter();
    const file = new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: 'tidemill' });
    let waiting = emptyColumns(columns);
    const writeGroup = (): void => {
      if ((waiting[0]?.length ?? 0) === 0) return;
      const columnData = columns.map(({ name }, index) => ({ name, data: waiting[index] ?? [] }));
      void file.write({ columnData, rowGroupSize: ROWS_OF_GROUP });
      waiting = emptyColumns(columns);
    };
    return {
      add(items) {
        for (const item of items)
          for (const [index, { kind, read }] of columns.entries())
            waiting[index]?.push(valueOf(kind, read(item)));
        if ((waiting[0]?.length ?? 0) >= ROWS_OF_GROUP) writeGroup();
        return taken(writer);
      },
      end(leftOutCount) {
        writeGroup();
        if (leftOutCount > 0)
          file.kvMetadata = [{ key: LEFT_OUT_KEY, value: String(leftOutCount) }];
        void file.finish();
        return taken(writer);
      },
    };
  },
};

type ParquetValue = bigint | number | boolean | string | null;

const emptyColumns = (columns: readonly TableColumn[]): ParquetValue[][] => columns.map(() => []);

/** Takes what was written; offsets in the file go on. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = new Uint8Array(writer.getBuffer());
  writer.index = 0;
  return bytes;
}

function schemaOf(columns: readonly TableColumn[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...TYPES[kind],
    })),
  ];
}

const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: DECIMAL_BYTES,
    converted_type: 'DECIMAL',
    precision: DECIMAL_PRECISION,
    scale: DECIMAL_SCALE,
  },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

function valueOf(kind: ColumnKind, cell: TableCell): ParquetValue {
  if (cell === null) return null;
  switch (kind) {
    case 'decimal':
      return parseDecimal(String(cell));
    case 'instant':
      return BigInt(Date.parse(String(cell)));
    case 'int64':
      return BigInt(cell);
    case 'int32':
    case 'number':
      return Number(cell);
    case 'flag':
      return cell === true;
    case 'text':
      return String(cell);
  }
}

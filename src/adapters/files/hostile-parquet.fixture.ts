// Parquet files, page by page, that claim what they do not have, or stand for more than fits.

import type { CompressionCodec, Encoding, PageHeader, ParquetType, RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';

export type MadePage = {
  readonly header: Omit<PageHeader, 'compressed_page_size'> & { compressed_page_size?: number };
  readonly bytes: Uint8Array;
};

export type MadeColumn = {
  readonly name?: string;
  readonly type?: ParquetType;
  readonly isRequired?: boolean;
  readonly codec?: CompressionCodec;
  readonly pages: readonly MadePage[];
  readonly claimedBytes?: bigint;
};

type MadeFile = {
  readonly columns: readonly MadeColumn[];
  readonly groupRows: bigint;
  readonly fileRows?: bigint;
  /** So often, with the very same bytes. */
  readonly groupsCount?: number;
};

const MARK = 0x31524150;
const NO_LEVELS = {
  definition_level_encoding: 'RLE',
  repetition_level_encoding: 'RLE',
} as const;

export function parquetOf({ columns, groupRows, groupsCount = 1, ...file }: MadeFile): Uint8Array {
  const writer = new ByteWriter();
  writer.appendUint32(MARK);
  const chunks = columns.map(({ name = 'time', type = 'DOUBLE', codec, pages, claimedBytes }) => {
    const start = writer.offset;
    for (const { header, bytes } of pages) {
      writePageHeader(writer, { compressed_page_size: bytes.length, ...header });
      writer.appendBytes(bytes);
    }
    const storedBytes = BigInt(writer.offset - start);
    return {
      file_offset: BigInt(start),
      meta_data: {
        type,
        encodings: ['PLAIN' as const],
        path_in_schema: [name],
        codec: codec ?? 'UNCOMPRESSED',
        num_values: groupRows,
        total_uncompressed_size: storedBytes,
        total_compressed_size: claimedBytes ?? storedBytes,
        data_page_offset: BigInt(start),
      },
    };
  });
  const group: RowGroup = { columns: chunks, total_byte_size: 0n, num_rows: groupRows };
  writeMetadata(writer, {
    version: 2,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name = 'time', type = 'DOUBLE', isRequired = true }) => ({
        name,
        type,
        repetition_type: isRequired ? ('REQUIRED' as const) : ('OPTIONAL' as const),
      })),
    ],
    num_rows: file.fileRows ?? groupRows * BigInt(groupsCount),
    row_groups: Array.from({ length: groupsCount }, () => group),
    metadata_length: 0,
  });
  writer.appendUint32(MARK);
  return writer.getBytes();
}

/** A page of the first kind. */
export function dataPage(
  valuesCount: number,
  encoding: Encoding,
  bytes: Uint8Array,
  claimedBytes = bytes.length,
): MadePage {
  const data_page_header = { num_values: valuesCount, encoding, ...NO_LEVELS };
  return {
    header: { type: 'DATA_PAGE', uncompressed_page_size: claimedBytes, data_page_header },
    bytes,
  };
}

export function dictionaryPage(valuesCount: number, bytes: Uint8Array): MadePage {
  const dictionary_page_header = { num_values: valuesCount, encoding: 'PLAIN' as const };
  return {
    header: {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: bytes.length,
      dictionary_page_header,
    },
    bytes,
  };
}

/** One value, repeated so often. */
export function runOf(count: number, value = 0): readonly number[] {
  return [...varint(count * 2), value];
}

export function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

/** With its length before it. */
export function prefixed(bytes: readonly number[]): readonly number[] {
  return [bytes.length, 0, 0, 0, ...bytes];
}

export function doubles(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer);
}

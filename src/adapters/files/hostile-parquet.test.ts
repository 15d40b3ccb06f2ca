// Parquet files that would fill the memory: each is refused in words, and takes next to none.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { Failure } from '#venue-port/world/failure.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';
import {
  dataPage,
  dictionaryPage,
  doubles,
  parquetOf,
  prefixed,
  runOf,
  varint,
} from '#adapters/files/hostile-parquet.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const MANY = 2 ** 31 - 1;
const MEBIBYTE = 1 << 20;
/** Of the resident memory, while a file is refused. */
const GROWTH_BYTES_MAX = 300 * MEBIBYTE;
const GOOD = dataPage(2, 'PLAIN', doubles(1, 2));

let filesCount = 0;

async function textOf(bytes: Uint8Array): Promise<string> {
  filesCount += 1;
  const path = join(folder, `file-${filesCount}.parquet`);
  writeFileSync(path, bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await candleFiles.open(path)).chunks) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function assertRefused(bytes: Uint8Array, words: RegExp): Promise<void> {
  const before = process.memoryUsage().rss;
  await assert.rejects(textOf(bytes), (error) => {
    assert.ok(error instanceof Failure, String(error));
    assert.equal(error.code, 'corrupt_reply');
    assert.match(error.message, words);
    return true;
  });
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < GROWTH_BYTES_MAX, `${Math.round(grown / MEBIBYTE)} MiB more`);
}

test('a file that is made page by page is read', async () => {
  const required = { name: 'open', pages: [GOOD] };
  const levels = prefixed(runOf(2, 1));
  const optional = dataPage(2, 'PLAIN', Uint8Array.from([...levels, ...doubles(3, 4)]));
  const indexes = dataPage(2, 'RLE_DICTIONARY', Uint8Array.from([1, ...runOf(2, 1)]));
  const columns = [
    required,
    { name: 'high', isRequired: false, pages: [optional] },
    { name: 'low', pages: [dictionaryPage(2, doubles(5, 6)), indexes] },
  ];
  assert.equal(
    await textOf(parquetOf({ columns, groupRows: 2n })),
    'open,high,low\n1,3,6\n2,4,6\n',
  );
});

test('pages of columns that end at different rows are joined', async () => {
  const column = (name: string, lengths: readonly number[]) => {
    let next = 0;
    const pages = lengths.map((length) => {
      const values = Array.from({ length }, () => (next += 1));
      return dataPage(length, 'PLAIN', doubles(...values));
    });
    return { name, pages };
  };
  const indexes = (rows: number) =>
    dataPage(rows, 'RLE_DICTIONARY', Uint8Array.from([1, ...runOf(rows, 1)]));
  const columns = [
    column('open', [3, 0, 4]),
    column('high', [1, 1, 1, 1, 1, 1, 1]),
    column('low', [7]),
    { name: 'close', pages: [dictionaryPage(2, doubles(5, 6)), indexes(5), indexes(2)] },
  ];
  const rows = [1, 2, 3, 4, 5, 6, 7].map((row) => `${row},${row},${row},6\n`);
  assert.equal(
    await textOf(parquetOf({ columns, groupRows: 7n })),
    `open,high,low,close\n${rows.join('')}`,
  );
});

test('a page that claims two gigabytes', async () => {
  for (const codec of ['SNAPPY', 'ZSTD', 'GZIP', 'BROTLI'] as const) {
    const pages = [dataPage(2, 'PLAIN', new Uint8Array(20), MANY)];
    const file = parquetOf({ columns: [{ codec, pages }], groupRows: 2n });
    await assertRefused(
      file,
      /column "time" it has a page that claims 2147483647 bytes, of at most/,
    );
  }
});

test('a page that is larger than it claims', async () => {
  const bomb = zstdCompressSync(new Uint8Array(32 * MEBIBYTE));
  const pages = [dataPage(2, 'PLAIN', bomb, 16)];
  await assertRefused(
    parquetOf({ columns: [{ codec: 'ZSTD', pages }], groupRows: 2n }),
    /refused: in column "time"/,
  );
});

test('pages of few values that become much', async () => {
  const page = dataPage(1, 'PLAIN', zstdCompressSync(new Uint8Array(64 * MEBIBYTE)), 64 * MEBIBYTE);
  const pages = Array.from({ length: 100 }, () => page);
  await assertRefused(
    parquetOf({ columns: [{ codec: 'ZSTD', pages }], groupRows: 100n }),
    /in column "time" it has 100 rows of 6710886400 bytes/,
  );
});

test('a page that claims billions of values', async () => {
  const pages = [dataPage(MANY, 'PLAIN', doubles(1, 2))];
  await assertRefused(
    parquetOf({ columns: [{ pages }], groupRows: 2n }),
    /claims 2147483647 values, in a group of 2 rows/,
  );
  await assertRefused(
    parquetOf({ columns: [{ pages }], groupRows: BigInt(MANY) }),
    /refused: it has 2147483647 rows, of at most 16777216/,
  );
  await assertRefused(
    parquetOf({ columns: [{ pages: [GOOD] }], groupRows: 2n, fileRows: 2n ** 60n }),
    /its row groups have other rows than the file/,
  );
});

test('a run of some bytes that claims billions of values', async () => {
  const run = runOf(2 ** 30, 1);
  const levels = dataPage(2, 'PLAIN', Uint8Array.from([...prefixed(run), ...doubles(1, 2)]));
  const indexes = dataPage(2, 'RLE_DICTIONARY', Uint8Array.from([1, ...run]));
  const packed = dataPage(2, 'RLE_DICTIONARY', Uint8Array.from([0, ...varint(MANY)]));
  for (const column of [
    { isRequired: false, pages: [levels] },
    { pages: [dictionaryPage(1, doubles(1)), indexes] },
    { pages: [dictionaryPage(1, doubles(1)), packed] },
  ])
    await assertRefused(
      parquetOf({ columns: [column], groupRows: 2n }),
      /it has a run of \d+ values where 2 are left/,
    );
});

test('a run that stands for all rows of many columns', async () => {
  const rows = 16_000_000;
  const bytes = Uint8Array.from([1, ...runOf(rows, 0)]);
  const columns = Array.from({ length: 100 }, (_, index) => ({
    name: `c${index}`,
    pages: [dictionaryPage(1, doubles(1)), dataPage(rows, 'RLE_DICTIONARY', bytes)],
  }));
  await assertRefused(
    parquetOf({ columns, groupRows: BigInt(rows) }),
    /a row group of 16000000 rows would take more than/,
  );
});

test('texts that grow by the ones before them', async () => {
  const [rows, length] = [100_000, MEBIBYTE];
  const zigzag = (value: number): readonly number[] => varint(value * 2);
  // A block of one part, whose values are all as far apart as its first number says.
  const rest = rows - 1;
  const block = Math.ceil(rest / 128) * 128;
  const equal = (first: number, step: number): readonly number[] => [
    ...varint(block),
    1,
    ...varint(rows),
    ...zigzag(first),
    ...zigzag(step),
    0,
  ];
  const repeated = equal(0, length);
  const fresh = equal(length, 0);
  const bytes = Uint8Array.from([...repeated, ...fresh]);
  const pages = [dataPage(rows, 'DELTA_BYTE_ARRAY', bytes)];
  await assertRefused(
    parquetOf({ columns: [{ type: 'BYTE_ARRAY', pages }], groupRows: BigInt(rows) }),
    /it has (?:100000 texts that grow to|a text of a length below zero)/,
  );
});

test('a long text that many rows have is no text of candles', async () => {
  const [rows, length] = [60_000, 4 * MEBIBYTE];
  const text = new Uint8Array(4 + length).fill(0x41);
  new DataView(text.buffer).setUint32(0, length, true);
  const indexes = Uint8Array.from([1, ...runOf(rows, 0)]);
  const pages = [dictionaryPage(1, text), dataPage(rows, 'RLE_DICTIONARY', indexes)];
  const columns = [{ type: 'BYTE_ARRAY', pages }] as const;
  const read = await textOf(parquetOf({ columns, groupRows: BigInt(rows) }));
  assert.equal(read, `time\n${'?\n'.repeat(rows)}`);
});

test('places that are read again and again, or lie outside', async () => {
  const big = dataPage(2, 'PLAIN', new Uint8Array(MEBIBYTE));
  await assertRefused(
    parquetOf({ columns: [{ pages: [big] }], groupRows: 2n, groupsCount: 1_000 }),
    /its columns are larger than the file/,
  );
  await assertRefused(
    parquetOf({ columns: [{ pages: [GOOD], claimedBytes: 2n ** 40n }], groupRows: 2n }),
    /its columns are larger than the file/,
  );
  const outside = { ...GOOD, header: { ...GOOD.header, compressed_page_size: 1_000_000 } };
  await assertRefused(
    parquetOf({ columns: [{ pages: [outside] }], groupRows: 2n }),
    /a page of 1000000 bytes, which are not there/,
  );
});

test('a column without the rows of its group', async () => {
  await assertRefused(
    parquetOf({ columns: [{ pages: [GOOD] }], groupRows: 5_000_000n }),
    /it has 2 values in a group of 5000000 rows/,
  );
});

test('a description that claims to be larger than descriptions are', async () => {
  const file = parquetOf({ columns: [{ pages: [GOOD] }], groupRows: 2n });
  new DataView(file.buffer, file.byteOffset).setUint32(file.length - 8, 1 << 30, true);
  await assertRefused(file, /its description has 1073741824 bytes, of at most 16777216/);
});

test('more columns than anybody has', async () => {
  const columns = Array.from({ length: 257 }, (_, index) => ({ name: `c${index}`, pages: [GOOD] }));
  await assertRefused(parquetOf({ columns, groupRows: 2n }), /it has 257 columns, of at most 256/);
});

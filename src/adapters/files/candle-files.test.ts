// Files of candles: text, gzipped text and Parquet come as the same lines, and what is written is
// read again.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { gzipSync, gunzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles } from '#domain/candle/columns-from-candles.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { CandleFile } from '#ports/world/candle-files.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-files-'));
after(() => rmSync(folder, { recursive: true }));

const TEXT = 'timestamp,open,high,low,close,volume\n1748538300,1,2,1,2,3\n';
const MARKET = spotMarket();
const START_MS = Date.UTC(2025, 4, 29, 17, 5);

let filesCount = 0;

function newPath(ending: string): string {
  filesCount += 1;
  return join(folder, `file-${filesCount}${ending}`);
}

function fileWith(bytes: Uint8Array | string, ending = '.csv'): string {
  const path = newPath(ending);
  writeFileSync(path, bytes);
  return path;
}

async function textOf(file: CandleFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of file.chunks) chunks.push(bytes);
  return Buffer.concat(chunks).toString();
}

const failsAs =
  (code: string, words: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code && words.test(error.message);

suite('other kinds of files', () => {
  test('text in UTF-16 is read as if it were UTF-8, in either order of bytes', async () => {
    const text = `${TEXT}${'1748538360,1,2,1,2,3\n'.repeat(200_000)}`;
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const read = await textOf(await candleFiles.open(fileWith(bytes)));
      assert.equal(read, text);
    }
  });

  for (const [head, words] of [
    ['ARROW1\0\0\x10', /It is a Feather \(Arrow\) file, .*read_feather\(FILE\)\.to_parquet/],
    ['FEA1', /It is a Feather file/],
    ['[[1748538300000,1,2,1,2,3]]', /It is JSON, which is not read; .*read_json/],
    ['\ufeff\n {"a":1}', /It is JSON/],
    ['\x89HDF\r\n', /It is an HDF5 file/],
    ['SQLite format 3\0', /It is an SQLite database/],
  ] as const) {
    test(`one that begins with ${JSON.stringify(head)} is named`, async () => {
      const bytes = Buffer.from(head, head.startsWith('\ufeff') ? 'utf8' : 'latin1');
      for (const path of [fileWith(bytes), fileWith(gzipSync(bytes), '.gz')])
        await assert.rejects(textOf(await candleFiles.open(path)), failsAs('corrupt_reply', words));
    });
  }
});

suite('reading', () => {
  test('text is read as it is, and counted', async () => {
    const file = await candleFiles.open(fileWith(TEXT));
    assert.equal(await textOf(file), TEXT);
    assert.deepEqual(
      [file.linesAre, file.byteCount, file.bytesRead()],
      ['lines', TEXT.length, TEXT.length],
    );
  });

  test('gzipped text is recognised whatever its name, in one part or several', async () => {
    const bytes = Buffer.concat([gzipSync(TEXT), gzipSync('more\n')]);
    const file = await candleFiles.open(fileWith(bytes, '.csv'));
    assert.equal(await textOf(file), `${TEXT}more\n`);
  });

  test('gzipped text that was cut is damaged', async () => {
    const bytes = gzipSync(TEXT.repeat(1_000));
    const file = await candleFiles.open(fileWith(bytes.subarray(0, bytes.length - 20)));
    await assert.rejects(textOf(file), failsAs('corrupt_reply', /The file is damaged/));
  });

  test('a file that is not there, or is none, is refused by name', async () => {
    await assert.rejects(
      candleFiles.open(join(folder, 'none.csv')),
      failsAs('unavailable', /none\.csv" cannot be read: ENOENT/),
    );
    await assert.rejects(candleFiles.open(folder), failsAs('unavailable', /is not a file/));
    await assert.rejects(
      candleFiles.open(join(folder, '\u001b[31m\n.csv')),
      failsAs(
        'unavailable',
        /^"[^\p{Cc}]*\\u\{1b\}\[31m\\u\{a\}\.csv" cannot [^\p{Cc}]*directory\.$/u,
      ),
    );
  });

  test('an empty file has no lines', async () => {
    assert.equal(await textOf(await candleFiles.open(fileWith(''))), '');
  });

  const columnData = [
    { name: 'time', data: [new Date(START_MS), null], type: 'TIMESTAMP' as const },
    { name: 'open', data: [0.1, 1e-7], type: 'DOUBLE' as const },
    { name: 'trades', data: [12n, 2n ** 60n], type: 'INT64' as const },
    { name: 'note', data: ['a', 'b,c\n'], type: 'STRING' as const },
  ];
  const expected = `time,open,trades,note\n${START_MS},0.1,12,a\n,1e-7,1152921504606846976,?\n`;

  test('Parquet is read as lines, times as milliseconds, numbers as short as can be', async () => {
    const file = await candleFiles.open(
      fileWith(new Uint8Array(parquetWriteBuffer({ columnData })), '.bin'),
    );
    assert.equal(file.linesAre, 'rows');
    assert.equal(await textOf(file), expected);
    assert.equal(file.bytesRead(), file.byteCount);
  });

  test('Parquet under zstd or gzip is read as well', async () => {
    for (const [codec, compress] of [
      ['ZSTD', zstdCompressSync],
      ['GZIP', gzipSync],
    ] as const) {
      const compressors = { [codec]: (bytes: Uint8Array) => compress(bytes) };
      const bytes = parquetWriteBuffer({ columnData, codec, compressors });
      const file = await candleFiles.open(fileWith(new Uint8Array(bytes), '.parquet'));
      assert.equal(await textOf(file), expected);
    }
  });

  test('Parquet that was cut is damaged', async () => {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData }));
    const file = await candleFiles.open(fileWith(bytes.subarray(0, bytes.length - 9)));
    await assert.rejects(textOf(file), failsAs('corrupt_reply', /The file is damaged/));
  });
});

async function* stretches(): AsyncGenerator<CandleColumns> {
  for (const [row, close] of [10_550n, 10_675n].entries()) {
    const openTimeMs = START_MS + row * 2 * MINUTE_MS;
    const candle = { openTimeMs, open: 10_600n, high: 10_700n, low: 10_500n, close, volume: 61n };
    yield columnsFromCandles([candle], openTimeMs, openTimeMs + 2 * MINUTE_MS);
  }
}

suite('writing', () => {
  const expected = [
    'timestamp,open,high,low,close,volume',
    '2025-05-29T17:05:00.000Z,106,107,105,105.5,0.061',
    '2025-05-29T17:07:00.000Z,106,107,105,106.75,0.061',
    '',
  ].join('\n');

  test('text has a line for each candle, missing minutes none', async () => {
    const path = newPath('.csv');
    assert.equal(await candleFiles.write(path, 'csv', MARKET, stretches(), 1), 2);
    assert.equal(readFileSync(path, 'utf8'), expected);
  });

  test('text is gzipped when the name says so', async () => {
    const path = newPath('.csv.gz');
    await candleFiles.write(path, 'csv', MARKET, stretches(), 1);
    assert.equal(gunzipSync(readFileSync(path)).toString(), expected);
  });

  test('Parquet is read back to the same figures', async () => {
    const path = newPath('.parquet');
    assert.equal(await candleFiles.write(path, 'parquet', MARKET, stretches(), 1), 2);
    const second = START_MS + 2 * MINUTE_MS;
    assert.equal(
      await textOf(await candleFiles.open(path)),
      `timestamp,open,high,low,close,volume\n${START_MS},106,107,105,105.5,0.061\n` +
        `${second},106,107,105,106.75,0.061\n`,
    );
  });

  test('a file that is there already stays as it is', async () => {
    const path = fileWith('mine');
    await assert.rejects(
      candleFiles.write(path, 'csv', MARKET, stretches(), 1),
      failsAs('conflict', /is there already/),
    );
    assert.equal(statSync(path).size, 4);
  });

  test('a broken write leaves nothing', async () => {
    async function* broken(): AsyncGenerator<CandleColumns> {
      yield* stretches();
      throw new Failure('timeout', 'the store is gone');
    }
    const before = readdirSync(folder);
    for (const format of ['csv', 'parquet'] as const)
      await assert.rejects(
        candleFiles.write(newPath('.csv'), format, MARKET, broken(), 1),
        Failure,
      );
    assert.deepEqual(readdirSync(folder), before);
  });

  test('a folder that is not there is said', async () => {
    const path = join(folder, 'none', 'file.csv');
    await assert.rejects(
      candleFiles.write(path, 'csv', MARKET, stretches(), 1),
      failsAs('unavailable', /cannot be written: ENOENT/),
    );
  });
});

test('what was sent is read plain or gzipped, within what it may unpack to', async () => {
  const read = async (bytes: Uint8Array): Promise<number> => {
    const file = await candleFiles.sent(bytes).open('sent.csv');
    let count = 0;
    for await (const chunk of file.chunks) count += chunk.length;
    return count;
  };
  assert.deepEqual([await read(Buffer.from('a,b')), await read(gzipSync('a,b'))], [3, 3]);
  const bomb = gzipSync(Buffer.alloc(LIMITS.candleFileBytesMax + 1, 'a'), { level: 1 });
  await assert.rejects(read(bomb), /unpacks to more than/);
  await assert.rejects(read(gzipSync('a,b').subarray(0, 12)), /damaged/);
  await assert.rejects(read(Buffer.from('{"a":1}')), /JSON/);
});

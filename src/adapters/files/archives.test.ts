// The public archives of exchanges: one zipped CSV a day or a month, with a digest beside it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { zipOf } from '#adapters/files/zip-archive.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-archives-'));
after(() => rmSync(folder, { recursive: true }));

const TEXT = '1735689600000000,1,2,1,2,3,1735689659999999,4,5,6,7,0\n'.repeat(2_000);
const NAME = 'BTCUSDT-1m-2025-01-01.csv';
let filesCount = 0;

function fileWith(bytes: Uint8Array, ending = '.zip'): string {
  filesCount += 1;
  const path = join(folder, `archive-${filesCount}${ending}`);
  writeFileSync(path, bytes);
  return path;
}

function digestOf(path: string, bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${basename(path)}\n`;
}

async function read(path: string): Promise<{ readonly text: string; readonly bytes: number }> {
  const file = await candleFiles.open(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), bytes: file.bytesRead() };
}

const failsWith =
  (words: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === 'corrupt_reply' && words.test(error.message);

for (const [name, archive] of [
  ['packed', zipOf([{ name: NAME, text: TEXT }])],
  ['stored', zipOf([{ name: NAME, text: TEXT, isStored: true }])],
  [
    'in a folder',
    zipOf([
      { name: 'data/', text: '' },
      { name: `data/${NAME}`, text: TEXT },
    ]),
  ],
  ['with a comment', zipOf([{ name: NAME, text: TEXT }], 'made by PK\u0005\u0006')],
] as const) {
  test(`the only file of an archive is read: ${name}`, async () => {
    const { text, bytes } = await read(fileWith(archive));
    assert.equal(text, TEXT);
    assert.ok(bytes > 0 && bytes < archive.length);
  });
}

const WHOLE = zipOf([{ name: NAME, text: TEXT }]);
for (const [name, archive, words] of [
  [
    'two files',
    zipOf([
      { name: 'a', text: 'x' },
      { name: 'b', text: 'y' },
    ]),
    /it has 2 files/,
  ],
  ['no file', zipOf([{ name: 'a/', text: '' }]), /it has 0 files/],
  ['nothing in it', zipOf([]), /it has 0 files/],
  [
    'a file above it',
    zipOf([{ name: '../../a.csv', text: TEXT }]),
    /"\.\.\/\.\.\/a\.csv", outside/,
  ],
  ['a file at the root', zipOf([{ name: '/etc/a.csv', text: TEXT }]), /outside of the archive/],
  ['a file on a drive', zipOf([{ name: 'C:\\a.csv', text: TEXT }]), /outside of the archive/],
  [
    'more text than it says',
    zipOf([{ name: 'a', text: TEXT, textBytes: 99 }]),
    /longer than it says/,
  ],
  ['an encrypted file', zipOf([{ name: 'a', text: 'x', flags: 1 }]), /is encrypted/],
  ['text that was changed', zipOf([{ name: 'a', text: TEXT, crc: 1 }]), /not what was packed/],
  ['no end', WHOLE.subarray(0, WHOLE.length - 10), /has no end/],
  ['no beginning', Buffer.concat([WHOLE.subarray(0, 4), WHOLE.subarray(60)]), /damaged|cut|wrong/],
] as const) {
  test(`an archive with ${name} is refused`, async () => {
    await assert.rejects(read(fileWith(archive)), failsWith(words));
  });
}

test('a digest beside a file is compared with it', async () => {
  const path = fileWith(WHOLE);
  assert.equal((await candleFiles.open(path)).isVerified, false);
  writeFileSync(`${path}.CHECKSUM`, digestOf(path, WHOLE));
  assert.equal((await candleFiles.open(path)).isVerified, true);
  writeFileSync(`${path}.CHECKSUM`, digestOf(path, Buffer.from('other')));
  await assert.rejects(candleFiles.open(path), failsWith(/does not match its \.CHECKSUM/));
  writeFileSync(`${path}.CHECKSUM`, digestOf('another.zip', WHOLE));
  await assert.rejects(candleFiles.open(path), failsWith(/not one line of sha256sum for this/));
  const plain = fileWith(Buffer.from(TEXT), '.csv');
  writeFileSync(`${plain}.CHECKSUM`, digestOf(plain, Buffer.from(TEXT)));
  assert.equal((await candleFiles.open(plain)).isVerified, true);
});

test('a folder is its files of candles, sorted; anything else is itself', async () => {
  const days = join(folder, 'days');
  mkdirSync(join(days, 'deeper.zip'), { recursive: true });
  const names = ['b.zip', 'a.zip', 'a.zip.CHECKSUM', 'c.csv.gz', 'notes.md', 'd.PARQUET'];
  for (const name of names) writeFileSync(join(days, name), '');
  const listed = await candleFiles.list(days);
  assert.deepEqual(
    listed.map((path) => basename(path)),
    ['a.zip', 'b.zip', 'c.csv.gz', 'd.PARQUET'],
  );
  assert.deepEqual(await candleFiles.list(join(days, 'none')), [join(days, 'none')]);
});

test('of several files in an archive the one that is named is read', async () => {
  const texts = ['a/XBTUSD_1.csv', 'a/ETHUSD_1.csv'].map((name) => ({ name, text: `${name}\n` }));
  const path = fileWith(zipOf(texts));
  for (const wanted of ['a/ETHUSD_1.csv', 'ETHUSD_1.csv']) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await candleFiles.open(path, wanted)).chunks) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), 'a/ETHUSD_1.csv\n');
  }
  await assert.rejects(
    candleFiles.open(path),
    failsWith(/it has 2 files \("a\/XBTUSD_1\.csv", "a\/ETHUSD_1\.csv"\), and one was expected/),
  );
  await assert.rejects(
    candleFiles.open(path, 'SOL.csv'),
    failsWith(/none is the wanted "SOL\.csv", and one was expected/),
  );
});

test('a workbook of Excel is named', async () => {
  const files = ['[Content_Types].xml', 'xl/workbook.xml'].map((name) => ({ name, text: 'x' }));
  await assert.rejects(
    candleFiles.open(fileWith(zipOf(files), '.xlsx')),
    failsWith(/It is an Excel workbook, which is not read; save it as CSV/),
  );
});

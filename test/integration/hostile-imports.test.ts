// Files that were made to do harm, or are damaged, as `tidemill history import` meets them on a
// disk: each is refused in words that name it, nothing of it is stored, and none of its bytes
// reaches the terminal as a control character.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { zipOf } from '#adapters/files/zip-archive.fixture.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import { historyHarness } from '#services/history/history-harness.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const START_MS = Date.UTC(2025, 0, 1);
const HEADER = 'time,open,high,low,close,volume';

function row(minute: number, close = '2', volume = '9'): string {
  return `${START_MS + minute * MINUTE_MS},2,3,1,${close},${volume}`;
}

function textOf(...rows: readonly string[]): string {
  return [HEADER, ...rows, ''].join('\n');
}

type Files = Readonly<Record<string, string | Uint8Array>>;
let foldersCount = 0;

/** Imports all of the files, in a folder of their own; then shows what is stored. */
async function importing(files: Files, options: readonly string[] = []) {
  foldersCount += 1;
  const place = join(folder, `import-${foldersCount}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), content);
  }
  const { deps } = await historyHarness();
  const run = commandRunner({ openApplication: opened({ ...deps, candleFiles }) });
  const words = ['history', 'import', place, '--exchange', 'archive', '--symbol', 'ETH/USDT'];
  const { exitCode, out, error } = await run([...words, ...options]);
  const listed = await run(['history', 'list', '--json']);
  return { exitCode, out, error, isStored: listed.out.includes('ARCHIVE_ETH_USDT') };
}

function checksumOf(name: string, content: string | Uint8Array): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${basename(name)}\n`;
}

const GOOD = textOf(row(0), row(1));
const DAY_1 = zipOf([{ name: 'ETHUSDT-1m-2025-01-01.csv', text: GOOD }]);
const DAY_2 = zipOf([{ name: 'ETHUSDT-1m-2025-01-02.csv', text: textOf(row(1_440), row(1_441)) }]);
const BLANK = '\n'.repeat(LIMITS.importLinesMax + 10);
const MUCH = `${HEADER}\n${'9'.repeat(50_000_000)}`;

suite('an import from a disk', () => {
  for (const [what, files, words] of [
    ['an archive of blank lines', { 'a.zip': zipOf([{ name: 'a', text: BLANK }]) }, /16,777,216 l/],
    ['an endless line', { 'a.zip': zipOf([{ name: 'a', text: MUCH }]) }, /longer than 65536 bytes/],
    ['the same under gzip', { 'a.csv.gz': gzipSync(MUCH) }, /longer than 65536 bytes/],
    [
      'an archive inside an archive',
      { 'a.zip': zipOf([{ name: 'a.zip', text: DAY_1.toString('latin1') }]) },
      /"[^"]*a\.zip" cannot be read: |cannot be imported/,
    ],
    [
      'an archive that names a file elsewhere',
      { 'a.zip': zipOf([{ name: '../../../etc/cron.d/a', text: GOOD }]) },
      /a\.zip"?: The archive cannot be read: its file is named "\.\.\/\.\.\/\.\.\/etc\/cron\.d\/a"/,
    ],
    [
      'a name with control characters',
      { 'a.zip': zipOf([{ name: '/\u001b[2J\u0007', text: GOOD }]) },
      /named "\/\\u\{1b\}\[2J\\u\{7\}"/,
    ],
    [
      'a digest of another content',
      { 'a.zip': DAY_1, 'a.zip.CHECKSUM': checksumOf('a.zip', GOOD) },
      /does not match its \.CHECKSUM/,
    ],
    [
      'a digest that is none',
      { 'a.zip': DAY_1, 'a.zip.CHECKSUM': '\u001b]0;x\u0007\n' },
      /\.CHECKSUM is not one line of sha256sum/,
    ],
    [
      'control characters in a field',
      { 'a.csv': textOf(row(0, '\u001b[31m2')) },
      /line 2[^\n]*"\\u\{1b\}\[31m2" is not a number/,
    ],
    [
      'one bad day in a folder of good ones',
      { 'd1.zip': DAY_1, 'd2.zip': DAY_2.subarray(0, DAY_2.length - 7), 'd3.csv': GOOD },
      /d2\.zip"?: The archive cannot be read: it has no end/,
    ],
    [
      'days that contradict one another',
      { 'd1.zip': DAY_1, 'd2.csv': textOf(row(1, '1'), row(2)) },
      /line 2 of "[^"]*d2\.csv": says [^\n]* than line 3 of "[^"]*d1\.zip"/,
    ],
    ['no file of candles', { 'notes.md': 'x', 'deeper/a.csv': GOOD }, /No file of candles/],
  ] as const)
    test(`of ${what} is refused`, async () => {
      const { exitCode, out, error, isStored } = await importing(files);
      assert.deepEqual([exitCode, out, isStored], [1, '', false]);
      assert.match(error, words);
      // eslint-disable-next-line no-control-regex -- it is what must not be there
      assert.doesNotMatch(error, /[\u0000-\u0009\u000b-\u001f\u007f]/);
    });

  test('of days in any order, with minutes twice, has each of them once', async () => {
    const { exitCode, out, error } = await importing({
      'b.zip': DAY_1,
      'b.zip.CHECKSUM': checksumOf('b.zip', DAY_1),
      'a.zip': DAY_2,
      'a.zip.CHECKSUM': checksumOf('a.zip', DAY_2),
      'c.csv': textOf(row(1), row(3), row(2), row(0)),
      'c.csv.md': 'not read',
    });
    assert.deepEqual([exitCode, error], [0, '']);
    assert.match(out, /Imported 6 new candles, 2025-01-01 00:00 to 2025-01-02 00:02 UTC\./);
    assert.match(out, /Read 3 files; 2 matched the \.CHECKSUM beside it\./);
    assert.match(out, /2 rows said what an earlier row had said\./);
  });
});

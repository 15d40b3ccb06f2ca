// `tidemill history` as a person and as a program see it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import { historyHarness } from '#services/history/history-harness.fixture.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';

const GOOD = [
  'time,open,high,low,close,volume',
  '2025-01-31 23:58:00,1.5,3,1,2,9',
  '2025-02-01 00:01:00,2,3,1,2.25,9',
  '',
].join('\n');

/** An installation with history; `files` are those that can be read and that were written. */
async function installation(files: Record<string, string>) {
  const { deps } = await historyHarness();
  const candleFiles = {
    list: async (path: string) =>
      path === 'folder' ? Object.keys(files).filter((name) => name.endsWith('.csv')) : [path],
    async open(path: string) {
      const bytes = Buffer.from(files[path] ?? '');
      async function* chunks() {
        yield bytes;
      }
      const bytesRead = (): number => bytes.length;
      const about = {
        linesAre: 'lines',
        isVerified: path.startsWith('checked'),
        byteCount: bytes.length,
      } as const;
      return { ...about, bytesRead, chunks: chunks() };
    },
    async write(
      path: string,
      format: string,
      _market: unknown,
      stretches: AsyncIterable<CandleColumns>,
    ) {
      let count = 0;
      for await (const columns of stretches) count += [...candlesOf(columns)].length;
      files[path] = `${count} candles as ${format}`;
      return count;
    },
  };
  // Commands of history ask the machine for nothing else.
  const runWords = commandRunner({ openApplication: opened({ ...deps, candleFiles }) });
  return async (line: string) => runWords(line.split(' '));
}

const IMPORT = 'history import good.csv --exchange archive --symbol eth/usdt';

test('an import says what it made, what it read and what is missing', async () => {
  const run = await installation({ 'good.csv': GOOD });
  const { exitCode, out, error } = await run(IMPORT);
  assert.deepEqual([exitCode, error], [0, '']);
  assert.equal(
    out,
    [
      'Made ARCHIVE_ETH_USDT: price step 0.01, amount step 0.01, fees 0.1 % and 0.1 %.',
      'Imported 2 new candles, 2025-01-31 23:58 to 2025-02-01 00:02 UTC.',
      'The volume is column "volume" of the file.',
      'Times without a zone were read as UTC.',
      '2 minutes are missing, in 1 gap:',
      '  2025-01-31 23:59 to 2025-02-01 00:01  2 min',
      '',
    ].join('\n'),
  );
});

test('a refused import names the lines and what to do, and exits with 1', async () => {
  const run = await installation({ 'good.csv': GOOD.replace(',9\n', ',x\n') });
  const { exitCode, out, error } = await run(IMPORT);
  assert.deepEqual([exitCode, out], [1, '']);
  assert.match(error, /Failed: Lines of "good\.csv" cannot be imported\.\n/);
  assert.match(error, / {2}line 2: volume "x" is not a number\n/);
  assert.match(error, /Nothing was imported\. Mend or remove the lines/);
});

const DAYS = {
  'day-1.csv': GOOD,
  'checked-day-2.csv': GOOD.replaceAll('2025-02-01', '2025-02-02').replace(
    '2025-01-31',
    '2025-02-01',
  ),
};

test('files of a folder are imported as one, and verified ones are counted', async () => {
  const run = await installation({ ...DAYS });
  const { exitCode, out } = await run(IMPORT.replace('good.csv', 'folder day-1.csv'));
  assert.equal(exitCode, 0);
  assert.match(out, /Imported 4 new candles, 2025-01-31 23:58 to 2025-02-02 00:02 UTC\./);
  assert.match(out, /Read 2 files; 1 matched the \.CHECKSUM beside it\./);
});

test('of several files none is imported when one is wrong, and its lines are named', async () => {
  const files = { ...DAYS, 'day-3.csv': GOOD.replace(',9\n', ',\u001b[2J\n') };
  const run = await installation(files);
  const { exitCode, error } = await run(IMPORT.replace('good.csv', 'folder'));
  assert.equal(exitCode, 1);
  assert.match(error, /line 2 of "day-3\.csv": volume "\\u\{1b\}\[2J" is not a number/);
  assert.match((await run('history list')).out, /ARCHIVE_BTC_USDT[^]*STILL|ARCHIVE_BTC_USDT/);
  assert.doesNotMatch((await run('history list')).out, /ARCHIVE_ETH_USDT/);
  const contradicting = { 'day-1.csv': GOOD, 'day-2.csv': GOOD.replace(',9\n', ',8\n') };
  const refused = await (await installation(contradicting))(IMPORT.replace('good.csv', 'folder'));
  assert.match(refused.error, /line 2 of "day-2\.csv": says [^\n]* than line 2 of "day-1/);
});

test('control characters of a header are shown as escape sequences', async () => {
  const run = await installation({ 'good.csv': 'ti\u001b]0;x\u0007me,a,b\n1,2,3\n' });
  const { error } = await run(IMPORT);
  assert.match(error, /"ti\\u\{1b\}\]0;x\\u\{7\}me"/);
  assert.ok(!error.includes('\u001b'));
});

for (const [options, text, words] of [
  ['', GOOD.replace('2.25', '2.255'), null],
  ['--exchange mars', GOOD, /Use one of: archive, still/],
  ['--exchange sim', GOOD, /Import into the exchange "archive"/],
  ['--symbol ETHUSDT', GOOD, /such as --symbol BTC\/USDT/],
  ['--exchange still --symbol A/B', GOOD, /--exchange archive/],
  ['--price-step 0.5', GOOD, /--round-prices/],
  ['', GOOD.trimEnd(), /--last-line read/],
  ['', '', /Check that it is the right file/],
  ['', 'a,b\n1,2\n', /docs\/history\.md/],
] as const) {
  test(`an import with "${options}" of ${text.length} bytes advises ${words}`, async () => {
    const run = await installation({ 'good.csv': text });
    const { exitCode, error } = await run(`${IMPORT} ${options}`.trimEnd());
    assert.equal(exitCode, words === null ? 0 : 1);
    if (words !== null) assert.match(error, words);
  });
}

test('a second import says what was there, and differences name the way on', async () => {
  const files: Record<string, string> = { 'good.csv': GOOD };
  const run = await installation(files);
  await run(IMPORT);
  assert.match((await run(IMPORT)).out, /2 candles were there already, with the same figures/);
  files['good.csv'] = GOOD.replace('2.25', '2.5');
  const refused = await run(IMPORT);
  assert.match(refused.error, /1 stored candles differ .* the first at 2025-02-01T00:01/);
  assert.match(refused.error, /add --replace/);
  assert.match((await run(`${IMPORT} --replace`)).out, /1 stored candles were replaced/);
  const steps = await run(`${IMPORT} --price-step 0.5`);
  assert.match(steps.error, /is there already.*\n.*history delete --market ARCHIVE_ETH_USDT/);
});

test('every command has a form for machines', async () => {
  const files: Record<string, string> = { 'good.csv': GOOD };
  const run = await installation(files);
  const json = async (line: string): Promise<unknown> => {
    const { exitCode, out } = await run(`${line} --json`);
    assert.equal(exitCode, 0);
    return JSON.parse(out) as unknown;
  };
  const imported = (await json(IMPORT)) as Record<string, unknown>;
  assert.deepEqual(
    [imported['market_tag'], imported['added_candles'], imported['missing_minutes']],
    ['ARCHIVE_ETH_USDT', 2, 2],
  );
  const gap = { from: '2025-01-31T23:59:00.000Z', to: '2025-02-01T00:01:00.000Z', minutes: 2 };
  assert.deepEqual(await json('history check --market ARCHIVE_ETH_USDT'), {
    market_tag: 'ARCHIVE_ETH_USDT',
    from: '2025-01-31T23:58:00.000Z',
    to: '2025-02-01T00:02:00.000Z',
    interval: 1,
    minutes: 4,
    missing_minutes: 2,
    gaps_count: 1,
    gaps: [gap],
  });
  const exported = await json('history export out.parquet --market ARCHIVE_ETH_USDT');
  assert.equal((exported as Record<string, unknown>)['format'], 'parquet');
  assert.equal(files['out.parquet'], '2 candles as parquet');
  const { data } = (await json('history sync --market STILL_ETH_USDT')) as { data: unknown[] };
  assert.equal(data.length, 1);
  const listed = (await json('history list')) as { data: { market_tag: string }[] };
  assert.ok(listed.data.some(({ market_tag }) => market_tag === 'ARCHIVE_ETH_USDT'));
  assert.deepEqual(await json('history delete --market ARCHIVE_ETH_USDT'), {
    market_tag: 'ARCHIVE_ETH_USDT',
    deleted_candles: 2,
  });
});

test('a table shows what there is; a sync says how far it came', async () => {
  const run = await installation({});
  const list = (await run('history list')).out.split('\n');
  assert.match(list[0] ?? '', /^MARKET +EXCHANGE +MINUTES +CANDLE +FROM +TO +CANDLES +MISSING$/);
  assert.match(list[1] ?? '', /^ARCHIVE_BTC_USDT +archive +stored .* 4 +1$/);
  assert.match((await run('history sync')).out, /No market was synced before/);
  const synced = await run('history sync --market STILL_ETH_USDT --from 2025-03-03');
  assert.match(synced.out, /STILL_ETH_USDT: 630 new candles, up to 2025-03-03 10:30/);
  const bySymbol = await run('history sync --exchange still --market eth/usdt');
  assert.match(bySymbol.out, /STILL_ETH_USDT: 0 new candles/);
  assert.match((await run('history sync')).out, /STILL_ETH_USDT: 0 new candles/);
});

for (const [line, words] of [
  ['history check --market NONE', /no market "NONE"[^]*history list/],
  ['history check --market STILL_ETH_USDT', /no price history[^]*history sync --market STILL/],
  ['history check --market SIM_BTC_USDT --from 2019-01-01', /reaches from 2020-01-01/],
  ['history sync --exchange still --market BTC/USDT', /has no market[^]*markets list --exchange/],
  ['history sync --exchange mars', /Use one of: still\./],
  ['history sync --market SIM_BTC_USDT', /not fetched from anywhere/],
  ['history sync --market STILL_ETH_USDT --from 2030-01-01', /lies in the future/],
  ['history delete --market SIM_BTC_USDT', /no stored history/],
  ['history export a.csv --market NONE', /no market "NONE"/],
] as const) {
  test(`"tidemill ${line}" fails and says what to do`, async () => {
    const run = await installation({});
    const { exitCode, error } = await run(line);
    assert.equal(exitCode, 1);
    assert.match(error, words);
  });
}

test('longer candles are distinguished, and said of how many minutes they are', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, place) => `${1_738_360_800 + place * 900},10,12,9,11,8`,
  );
  const files = { 'long.csv': `time,open,high,low,close,volume\n${rows.join('\n')}\n` };
  const run = await installation(files);
  const line = 'history import long.csv --exchange archive --symbol ETH/USDT';
  const { out, exitCode } = await run(line);
  assert.equal(exitCode, 0);
  assert.match(out, /Imported 12 new candles of 15 minutes, 2025-01-31 22:00 to 2025-02-01 01:00/);
  assert.match((await run('history list')).out, /ARCHIVE_ETH_USDT .* 15 minutes .* 12 +0\n/);
  const again = await run(`${line} --interval 5 --replace`);
  assert.equal(again.exitCode, 1);
  assert.match(again.error, /holds candles of 15 minutes/);
  assert.equal((await run(`${line} --interval 7`)).exitCode, 2);
});

// Files as vendors and programs write them: which are read as what, and how those that leave
// something open are read on request.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { encodeJson } from '#lib/json.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';
import { historyHarness } from '#services/history/history-harness.fixture.ts';
import type { ImportHistoryCommand } from '#services/history/import-history.ts';
import { importText } from '#services/history/import-text.fixture.ts';
import { loadHistory } from '#services/history/load-history.ts';

const HEADER = 'time,open,high,low,close,volume';
const SECOND = Date.UTC(2025, 0, 1) / 1_000;

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

async function outcome(text: string, changes: Partial<ImportHistoryCommand> = {}) {
  const harness = await historyHarness();
  return { harness, result: await importText(harness.deps, text, changes) };
}

async function imported(text: string, changes: Partial<ImportHistoryCommand> = {}) {
  const { harness, result } = await outcome(text, changes);
  assert.ok(result.ok, encodeJson(result));
  return { ...result.value, harness };
}

async function reasonsOf(text: string, changes: Partial<ImportHistoryCommand> = {}) {
  const { result } = await outcome(text, changes);
  assert.ok(!result.ok && result.rejection.code === 'rows_wrong', encodeJson(result));
  return result.rejection.problems.map(({ line, reason }) => `${line}: ${reason}`);
}

suite('layouts', () => {
  test('seven bare columns are six, and the number of trades', async () => {
    const made = await imported(lines(`${SECOND},2,4,1,3,1.5,17`, `${SECOND + 60},3,4,1,2,1.5,9`));
    assert.deepEqual([made.candlesCount, made.volumeColumns], [2, ['6']]);
    const { result } = await outcome(lines('2025-01-01,2,4,1,3,1.5,17'));
    assert.equal(result.ok ? '' : result.rejection.code, 'columns_unclear');
  });

  test('the index of a table without a name is the time', async () => {
    const header = 'open,high,low,close,volume,__index_level_0__';
    const made = await imported(lines(header, `2,4,1,3,1.5,${SECOND}`));
    assert.equal(made.window.fromMs, SECOND * 1_000);
  });

  test('a line that tells Excel the separator is no header', async () => {
    const made = await imported(lines('sep=;', HEADER.replaceAll(',', ';'), `${SECOND};2;4;1;3;1`));
    assert.equal(made.candlesCount, 1);
  });

  test('lines before the header are left out on request, and counted', async () => {
    const head = ['Price,Close,High,Low,Open,Volume', 'Ticker,A,A,A,A,A', 'Date,,,,,'];
    const columns = { time: '1', close: '2', high: '3', low: '4', open: '5', volume: '6' };
    const changes = { skipLines: 3, columns, candleMinutes: 1_440 };
    const made = await imported(lines(...head, '2025-01-02,3,4,1,2,9'), changes);
    assert.equal(made.candlesCount, 1);
    const reasons = await reasonsOf(lines(...head, '2025-01-02,3,4,1,x,9'), changes);
    assert.deepEqual(reasons, ['4: open "x" is not a number']);
  });

  test('rows without prices are left out on request, and counted', async () => {
    const text = lines(
      HEADER,
      `${SECOND},NaN,NaN,NaN,NaN,NaN`,
      `${SECOND + 60},2,4,1,3,1`,
      `${SECOND + 120},,,,,0`,
    );
    const made = await imported(text, { emptyRows: 'skip' });
    assert.deepEqual([made.candlesCount, made.emptyCount], [1, 2]);
    assert.deepEqual(await reasonsOf(text), ['2: open "NaN" is not a number', '4: open is empty']);
    const partly = lines(HEADER, `${SECOND},2,4,NaN,3,1`);
    assert.deepEqual(await reasonsOf(partly, { emptyRows: 'skip' }), [
      '2: low "NaN" is not a number',
    ]);
  });

  test('the column of the volume is named', async () => {
    const row = `${SECOND},2,4,1,3,1`;
    assert.deepEqual((await imported(lines(HEADER, row))).volumeColumns, ['volume']);
    const both = lines('time,open,high,low,close,amount,vol', `${row},2`);
    assert.deepEqual((await imported(both)).volumeColumns, ['vol']);
  });

  test('an amount that no market trades is turnover, and a volume only on request', async () => {
    const header = 'time,open,high,low,close,amount';
    const turnover = lines(header, `${SECOND},42000,42021,41979,42008,63000.75`);
    const { result } = await outcome(turnover);
    assert.equal(result.ok ? '' : result.rejection.code, 'volume_unclear');
    const named = await imported(turnover, { columns: { volume: 'amount' } });
    assert.deepEqual(named.volumeColumns, ['amount']);
    const base = await imported(lines(header, `${SECOND},42000,42021,41979,42008,1.5`));
    assert.deepEqual(base.volumeColumns, ['amount']);
  });
});

/** Clocks that are an hour ahead, and two until three in the morning of 27 October 2024. */
const ZONE: ZoneOfTimes = {
  name: 'Some/Where',
  offsetsAt(localMs) {
    const [twoMs, threeMs] = [Date.UTC(2024, 9, 27, 2), Date.UTC(2024, 9, 27, 3)];
    if (localMs < Date.UTC(2024, 2, 31, 2) || localMs >= threeMs) return [HOUR_MS];
    if (localMs < Date.UTC(2024, 2, 31, 3)) return [];
    return localMs < twoMs ? [2 * HOUR_MS] : [2 * HOUR_MS, HOUR_MS];
  },
};

suite('times of a zone', () => {
  const NOW = { zone: ZONE };
  const rowAt = (time: string, close = '3'): string => `${time},2,4,1,${close},1`;

  test('are moved to UTC; those with a zone of their own are not', async () => {
    const text = lines(HEADER, rowAt('2025-01-01 01:00:00'), rowAt('2025-01-01 00:01:00Z'));
    const made = await imported(text, NOW);
    assert.deepEqual([made.window.fromMs, made.missingCount], [Date.UTC(2025, 0, 1), 0]);
    const plain = await imported(lines(HEADER, rowAt('2025-01-01 01:00:00')));
    assert.equal(plain.window.fromMs, Date.UTC(2025, 0, 1, 1));
  });

  test('that no clock shows are refused', async () => {
    const reasons = await reasonsOf(lines(HEADER, rowAt('2024-03-31 02:30:00')), NOW);
    assert.deepEqual(reasons, [
      '2: time "2024-03-31 02:30:00" is no time, or one that no clock in Some/Where shows',
    ]);
  });
});

suite('the hour that clocks show twice', () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0'));
  const hour = (text: string, close: string): readonly string[] =>
    minutes.map((minute) => `2024-10-27 ${text}:${minute}:00,2,4,1,${close},1`);
  const night = [...hour('01', '1'), ...hour('02', '2'), ...hour('02', '3'), ...hour('03', '4')];

  test('is ordered as the file is, whichever way that runs', async () => {
    for (const rows of [night, night.toReversed()]) {
      const made = await imported(lines(HEADER, ...rows), { zone: ZONE });
      assert.deepEqual([made.candlesCount, made.missingCount], [240, 0]);
      assert.equal(made.repeatedHourCount, 120);
      const { fromMs, toMs } = made.window;
      assert.equal(fromMs, Date.UTC(2024, 9, 26, 23));
      const loaded = await loadHistory(made.harness.deps, 'ARCHIVE_ETH_USDT', fromMs, toMs);
      assert.ok(loaded.ok);
      const closes = [0, 60, 120, 180].map((minute) => loaded.value.close[minute]);
      assert.deepEqual(closes, [1, 2, 3, 4]);
    }
  });

  test('is refused where a row has it once, or three have it, naming the lines', async () => {
    const once = lines(HEADER, ...hour('01', '1'), `2024-10-27 02:30:00,2,4,1,3,1`);
    assert.deepEqual(await reasonsOf(once, { zone: ZONE }), [
      '62: the time is one that clocks in Some/Where show twice, and no other line of the file ' +
        'has it; write it with its offset',
    ]);
    const row = '2024-10-27 02:30:00,2,4,1,3,1';
    const [first] = await reasonsOf(lines(HEADER, row, row, row), { zone: ZONE });
    assert.match(first ?? '', /^2: .*, and lines 2, 3, 4 of the file have it/);
  });

  test('is read where each row has its offset', async () => {
    const text = lines(
      HEADER,
      '2024-10-27 02:30:00+02:00,2,4,1,3,1',
      '2024-10-27 02:30:00+01:00,2,4,1,3,1',
    );
    const made = await imported(text, { zone: ZONE });
    assert.equal(made.window.toMs - made.window.fromMs, HOUR_MS + MINUTE_MS);
  });
});

suite('symbols', () => {
  const text = lines(HEADER, `${SECOND},2,4,1,3,1`);
  for (const [symbol, tag] of [
    ['币安人生/USDT', 'ARCHIVE_币安人生_USDT'],
    ['1000SHIB/USDT', 'ARCHIVE_1000SHIB_USDT'],
    ['$trump/usdt', 'ARCHIVE_$TRUMP_USDT'],
    ['BTC/USDT:USDT', 'ARCHIVE_BTC_USDT_PERP'],
  ] as const) {
    test(`${symbol} is the market ${tag}`, async () => {
      assert.equal((await imported(text, { symbol })).market.marketTag, tag);
    });
  }

  for (const symbol of ['BTC', 'BTC/USDT:BTC', 'BTC/BTC', 'B C/USDT', 'BTC/USDT:USDT-260327'])
    test(`${symbol} is none`, async () => {
      const { result } = await outcome(text, { symbol });
      assert.equal(result.ok ? '' : result.rejection.code, 'symbol_invalid');
    });
});

// Files that are imported, as what, and those that are refused: with the line and the reason, and
// nothing written.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { DAY_MS, formatInstant, MINUTE_MS } from '#lib/time.ts';
import {
  historyHarness,
  HARNESS_NOW_MS,
  STILL_TAG,
} from '#services/history/history-harness.fixture.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import type { HistoryHarness } from '#services/history/history-harness.fixture.ts';
import type {
  ImportedHistory,
  ImportHistoryCommand,
  ImportHistoryRejection,
} from '#services/history/import-history.ts';
import { importHistory } from '#services/history/import-history.ts';
import { fileOfText, IMPORT_COMMAND, importText } from '#services/history/import-text.fixture.ts';
import { loadHistory } from '#services/history/load-history.ts';

const START_MS = Date.UTC(2025, 0, 31, 23, 58);
const SECOND = START_MS / 1_000;
const TAG = 'ARCHIVE_ETH_USDT';
const HEADER = 'timestamp,open,high,low,close,volume';

async function imported(
  text: string,
  changes: Partial<ImportHistoryCommand> = {},
): Promise<ImportedHistory & { readonly harness: HistoryHarness }> {
  const harness = await historyHarness();
  const result = await importText(harness.deps, text, changes);
  assert.ok(result.ok, encodeJson(result));
  return { ...result.value, harness };
}

/** The rejection; nothing may have been written. */
async function refused(
  text: string,
  changes: Partial<ImportHistoryCommand> = {},
): Promise<ImportHistoryRejection> {
  const harness = await historyHarness();
  const before = await harness.deps.history.listHistory();
  const result = await importText(harness.deps, text, changes);
  assert.ok(!result.ok, 'it is refused');
  assert.deepEqual(await harness.deps.history.listHistory(), before);
  assert.equal((await harness.deps.history.listHistoryMarkets()).length, before.length);
  return result.rejection;
}

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** A row that is right, `minute` minutes after the start. */
const row = (minute: number, rest = '10.5,12,10,11,3.25'): string =>
  `${SECOND + minute * 60},${rest}`;

async function closesOf(harness: HistoryHarness, minutes: number): Promise<number[]> {
  const loaded = await loadHistory(harness.deps, TAG, START_MS, START_MS + minutes * MINUTE_MS);
  assert.ok(loaded.ok);
  return [...loaded.value.close];
}

suite('a file that is right', () => {
  test('is imported over midnight, and makes a market with the steps of its decimals', async () => {
    const text = lines(HEADER, row(0), row(1), row(2, '11.00,11.05,10.5,11,0'), row(3));
    const made = await imported(text);
    assert.equal(made.market.marketTag, TAG);
    assert.equal(formatDecimal(made.market.priceStep), '0.01');
    // Volumes have two decimals; a step of 0.01 would be worth more than a tenth of quote.
    assert.equal(formatDecimal(made.market.amountStep), '0.001');
    assert.equal(formatDecimal(made.market.takerFeePercent), '0.1');
    assert.equal(formatDecimal(made.market.minOrderValue), '5');
    assert.equal(made.market.isOpen, false);
    assert.deepEqual(
      [made.isNewMarket, made.rowsCount, made.candlesCount, made.addedCount, made.missingCount],
      [true, 4, 4, 4, 0],
    );
    assert.deepEqual(await closesOf(made.harness, 4), [1_100, 1_100, 1_100, 1_100]);
    const listed = await made.harness.deps.exchanges.find('archive')?.listMarkets();
    assert.ok(listed?.some(({ marketTag }) => marketTag === TAG));
  });

  test('makes a futures market with its contract and the terms that were given', async () => {
    const { market } = await imported(lines(HEADER, row(0)), {
      marketType: 'futures',
      priceStep: decimal('0.25'),
      amountStep: decimal('0.001'),
      terms: { takerFeePercent: decimal('0.04'), highestLeverage: decimal('20') },
    });
    assert.equal(market.marketTag, `${TAG}_PERP`);
    assert.equal(formatDecimal(market.priceStep), '0.25');
    assert.equal(formatDecimal(market.makerFeePercent), '0.02');
    assert.equal(formatDecimal(market.takerFeePercent), '0.04');
    assert.equal(market.contract?.marginCurrency, 'USDT');
    assert.equal(formatDecimal(market.contract?.highestLeverage ?? decimal('0')), '20');
  });

  test('reports its gaps, whole days without a candle among them', async () => {
    const later = 3 * 1_440;
    const made = await imported(lines(HEADER, row(0), row(2), row(later)));
    assert.deepEqual(made.gaps, [
      { fromMs: START_MS + MINUTE_MS, toMs: START_MS + 2 * MINUTE_MS },
      { fromMs: START_MS + 3 * MINUTE_MS, toMs: START_MS + later * MINUTE_MS },
    ]);
    assert.equal(made.missingCount, later - 2);
  });

  test('may say the same twice, which is reported', async () => {
    const made = await imported(lines(HEADER, row(0), row(1), row(0, '10.50,12.0,10,11,3.250')));
    assert.deepEqual([made.repeatedCount, made.candlesCount], [1, 2]);
  });

  test('may run from new to old', async () => {
    const text = lines(HEADER, row(2, '1,1,1,1,1'), row(1, '2,2,2,2,1'), row(0, '3,3,3,3,1'));
    const made = await imported(text);
    assert.equal(made.outOfOrderCount, 2);
    assert.deepEqual(await closesOf(made.harness, 3), [3, 2, 1]);
  });

  test('is the same import whatever the order of its lines', async () => {
    const rows = Array.from({ length: 12 }, (_, minute) =>
      row(minute * 2, `${minute + 1},99,1,${minute + 2},1`),
    );
    const straight = await imported(lines(HEADER, ...rows, row(1)));
    const expected = await closesOf(straight.harness, 23);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...rows, row(1)], { minLength: 13 }), async (mixed) => {
        const { harness } = await imported(lines(HEADER, ...mixed));
        assert.deepEqual(await closesOf(harness, 23), expected);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('is imported again without a change, and extends what is there', async () => {
    const { harness } = await imported(lines(HEADER, row(0), row(1)));
    const again = await importText(harness.deps, lines(HEADER, row(1), row(2)));
    assert.ok(again.ok);
    assert.deepEqual(
      [again.value.isNewMarket, again.value.sameCount, again.value.addedCount],
      [false, 1, 1],
    );
    assert.equal((await closesOf(harness, 3)).length, 3);
  });
});

suite('times', () => {
  const at = formatInstant(START_MS);
  for (const [name, time] of [
    ['seconds', `${SECOND}`],
    ['seconds with a fraction of zero', `${SECOND}.0`],
    ['seconds in scientific notation', `${SECOND / 10}e1`],
    ['milliseconds', `${START_MS}`],
    ['microseconds', `${START_MS}000`],
    ['nanoseconds', `${START_MS}000000`],
    ['RFC 3339', at],
    ['RFC 3339 with an offset', '2025-02-01T05:28:00+05:30'],
    ['a date and a time with a zone', '2025-01-31 23:58:00+00:00'],
    ['a date and a time with the word UTC', '2025-01-31 23:58:00 UTC'],
    ['a date and a time without a zone', '2025-01-31 23:58:00'],
    ['a date and a time without seconds', '2025/01/31 23:58'],
    ['quoted text', '"2025-01-31T23:58:00.000Z"'],
  ] as const) {
    test(`may be ${name}`, async () => {
      const made = await imported(lines(HEADER, `${time},1,1,1,1,1`));
      assert.equal(made.window.fromMs, START_MS);
      assert.equal(made.hasZonelessTimes, /^2025\S+ \d\d:\d\d(?::00)?$/.test(time));
    });
  }

  for (const [time, words] of [
    ['31/01/2025 23:58', 'is no time'],
    ['2025-02-30 00:00:00', 'is no time'],
    ['2025-01-31T24:00:00Z', 'is no time'],
    ['yesterday', 'is no time'],
    ['', 'is no time'],
    ['20250131', 'is no time'],
    [`${SECOND + 30}`, 'is not the beginning of a minute'],
    [`${START_MS + 1}`, 'is not the beginning of a minute'],
    ['915148800', 'is before the year 2000'],
    [formatInstant(HARNESS_NOW_MS + DAY_MS), 'is in the future'],
    ['2025-03-03T10:30:00Z', 'is a minute that has not ended yet'],
  ] as const) {
    test(`"${time}" is refused: ${words}`, async () => {
      const rejection = await refused(lines(HEADER, row(0), `${time},1,1,1,1,1`));
      assert.ok(rejection.code === 'rows_wrong');
      assert.deepEqual(rejection.problems, [{ line: 3, reason: `time "${time}" ${words}` }]);
    });
  }
});

suite('columns', () => {
  const at = START_MS;
  for (const [name, text] of [
    ['of a kline dump without a header', `${at},1,3,1,2,9,${at + 59_999},18,4,5,9,0`],
    ['six without a header', `${at},1,3,1,2,9`],
    ['named in any case', `Time,Open,High,Low,Close,Vol\n${at},1,3,1,2,9`],
    ['in another order', `volume,close,low,high,open,open_time\n9,2,1,3,1,${at}`],
    ['separated by semicolons', `date;open;high;low;close;volume\n${at};1;3;1;2;9`],
    ['separated by tabs', `ts\to\th\tl\tc\tv\n${at}\t1\t3\t1\t2\t9`],
    [
      'of a download site, below its address, newest first',
      `https://example.com\nunix,date,symbol,open,high,low,close,Volume USDT,Volume ETH\n` +
        `${at},2025-01-31 23:58:00,ETHUSDT,1,3,1,2,777,9`,
    ],
    ['after a byte order mark, with returns', `\ufeff${HEADER}\r\n${at},1,3,1,2,9\r`],
    ['quoted', `"timestamp","open","high","low","close","volume"\n"${at}","1","3","1","2","9"`],
    ['with blanks around', `timestamp, open, high, low, close, volume\n${at}, 1, 3, 1, 2, 9`],
    ['with empty lines between', `${HEADER}\n\n${at},1,3,1,2,9\n`],
  ] as const) {
    test(`${name} are recognised`, async () => {
      const { harness, window } = await imported(`${text}\n`);
      assert.equal(window.fromMs, START_MS);
      const loaded = await loadHistory(harness.deps, TAG, START_MS, START_MS + MINUTE_MS);
      assert.ok(loaded.ok);
      const { open, high, low, close, volume } = loaded.value;
      assert.deepEqual(
        [open, high, low, close, volume].map((column) => column[0]),
        [1, 3, 1, 2, 900],
      );
    });
  }

  test('may be named by the user, by header or by number', async () => {
    const text = lines('when,a,b,c,d,e,f', `x,${START_MS},3,1,2,1,9`);
    const columns = { time: 'a', high: '3', low: 'C', close: 'd', open: '6', volume: 'f' };
    const { ignoredColumns, rowsCount } = await imported(text, { columns });
    assert.deepEqual([rowsCount, ignoredColumns], [1, ['when']]);
  });

  for (const [name, text, words] of [
    ['that are missing', lines('timestamp,open,high,low,close', row(0)), 'looks like volume'],
    ['that are called otherwise', lines('a,b,c,d,e,f', row(0)), '"a", "b"'],
    ['that are there twice', lines('time,open,open,high,low,close,volume', row(0)), 'more than'],
    ['without a header, of another number', lines(`${row(0)},1,1`), '8 columns'],
  ] as const) {
    test(`${name} are refused with those that are there`, async () => {
      const rejection = await refused(text);
      assert.ok(rejection.code === 'columns_unclear');
      assert.ok(rejection.reason.includes(words), rejection.reason);
      assert.match(rejection.reason, /--columns/);
    });
  }

  test('named for two things at once are refused', async () => {
    const rejection = await refused(lines(HEADER, row(0)), { columns: { high: 'low' } });
    assert.ok(rejection.code === 'columns_unclear');
    assert.match(rejection.reason, /high and low cannot be one column/);
  });
});

suite('a line that is wrong', () => {
  for (const [rest, reason] of [
    ['abc,12,10,11,3', 'open "abc" is not a number'],
    ['10.5,12,10,11,n/a', 'volume "n/a" is not a number'],
    ['10.5,12,10,NaN,3', 'close "NaN" is not a number'],
    ['"1,5",12,10,11', 'open ""1" is not a number'],
    ['10.5,12,10,,3', 'close is empty'],
    ['0,12,10,11,3', 'open "0" is not above zero'],
    ['10.5,12,0.00,11,3', 'low "0.00" is not above zero'],
    ['10.5,12,-10,11,3', 'low "-10" is below zero'],
    ['10.5,12,10,11,-3', 'volume "-3" is below zero'],
    ['10.5,9,10,11,3', 'high 9 is below low 10'],
    ['9,12,10,11,3', 'open 9 is not between low 10 and high 12'],
    ['11,12,10,13,3', 'close 13 is not between low 10 and high 12'],
    ['10.5,12,10,11', 'has 5 fields where the first line has 6'],
    ['10.5,12,10,11,3,4', 'has 7 fields where the first line has 6'],
    ['1e99,1e99,1,1,3', 'open "1e99" is too large or too small'],
    [
      '10.1234567890123456,12,10,11,3',
      'open "10.1234567890123456" has more digits than can be retained',
    ],
  ] as const) {
    test(`such as ${rest} is refused: ${reason}`, async () => {
      const rejection = await refused(lines(HEADER, row(0), row(1), row(2, rest)));
      assert.ok(rejection.code === 'rows_wrong');
      assert.deepEqual(rejection.problems, [{ line: 4, reason }]);
      assert.equal(rejection.problemsCount, 1);
    });
  }

  test('is named with the others, the first twenty of them', async () => {
    const wrong = Array.from({ length: 30 }, (_, minute) => row(minute, 'x,1,1,1,1'));
    const rejection = await refused(lines(HEADER, ...wrong));
    assert.ok(rejection.code === 'rows_wrong');
    assert.deepEqual([rejection.problems.length, rejection.problemsCount], [20, 30]);
    assert.equal(rejection.problems.at(-1)?.line, 21);
  });

  test('such as one that contradicts an earlier one is refused, naming both', async () => {
    const text = lines(HEADER, row(0), row(1), row(0, '10.5,12,10,11.5,3.25'));
    const rejection = await refused(text);
    assert.ok(rejection.code === 'rows_wrong');
    const reason = 'says something else of 2025-01-31T23:58:00.000Z than line 2';
    assert.deepEqual(rejection.problems, [{ line: 4, reason }]);
  });
});

suite('a last line without an end', () => {
  const whole = `${HEADER}\n${row(0)}\n${row(1)}`;

  test('is refused, because its last number may be cut off', async () => {
    const rejection = await refused(whole);
    assert.ok(rejection.code === 'rows_wrong');
    assert.equal(rejection.problems[0]?.line, 3);
    assert.match(rejection.problems[0]?.reason ?? '', /may be cut off/);
  });

  test('is read or skipped when requested', async () => {
    assert.equal((await imported(whole, { lastLine: 'read' })).rowsCount, 2);
    assert.equal((await imported(whole, { lastLine: 'skip' })).rowsCount, 1);
  });

  test('is refused at whatever byte the file was cut', async () => {
    const text = lines(HEADER, row(0), row(1));
    const firstEnd = text.indexOf('\n', HEADER.length + 1) + 1;
    for (let end = firstEnd + 1; end < text.length; end += 1) {
      const rejection = await refused(text.slice(0, end));
      assert.ok(rejection.code === 'rows_wrong');
    }
  });
});

suite('steps', () => {
  const grid = { priceStep: decimal('0.5') };

  test('prices between two of them are refused with their lines', async () => {
    const text = lines(HEADER, row(0), row(1, '10.25,12,10,11,3'));
    const rejection = await refused(text, grid);
    assert.ok(rejection.code === 'rows_wrong');
    const reason = 'open is not a multiple of the price step 0.5';
    assert.deepEqual(rejection.problems, [{ line: 3, reason }]);
  });

  test('prices between two of them are rounded when requested', async () => {
    const text = lines(HEADER, row(0, '10.24,12,10,10.76,3'), row(1, '10.25,12,10,10.75,3'));
    const made = await imported(text, { ...grid, roundsPrices: true });
    assert.equal(made.roundedPricesCount, 2);
    // Of two that are equally near, the even number of steps.
    assert.deepEqual(await closesOf(made.harness, 2), [22, 22]);
  });

  test('a price that would be rounded to zero is refused', async () => {
    const text = lines(HEADER, row(0, '0.1,0.6,0.1,0.6,3'));
    const rejection = await refused(text, { ...grid, roundsPrices: true });
    assert.ok(rejection.code === 'rows_wrong');
    assert.match(rejection.problems[0]?.reason ?? '', /less than half/);
  });

  test('volumes are rounded to the nearest, which is reported', async () => {
    const noisy = '10.5,12,10,11,61.385000000000005';
    const made = await imported(lines(HEADER, row(0, noisy), row(1)));
    assert.equal(made.roundedVolumesCount, 1);
    assert.equal(formatDecimal(made.market.amountStep), '0.001');
  });

  test('prices in scientific notation are exact', async () => {
    const made = await imported(lines(HEADER, row(0, '1.5e-7,2E-07,0.0000001,0.00000015,1e+3')));
    assert.equal(formatDecimal(made.market.priceStep), '0.00000001');
    assert.deepEqual(await closesOf(made.harness, 1), [15]);
  });

  test('prices with the noise of floating-point numbers name no step', async () => {
    const rejection = await refused(lines(HEADER, row(0, '1.000000000001,2,1,1.0000000000005,1')));
    assert.equal(rejection.code, 'price_step_unclear');
  });

  test('a market that is there keeps its own', async () => {
    const { harness } = await imported(lines(HEADER, row(0)));
    const finer = await importText(harness.deps, lines(HEADER, row(1, '10.55,12,10,11,1')));
    assert.ok(!finer.ok && finer.rejection.code === 'rows_wrong');
    const other = await importText(harness.deps, lines(HEADER, row(1)), grid);
    assert.ok(!other.ok && other.rejection.code === 'market_differs');
    const fee = { terms: { takerFeePercent: decimal('0.3') } };
    const dearer = await importText(harness.deps, lines(HEADER, row(1)), fee);
    assert.ok(!dearer.ok && dearer.rejection.code === 'market_differs');
  });
});

suite('what is there already', () => {
  test('is not changed by a file that says otherwise, unless requested', async () => {
    const { harness } = await imported(lines(HEADER, row(0), row(1)));
    const other = lines(HEADER, row(0), row(1, '10.5,12,10,11.5,3.25'));
    assert.deepEqual(await importText(harness.deps, other), {
      ok: false,
      rejection: {
        code: 'candles_differ',
        firstDifferentMs: START_MS + MINUTE_MS,
        differentCount: 1,
      },
    });
    const replaced = await importText(harness.deps, other, { onDifference: 'replace' });
    assert.equal(replaced.ok && replaced.value.replacedCount, 1);
    assert.deepEqual(await closesOf(harness, 2), [110, 115]);
  });
});

test('a problem of a Parquet file names the row, from 1 on', async () => {
  const harness = await historyHarness();
  const text = lines(HEADER, row(0), row(1, '10.5,12,10,x,3'));
  const open = async () => ({ ...fileOfText(text), linesAre: 'rows' as const });
  const candleFiles = { list: async (path: string) => [path], open };
  const result = await importHistory(
    { ...harness.deps, candleFiles },
    IMPORT_COMMAND,
    () => undefined,
  );
  assert.ok(!result.ok && result.rejection.code === 'rows_wrong');
  assert.deepEqual(result.rejection.problems, [{ line: 2, reason: 'close "x" is not a number' }]);
});

suite('a target', () => {
  const text = lines(HEADER, row(0));
  for (const [name, changes, code] of [
    ['exchange that is not there', { exchange: 'mars' }, 'exchange_not_found'],
    ['exchange that computes its minutes', { exchange: 'sim' }, 'history_computed'],
    ['symbol of one part', { symbol: 'ETHUSDT' }, 'symbol_invalid'],
    ['symbol of the same twice', { symbol: 'ETH/ETH' }, 'symbol_invalid'],
    ['market that its exchange lacks', { exchange: 'still', symbol: 'X/Y' }, 'market_not_found'],
  ] as const) {
    test(`${name} is refused`, async () => {
      assert.equal((await refused(text, changes)).code, code);
    });
  }

  test('may be a market that an exchange lists, with its steps', async () => {
    const made = await imported(lines(HEADER, row(0, '10.5,12,10,11,3.25')), { exchange: 'still' });
    assert.equal(made.market.marketTag, 'STILL_ETH_USDT');
    assert.equal(made.isNewMarket, false);
    const loaded = await loadHistory(
      made.harness.deps,
      'STILL_ETH_USDT',
      START_MS,
      START_MS + MINUTE_MS,
    );
    assert.equal(loaded.ok && loaded.value.close[0], 1_100);
  });
});

suite('a file as a whole', () => {
  test('without rows is refused', async () => {
    assert.equal((await refused(lines(HEADER))).code, 'no_rows');
    assert.equal((await refused('')).code, 'no_rows');
  });

  test('that is no text is refused', async () => {
    const rejection = await refused(`\u0000\u0001\u0002${'\u0003'.repeat(70_000)}`);
    assert.equal(rejection.code, 'columns_unclear');
  });
});

suite('files for a market whose minutes can be fetched', () => {
  const END_MS = START_MS + MINUTE_MS;
  const still = { exchange: 'still', symbol: 'ETH/USDT' };

  for (const [where, synced, hole] of [
    [
      'before',
      { fromMs: END_MS + 5 * MINUTE_MS, toMs: END_MS + DAY_MS },
      { fromMs: END_MS, toMs: END_MS + 5 * MINUTE_MS },
    ],
    [
      'after',
      { fromMs: START_MS - DAY_MS, toMs: START_MS - MINUTE_MS },
      { fromMs: START_MS - MINUTE_MS, toMs: START_MS },
    ],
  ] as const)
    test(`are refused when a hole would remain: ${where} what is stored`, async () => {
      const { deps } = await historyHarness();
      const marketTag = STILL_TAG;
      assert.ok((await syncHistory(deps, { marketTag, ...synced }, () => undefined)).ok);
      const before = await deps.history.listHistory();
      const result = await importText(deps, lines(row(0)), still);
      assert.deepEqual(result, {
        ok: false,
        rejection: { code: 'leaves_hole', marketTag, hole },
      });
      assert.deepEqual(await deps.history.listHistory(), before);
    });

  test('are imported where they meet what is stored', async () => {
    const { deps } = await historyHarness();
    const window = { fromMs: END_MS, toMs: END_MS + DAY_MS };
    const synced = { marketTag: STILL_TAG, ...window };
    assert.ok((await syncHistory(deps, synced, () => undefined)).ok);
    const result = await importText(deps, lines(row(0)), still);
    assert.ok(result.ok, encodeJson(result));
    assert.equal(result.value.addedCount, 1);
  });
});

// Series as scripts see them.

import { NO_SITE } from '#lua/runtime/errors.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { computeColumns } from '#indicators/fold.ts';
import { planNamed } from '#engine/series/indicator-column.ts';
import type { SeriesLike, SeriesRequest } from '#engine/run-api/series-api.ts';
import type { Stand, Window } from '#engine/series/window.fixture.ts';
import { laterBy, standOn, walkWindow } from '#engine/series/window.fixture.ts';
import { concatenate } from '#lua/runtime/concatenate.ts';
import { equals, lessThan } from '#lua/runtime/compare.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { heldBytes } from '#lua/runtime/census.ts';
import { LuaTable, newTable, rawSet, tableFromList } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const SITE = NO_SITE;

function request(changes: Partial<SeriesRequest> = {}): SeriesRequest {
  return {
    source: 'close',
    marketTag: null,
    intervalMinutes: 0,
    isClosedOnly: false,
    style: 'candle',
    ...changes,
  };
}

function closes({ api }: Stand, changes: Partial<SeriesRequest> = {}): SeriesLike {
  return api.prices(request(changes));
}

/** A window whose minute closes are the numbers given, in cents. */
function windowOf(cents: readonly number[], firstOpenMs = laterBy(0)): Window {
  const window = walkWindow(1, cents.length, { firstOpenMs, missing: 0 });
  const column = Float64Array.from(cents);
  const { market, candles } = window;
  return {
    market,
    candles: { ...candles, open: column, high: column, low: column, close: column },
  };
}

function element(series: SeriesLike, key: LuaValue): SeriesLike {
  return series.index(key) as SeriesLike;
}

test('prices are the doubles nearest to their decimals, newest first', () => {
  const stand = standOn([windowOf([10_010, 10_020, 10_003])]);
  const close = closes(stand);
  stand.cursor.row = 2;
  assert.deepEqual([close.at(1), close.at(2), close.at(3)], [100.03, 100.2, 100.1]);
  assert.deepEqual([...close.values()], [100.03, 100.2, 100.1]);
  assert.equal(close.count(), 3);
});

test('outside the elements there is no number, and no later one', () => {
  const stand = standOn([windowOf([10_010, 10_020, 10_003])]);
  const close = closes(stand);
  stand.cursor.row = 1;
  for (const position of [0, -1, 3, 1.5, Number.NaN]) {
    assert.ok(Number.isNaN(close.at(position)), String(position));
  }
});

test('the bar that forms is built of the minutes so far', () => {
  const stand = standOn([windowOf([100, 300, 200, 400, 150, 500])], 3);
  const [close, high, open] = (['close', 'high', 'open'] as const).map((source) =>
    stand.api.prices(request({ source })),
  );
  const seen = [];
  for (stand.cursor.row = 0; stand.cursor.row < 6; stand.cursor.row += 1) {
    seen.push([open?.at(1), high?.at(1), close?.at(1), close?.at(2)]);
  }
  assert.deepEqual(seen, [
    [1, 1, 1, Number.NaN],
    [1, 3, 3, Number.NaN],
    [1, 3, 2, Number.NaN],
    [4, 4, 4, 2],
    [4, 4, 1.5, 2],
    [4, 5, 5, 2],
  ]);
});

test('closed candles only: a bar shows from its last minute on', () => {
  const stand = standOn([windowOf([100, 300, 200, 400, 150, 500])], 3);
  const close = closes(stand, { isClosedOnly: true });
  const seen = [];
  for (stand.cursor.row = 0; stand.cursor.row < 6; stand.cursor.row += 1) {
    seen.push([close.at(1), close.at(2), close.count()]);
  }
  const none = [Number.NaN, Number.NaN, 0];
  assert.deepEqual(seen, [
    none,
    none,
    [2, Number.NaN, 1],
    [2, Number.NaN, 1],
    [2, Number.NaN, 1],
    [5, 2, 2],
  ]);
});

test('a bar whose beginning lies before the rows is none', () => {
  const stand = standOn([windowOf([100, 200, 300, 400], laterBy(1))], 3);
  const close = closes(stand);
  stand.cursor.row = 1;
  assert.deepEqual([close.at(1), close.count()], [Number.NaN, 0]);
  stand.cursor.row = 2;
  assert.deepEqual([close.at(1), close.count()], [3, 1]);
  assert.equal(stand.api.now(null).close, 3);
});

test('before the first trade there is no price, whatever the rows hold', () => {
  const window = windowOf([500, 500, 500, 400]);
  window.candles.isMissing.set([1, 1]);
  const stand = standOn([window]);
  const close = closes(stand);
  stand.cursor.row = 1;
  assert.deepEqual([close.at(1), stand.api.now(null).close], [Number.NaN, Number.NaN]);
  stand.cursor.row = 2;
  assert.deepEqual([close.at(1), stand.api.now(null).close], [5, 5]);
});

test('as many elements are visible as the window allows', () => {
  const stand = standOn([walkWindow(1, 700)]);
  const close = closes(stand);
  stand.cursor.row = 600;
  assert.deepEqual([close.count(), element(close, 2).count()], [500, 499]);
  assert.ok(Number.isNaN(close.at(501)));
  const average = stand.api.indicator('SMA', [close], [20])[0];
  stand.cursor.row = 100;
  assert.equal(average?.count(), 82);
});

test('arithmetic goes element by element, aligned on the newest', () => {
  const stand = standOn([windowOf([100, 200, 300, 400])]);
  const close = closes(stand);
  stand.cursor.row = 3;
  const raised = close.arith('+', close, 10) as SeriesLike;
  assert.deepEqual([...raised.values()], [14, 13, 12, 11]);
  const change = close.arith('-', close, element(close, 2)) as SeriesLike;
  assert.deepEqual([...change.values()], [1, 1, 1]);
  const list = stand.api.fromNumbers([1, 2]);
  assert.deepEqual([...(close.arith('*', list, close) as SeriesLike).values()], [4, 6]);
  assert.deepEqual(
    [...(close.arith('unary -', close, close) as SeriesLike).values()],
    [-4, -3, -2, -1],
  );
});

test('series of different intervals pair their elements from the newest on', () => {
  const stand = standOn([windowOf([100, 200, 300, 400, 500])]);
  const mixed = closes(stand).arith('-', closes(stand), closes(stand, { intervalMinutes: 2 }));
  stand.cursor.row = 4;
  assert.deepEqual([...(mixed as SeriesLike).values()], [0, 0, 1]);
});

test('comparison takes the newest element', () => {
  const stand = standOn([windowOf([100, 200])]);
  const close = closes(stand);
  stand.cursor.row = 1;
  assert.equal(lessThan(close, 3, SITE), true);
  assert.equal(lessThan(element(close, 2), close, SITE), true);
  assert.equal(equals(close, 2), true);
  assert.equal(equals(close, element(close, 2)), false);
});

test('a subseries begins at its element; out of range there is nothing', () => {
  const stand = standOn([windowOf([100, 200, 300])]);
  const close = closes(stand);
  stand.cursor.row = 2;
  assert.deepEqual([...element(close, 2).values()], [2, 1]);
  assert.deepEqual([...element(element(close, 2), 2).values()], [1]);
  for (const position of [0, -1, 9_999, 1.5]) {
    assert.deepEqual([...element(close, position).values()], [], String(position));
  }
});

test('fields: the newest value, all values, and nil for any other', () => {
  const stand = standOn([windowOf([100, 200])]);
  const close = closes(stand);
  stand.cursor.row = 1;
  assert.equal(close.index('Value'), 2);
  const values = close.index('Values');
  assert.ok(values instanceof LuaTable);
  assert.deepEqual(values.list, [2, 1]);
  for (const key of ['constructor', '__proto__', 'newest', 'factory', true, undefined]) {
    assert.equal(close.index(key), undefined, String(key));
  }
  assert.equal(concatenate('c: ', close, SITE), 'c: 2, 1');
  assert.equal(close.length(), 2);
});

test('asking again gives the same series', () => {
  const stand = standOn([walkWindow(1, 50)]);
  const close = closes(stand);
  const sma = (): unknown => stand.api.indicator('SMA', [close], [5])[0];
  assert.equal(closes(stand), close);
  assert.equal(sma(), sma());
  assert.equal(element(close, 3), element(close, 3));
  assert.equal(close.arith('/', close, 7), close.arith('/', close, 7));
});

test('generated code finds the newest element under the row', () => {
  const stand = standOn([windowOf([100, 200, 300])]);
  const read = (series: unknown): number => {
    const { newest, rowMask } = series as { newest: Float64Array; rowMask: number };
    return newest[stand.cursor.row & rowMask] ?? Number.NaN;
  };
  const close = closes(stand);
  const transient = close.arith('+', close, stand.api.fromNumbers([1]));
  stand.cursor.row = 1;
  assert.deepEqual([read(close), read(transient)], [2, 3]);
  stand.cursor.row = 2;
  assert.deepEqual([read(close), read(transient)], [3, 4]);
});

test('however many numbers meet a series, its values are the same', () => {
  const stand = standOn([walkWindow(1, 60)], 5);
  const close = closes(stand);
  const many = Array.from({ length: 40 }, (_, index) => index + 2);
  const sums = many.map((number) => close.arith('+', close, number) as SeriesLike);
  const parts = many.map((position) => element(close, position));
  for (const row of [3, 30, 59]) {
    stand.cursor.row = row;
    assert.deepEqual(
      sums.map((sum) => sum.at(1)),
      many.map((number) => close.at(1) + number),
    );
    assert.deepEqual(
      parts.map((part) => [part.at(1), part.at(2)]),
      many.map((position) => [close.at(position), close.at(position + 1)]),
    );
  }
});

test('where an operand has no element a power has none, also one that is 1 for any number', () => {
  for (const runColumnsMax of [2_000, 2]) {
    const stand = standOn([walkWindow(4, 12)], 1, { runColumnsMax });
    const [mean] = stand.api.indicator('SMA', [closes(stand)], [8]);
    stand.cursor.row = 10;
    const powers = [mean?.arith('^', mean, 0), mean?.arith('^', 1, mean)] as SeriesLike[];
    for (const power of powers) {
      assert.equal(power.count(), 4);
      assert.equal(power.at(5), Number.NaN);
      assert.deepEqual([...power.values()], [1, 1, 1, 1]);
    }
    const ofNothing = mean?.arith('^', mean, Number.NaN) as SeriesLike;
    assert.equal(ofNothing.count(), 0);
  }
});

test('transient series move with the run, however many operations they are made of', () => {
  const [window, rows] = [walkWindow(1, 300, { missing: 0 }), [120, 121, 299]];
  const sumOf = (stand: Stand, terms: number): SeriesLike => {
    const close = closes(stand);
    let sum: LuaValue = 0;
    for (let position = 1; position <= terms; position += 1) {
      sum = close.arith('+', element(close, position), sum);
    }
    return sum as SeriesLike;
  };
  for (const [terms, columns] of [
    [40, 2_000],
    [90, 2_000],
    [150, 2_000],
    [90, 1],
  ] as const) {
    const stand = standOn([window], 1, { runColumnsMax: columns });
    stand.cursor.row = 0;
    const sum = sumOf(stand, terms);
    const average = stand.api.indicator('SMA', [sum], [3])[0];
    for (const row of rows) {
      stand.cursor.row = row;
      const close = closes(stand);
      const expected = (from: number): number => {
        let total = 0;
        for (let at = 0; at < terms; at += 1) total = close.at(from + at) + total;
        return total;
      };
      const hasAll = row >= terms - 1;
      assert.equal(sum.at(1), hasAll ? expected(1) : Number.NaN, `${terms} at ${row}`);
      assert.equal(sum.count(), Math.max(0, row + 2 - terms));
      assert.deepEqual(
        [...sum.values().subarray(0, 20)],
        Array.from({ length: Math.max(0, Math.min(20, row + 2 - terms)) }, (_, at) =>
          expected(at + 1),
        ),
      );
      assert.equal((sum.index(4) as SeriesLike).at(2), row < 299 ? sum.at(5) : expected(5));
      assert.equal(average?.count(), Math.max(0, sum.count() - 2));
    }
  }
});

test('indicators of indicators that are transient move with the run', () => {
  const stand = standOn([walkWindow(1, 100, { missing: 0 })], 1, { runColumnsMax: 1 });
  stand.cursor.row = 0;
  let average: SeriesLike | undefined = closes(stand);
  for (let step = 0; step < 12; step += 1) {
    average = stand.api.indicator('SMA', [average as SeriesLike], [2])[0];
  }
  const seen = [50, 51, 99].map((row) => {
    stand.cursor.row = row;
    return average?.at(1);
  });
  assert.equal(new Set(seen).size, 3);
});

test('sums of sums without end are fixed at some depth instead of growing for ever', () => {
  const stand = standOn([windowOf([100, 200])]);
  stand.cursor.row = 1;
  let sum: LuaValue = stand.api.fromNumbers([1]);
  for (let step = 0; step < 5_000; step += 1) {
    sum = (sum as SeriesLike).arith('+', sum, 1);
  }
  assert.equal((sum as SeriesLike).at(1), 5_001);
});

test('indicators take numbers too', () => {
  const { api } = standOn([windowOf([100])]);
  const numbers = [5, 4, 6, 1, 2, 3];
  const [average] = api.indicator('SMA', [api.fromNumbers(numbers)], [2]);
  assert.deepEqual([...(average?.values() ?? [])], [4.5, 5, 3.5, 1.5, 2.5]);
  const plan = planNamed('EMA', [3]);
  assert.ok(plan.ok);
  const [expected] = computeColumns(plan.value, [Float64Array.from(numbers).toReversed()]);
  const [found] = api.indicator('EMA', [api.fromNumbers(numbers)], [3]);
  assert.equal(found?.at(1), expected?.at(-1));
});

test('a period that is out of range is the script’s error and names the command', () => {
  const stand = standOn([walkWindow(1, 10)]);
  for (const period of [0, -1, Number.NaN, 1e9]) {
    assert.throws(
      () => stand.api.indicator('SMA', [closes(stand)], [period]),
      (error) =>
        error instanceof LuaError && /SMA: period must be a whole number/.test(error.message),
    );
  }
  assert.doesNotThrow(() => stand.api.indicator('SMA', [closes(stand)], [7.5]));
});

test('markets and intervals that are not there are the script’s error', () => {
  const stand = standOn([walkWindow(1, 10)]);
  assert.throws(() => closes(stand, { marketTag: 'sim:X' }), /no candles of the market "sim:X"/);
  assert.throws(() => closes(stand, { intervalMinutes: 7 }), /no candles of 7 minutes/);
});

test('tables of numbers, numbers and series can be series', () => {
  const stand = standOn([walkWindow(1, 10)]);
  const { api } = stand;
  const close = closes(stand);
  assert.equal(api.from(close), close);
  assert.deepEqual([...(api.from(5)?.values() ?? [])], [5]);
  assert.deepEqual([...(api.from(tableFromList([3, 2]))?.values() ?? [])], [3, 2]);
  assert.deepEqual([...(api.from(tableFromList([close, 2]))?.values() ?? [])], [close.at(1), 2]);
  assert.deepEqual([...(api.from(newTable())?.values() ?? [])], []);
  for (const other of [undefined, 'x', true, tableFromList(['x'])]) {
    assert.equal(api.from(other), null);
  }
});

test('the candle that forms now, and its newest minute', () => {
  const window = windowOf([100, 300, 200, 400]);
  window.candles.volume.set([1_000, 2_000, 500, 250]);
  const stand = standOn([window], 3);
  stand.cursor.row = 2;
  const price = { open: 1, high: 3, low: 1, close: 2, volume: 3.5, ask: 2, bid: 2 };
  assert.deepEqual(stand.api.now(null), price);
  stand.cursor.row = 3;
  assert.deepEqual(stand.api.now(null), {
    open: 4,
    high: 4,
    low: 4,
    close: 4,
    volume: 0.25,
    ask: 4,
    bid: 4,
  });
  stand.cursor.row = 0;
  assert.equal(stand.api.now(null).high, 1);
});

test('a series that a global keeps takes no memory of the script, and can be counted', () => {
  const stand = standOn([windowOf([100, 200, 300])]);
  const globals = newTable();
  rawSet(globals, 'retained', closes(stand));
  const empty = heldBytes(newTable(), 1e9);
  assert.ok(heldBytes(globals, 1e9) < empty + 200);
});

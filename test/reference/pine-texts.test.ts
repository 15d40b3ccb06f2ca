// `str.*` and rounding of numbers against the examples of the public manual, and against a second
// reading of patterns in decimal arithmetic.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import { now } from '#pine/runtime/pine-now.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import { someOf } from '../support/share-of-cases.ts';

function call(name: string, ...values: unknown[]): unknown {
  fillMeter();
  const implementation = IMPLEMENTATIONS[name] as ((...given: unknown[]) => unknown) | undefined;
  assert(implementation !== undefined, name);
  return implementation(...values);
}

const AT = Date.UTC(2024, 0, 5, 15, 4, 9, 87);

const ROWS: readonly (readonly [name: string, given: readonly unknown[], result: unknown])[] = [
  ['str.format', ['{0,number,#.#}', 1.34], '1.3'],
  ['str.format', ['{0,number,integer}', 1.34], '1'],
  ['str.format', ['{0,number,currency}', 1.34], '$1.34'],
  ['str.format', ['{0,number,percent}', 0.5], '50%'],
  ['str.format', ['Number {0} is not {1} to {2}', 1, 'equal', 4], 'Number 1 is not equal to 4'],
  ['str.format', ['{0} != {0, number, #.#}', 1.34], '1.34 != 1.3'],
  ['str.format', ['{0, number, integer} and {1, number, integer}', 1.34, 1.52], '1 and 2'],
  ['str.format', ['amounted to {0, number, currency}', 1_340_000], 'amounted to $1,340,000.00'],
  ['str.format', ['{0, number, percent} - {1, number, percent}', 0.1, 0.2], '10% - 20%'],
  ['str.format', ["'{'0'}' and {0}", 1], '{0} and 1'],
  ['str.format', ["it''s {0}", 'so'], "it's so"],
  ['str.format', ['ab }{0} de', 7], 'ab }7 de'],
  ['str.format', ['{0}', NaN], 'NaN'],
  ['str.format', ['{0} {1}', true, null], 'true NaN'],
  ['str.format', ['{0,number,#.##}', 2.675], '2.67'],
  ['str.format', ['{0,number,0.00}', 0.125], '0.12'],
  ['str.format', ['{0,date,yyyy.MM.dd} {0,time,HH:mm}', AT], '2024.01.05 15:04'],
  ['str.tostring', [3.99, '#'], '4'],
  ['str.tostring', [1.5, '#.000'], '1.500'],
  ['str.tostring', [2.675, '#.##'], '2.68'],
  ['str.tostring', [0.5, '#.##'], '0.5'],
  ['str.tostring', [0.5, '#.00'], '.50'],
  ['str.tostring', [0.000_000_1], '0.0000001'],
  ['str.tostring', [1e21], '1000000000000000000000'],
  ['str.tostring', [1 / 3], '0.3333333333'],
  ['str.tostring', [NaN], 'NaN'],
  ['str.tostring', [true], 'true'],
  ['str.tostring', ['as it is'], 'as it is'],
  ['str.tostring', [12.3456, 'mintick'], '12.35'],
  ['str.tostring', [12, 'mintick'], '12.00'],
  ['str.tostring', [1_234_567.891, '#,###.##'], '1,234,567.89'],
  ['str.tostring', [-5.25, '0.0;(0.0)'], '(5.3)'],
  ['str.tostring', [7, '000'], '007'],
  ['str.tostring', [{ kind: 'array', v: [1, NaN, 2.5] }], '[1, NaN, 2.5]'],
  ['str.format_time', [AT], '2024-01-05T15:04:09+0000'],
  ['str.format_time', [AT, 'd.M.yy h:mm a'], '5.1.24 3:04 PM'],
  ['str.format_time', [AT, 'EEE dd MMM yyyy HH:mm:ss.SSS'], 'Fri 05 Jan 2024 15:04:09.087'],
  ['str.format_time', [AT, 'HH:mm Z', 'America/New_York'], '10:04 -0500'],
  ['str.format_time', [AT, "HH 'o''clock'", 'UTC+5'], "20 o'clock"],
  [
    'str.format_time',
    [Date.UTC(2024, 6, 5), 'yyyy-MM-dd HH:mm', 'Europe/Berlin'],
    '2024-07-05 02:00',
  ],
  ['str.substring', ['NASDAQ:AAPL', 7], 'AAPL'],
  ['str.substring', ['abc', 1, 1], ''],
  ['str.pos', ['NASDAQ:AAPL', ':'], 6],
  ['str.pos', ['abc', 'x'], NaN],
  ['str.repeat', ['?', 3, ','], '?,?,?'],
  ['str.repeat', [null, 3, ','], null],
  ['str.replace', ['FTX:BTCUSD / FTX:BTCEUR', 'FTX', 'BINANCE', 0], 'BINANCE:BTCUSD / FTX:BTCEUR'],
  ['str.replace', ['aaa', 'aa', '-', 1], 'a-'],
  ['str.replace_all', ['a.b.c', '.', '-'], 'a-b-c'],
  ['str.trim', ['  \t abc \n '], 'abc'],
  ['str.trim', [null], ''],
  ['str.tonumber', ['12.5'], 12.5],
  ['str.tonumber', ['1,000'], NaN],
  ['str.tonumber', ['x'], NaN],
  ['str.length', ['abc'], 3],
  ['str.contains', ['abc', 'bc'], true],
  ['str.startswith', ['abc', 'ab'], true],
  ['str.endswith', ['abc', 'bc'], true],
  ['str.lower', ['AbC'], 'abc'],
  ['str.upper', ['AbC'], 'ABC'],
  ['math.round', [2.5], 3],
  ['math.round', [2.49], 2],
  ['math.round', [2.345, 2], 2.35],
  ['math.round', [NaN], NaN],
  ['math.round_to_mintick', [1.0051], 1.01],
  ['math.round_to_mintick', [-2.006], -2.01],
  ['math.ceil', [-1.5], -1],
  ['math.floor', [-1.5], -2],
  ['math.sign', [-3], -1],
  ['math.avg', [1, 2, 6], 3],
  ['math.max', [1, NaN], NaN],
  ['math.pow', [2, 10], 1024],
  ['math.sqrt', [-1], NaN],
  ['math.log', [0], NaN],
  ['math.todegrees', [Math.PI], 180],
];

const EXACT_DIGITS = 100;

/** A number by a pattern of optional and shown digits, in decimal arithmetic. */
function slowPattern(value: number, least: number, most: number, isExact: boolean): string {
  const exact = isExact ? new Decimal(value.toFixed(EXACT_DIGITS)) : new Decimal(value);
  const way = isExact ? Decimal.ROUND_HALF_EVEN : Decimal.ROUND_HALF_UP;
  const [whole = '0', fraction = ''] = exact.toFixed(most, way).split('.');
  const retained = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const text = retained === '' ? whole : `${whole}.${retained}`;
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

Decimal.set({ precision: 400 });

suite('Texts of the manual', () => {
  for (const [name, given, result] of ROWS)
    test(`${name}(${given.map((each) => JSON.stringify(each)).join(', ')}) is ${String(result)}`, () => {
      assert.deepEqual(call(name, ...given), result);
    });

  test('numbers have the digits of their pattern', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
      fc.integer({ min: -1e6, max: 1e6 }).map((cents) => cents / 1000),
      fc.integer({ min: -4000, max: 4000 }).map((eighths) => eighths / 8),
    );
    fc.assert(
      fc.property(value, fc.nat(4), fc.nat(4), (number, least, more) => {
        const pattern = `0.${'0'.repeat(least)}${'#'.repeat(more)}`;
        const most = least + more;
        assert.equal(
          call('str.tostring', number, pattern),
          slowPattern(number, least, most, false),
        );
        assert.equal(
          call('str.format', `{0,number,${pattern}}`, number),
          slowPattern(number, least, most, true),
        );
      }),
      { numRuns: someOf(5_000) },
    );
  });

  test('steps of the price are the nearest, halves up', () => {
    const minTick = now.facts.minTick;
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (thousandths) => {
        const steps = Math.floor((thousandths + 5) / 10);
        const found = call('math.round_to_mintick', thousandths / 1000);
        // What lies in the middle may be a little less than it.
        const isHalf = (thousandths + 5) % 10 === 0;
        const isLess = Math.abs(Number(found) - (steps - 1) * minTick) < 1e-9;
        assert(Math.abs(Number(found) - steps * minTick) < 1e-9 || (isHalf && isLess));
      }),
      { numRuns: someOf(2_000) },
    );
  });
});

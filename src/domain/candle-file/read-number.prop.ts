// Numbers and lines of files: read exactly, however they are written and in whatever pieces they
// come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { ScannedLines } from '#domain/candle-file/scan-candle-lines.ts';
import { makeLineScanner } from '#domain/candle-file/scan-candle-lines.ts';
import { EXPONENT, IS_EXACT, makeNumberReader, MANTISSA } from '#domain/candle-file/read-number.ts';

function read(text: string): { readonly kind: string; readonly parts: readonly number[] } {
  const reader = makeNumberReader();
  const bytes = new TextEncoder().encode(`;${text};`);
  return { kind: reader.read(bytes, 1, bytes.length - 1), parts: [...reader.parts] };
}

const part = (parts: readonly number[], place: number): number => parts[place] ?? Number.NaN;

test('a number of up to fifteen digits is read to the last of them', () => {
  const drawn = fc.record({
    mantissa: fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
    decimals: fc.integer({ min: 0, max: 14 }),
    power: fc.integer({ min: -9, max: 9 }),
  });
  fc.assert(
    fc.property(drawn, ({ mantissa, decimals, power }) => {
      const digits = String(Math.abs(mantissa)).padStart(decimals + 1, '0');
      const whole = digits.slice(0, digits.length - decimals);
      const fraction = digits.slice(digits.length - decimals);
      const sign = mantissa < 0 ? '-' : '';
      const text = `${sign}${whole}${decimals > 0 ? `.${fraction}` : ''}e${power}`;
      const { kind, parts } = read(text);
      assert.equal(kind, 'number');
      assert.equal(part(parts, IS_EXACT), 1);
      const exponent = part(parts, EXPONENT) - (power - decimals);
      assert.equal(mantissa === 0 ? 0 : part(parts, MANTISSA) * 10 ** exponent, mantissa);
      assert.ok(mantissa === 0 || part(parts, MANTISSA) % 10 !== 0);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('any floating-point number in its shortest form is read to fifteen digits', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-20, max: 1e20, noNaN: true }), (value) => {
      const { kind, parts } = read(String(value));
      assert.equal(kind, 'number');
      const back = Number(`${part(parts, MANTISSA)}e${part(parts, EXPONENT)}`);
      assert.ok(Math.abs(back / value - 1) < 1e-14, `${value} was read as ${back}`);
    }),
    { numRuns: propertyRuns(100) },
  );
});

for (const text of ['1e', 'e5', '.', '-', '1.2.3', '1,5', '1e99999', '0x10', '1_000', ' 1', '٣']) {
  test(`"${text}" is no number`, () => {
    assert.equal(read(text).kind, 'text');
  });
}

const START_SECOND = Date.UTC(2025, 0, 1) / 1_000;

function scanned(bytes: Uint8Array, cuts: readonly number[]): ScannedLines {
  const scanner = makeLineScanner({
    columns: {},
    base: 'BTC',
    nowMs: START_SECOND * 1_000 + 500 * MINUTE_MS,
    cutsPrices: false,
    lastLine: 'refuse',
    emptyRows: 'refuse',
    skipLines: 0,
    zone: null,
    linesMax: Infinity,
  });
  let start = 0;
  for (const cut of [...cuts.toSorted((left, right) => left - right), bytes.length]) {
    assert.ok(scanner.push(bytes.subarray(start, cut)).ok);
    start = cut;
  }
  const result = scanner.finish();
  assert.ok(result.ok);
  return result.value;
}

test('the same rows and problems come of the same bytes, in whatever pieces', () => {
  const line = fc.tuple(fc.nat(400), fc.constantFrom('1,2,1,2,5', '1.50,2,1,2,0.1', '3,2,1,2,5'));
  const file = fc.array(line, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(file, fc.array(fc.nat()), (lines, draws) => {
      const rows = lines.map(([minute, rest]) => `${START_SECOND + minute * 60},${rest}\r\n`);
      const text = `time,open,high,low,close,volume\n${rows.join('')}`;
      const bytes = new TextEncoder().encode(text);
      const whole = scanned(bytes, []);
      assert.deepEqual(
        scanned(
          bytes,
          draws.map((draw) => draw % bytes.length),
        ),
        whole,
      );
      assert.equal(whole.rows.count + whole.problemsCount, lines.length);
    }),
    { numRuns: propertyRuns(100) },
  );
});

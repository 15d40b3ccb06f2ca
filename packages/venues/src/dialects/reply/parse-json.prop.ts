// Numbers in any spelling, read as JSON and as figures, against decimal.js.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Decimal as Reference } from 'decimal.js';
import * as fc from 'fast-check';
import { formatDecimal } from '#lib/decimal.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import {
  integerField,
  replyDecimal,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const Wide = Reference.clone({
  precision: 400,
  rounding: Reference.ROUND_DOWN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});

const digits = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength: most });

/** As JSON allows numbers to be written. */
const anyNumber: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(30).map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits(30)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-', 'e-0'), digits(2))),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const places = fraction === null ? '' : `.${fraction}`;
    return sign + whole + places + (exponent ?? []).join('');
  });

test('no number loses a digit on its way from the text of JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), anyNumber), { maxLength: 8 }), (pairs) => {
      const rows = pairs.map(([name, number]) => `[${JSON.stringify(name)}, ${number}]`);
      const read = parseJson(`[${rows.join(',')}]`) as readonly [string, string | number][];
      assert.deepEqual(
        read.map(([name, number]) => [name, new Wide(number).toString()]),
        pairs.map(([name, number]) => [name, new Wide(number).toString()]),
      );
    }),
  );
});

test('a figure is the number that is written, cut to eighteen places, or is unreadable', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const exact = new Wide(number).toDecimalPlaces(18).toString().replace(/^-0$/, '0');
      const isTooLong = exact.replace('-', '').split('.')[0]?.length ?? 0;
      for (const value of [number, parseJson(number)]) {
        if (isTooLong > 18) assert.throws(() => replyDecimal(value, 'x'), UnreadableReply);
        else assert.equal(formatDecimal(replyDecimal(value, 'x')), exact);
      }
    }),
  );
});

test('a whole number is the number that is written, or is unreadable', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const exact = new Wide(number);
      const isSafe = exact.isInteger() && exact.abs().lte(Number.MAX_SAFE_INTEGER);
      for (const value of [number, parseJson(number)]) {
        const read = (): number => integerField({ x: value }, 'x');
        if (isSafe) assert.equal(String(read()), exact.toString().replace(/^-0$/, '0'));
        else assert.throws(read, UnreadableReply);
      }
    }),
  );
});

test('a long number is found wherever it stands, and however long the texts beside it are', () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789.,:[- "')),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, text, (before, behind) => {
      const body = `[${JSON.stringify(before)},8389765998331627938,${JSON.stringify(behind)}]`;
      assert.deepEqual(parseJson(body), [before, '8389765998331627938', behind]);
    }),
  );
});

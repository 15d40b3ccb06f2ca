// Rows that do not fit their schema: each is left out, and the list says so.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { amountField, field, instantField, listOf, shapeOf } from '#api/schemas/field-codec.ts';
import { leftOutOf } from '#api/http/responses/left-out.ts';
import { rowsEncoder } from '#api/schemas/sendable-rows.ts';
import { nullable, oneOf, text } from '#api/schemas/wire-values.ts';
import type { Decimal } from '#lib/decimal.ts';

type Thing = {
  readonly name: string;
  readonly kind: 'a' | 'b' | null;
  readonly amount: Decimal;
  readonly atMs: number;
};

const THING: Thing = { name: 'one', kind: 'a', amount: 1n as Decimal, atMs: 1 };

const CODEC = shapeOf<Thing>()('Thing', 'A thing.', {
  name: field(text('Name.', 'one'), (of) => of.name),
  kind: field(nullable(oneOf(['a', 'b'], 'Kind.')), (of) => of.kind),
  amount: amountField('Amount.', '1', (of) => of.amount),
  at: instantField('When.', (of) => of.atMs),
});
const LIST = listOf('ThingList', CODEC);

suite('rows of a list', () => {
  test('healthy ones are sent, and nothing is said', () => {
    const sent = LIST.toWire([THING, { ...THING, kind: null }]);
    assert.equal(sent.data.length, 2);
    assert.equal(leftOutOf(sent), null);
  });

  const ODD: readonly (readonly [title: string, odd: object, cause: RegExp])[] = [
    ['a name that is null', { name: null }, /^"name" is not of its kind$/],
    ['a name that is missing', { name: undefined }, /^"name" is not of its kind$/],
    ['a word of a later release', { kind: 'c' }, /^"kind" is not of its kind$/],
    ['an amount below zero', { amount: -1n }, /^"amount" is not of its kind$/],
    ['an amount that is null', { amount: null }, /./],
    ['an instant that is none', { atMs: 9e15 }, /Invalid time value/],
    ['an instant before 1970', { atMs: -1 }, /^"at" is not of its kind$/],
  ];
  for (const [title, odd, cause] of ODD)
    test(`${title} costs its own row`, () => {
      const sent = LIST.toWire([THING, { ...THING, ...odd }, THING]);
      assert.equal(sent.data.length, 2);
      assert.equal(leftOutOf(sent)?.count, 1);
      assert.match(leftOutOf(sent)?.cause ?? '', cause);
      assert.equal(JSON.stringify(sent), JSON.stringify({ data: sent.data }));
    });

  test('a list within a row says what it lacks, and so does the list of the rows', () => {
    const inner = listOf('Inner', CODEC);
    const encode = rowsEncoder(Type.Any(), (of: readonly Thing[]) => inner.toWire(of));
    const sent = encode([[THING], [{ ...THING, kind: 'c' } as never]]);
    assert.equal(leftOutOf(sent)?.count, 1);
  });

  const BOUNDS: readonly (readonly [schema: Type.TSchema, value: unknown, fits: boolean])[] = [
    [Type.Integer({ minimum: 0 }), 0, true],
    [Type.Integer({ minimum: 0 }), -1, false],
    [Type.Integer({ minimum: 0 }), 0.5, false],
    [Type.Integer({ maximum: 5 }), 5, true],
    [Type.Integer({ maximum: 5 }), 6, false],
    [Type.Integer({ format: 'int32' }), 2 ** 31 - 1, true],
    [Type.Integer({ format: 'int32' }), 2 ** 31, false],
    [Type.Integer({ format: 'int32' }), -(2 ** 31), true],
    [Type.Integer({ format: 'int32' }), -(2 ** 31) - 1, false],
    [Type.Number(), 0.5, true],
    [Type.Number(), '0.5', false],
    [Type.Boolean(), false, true],
    [Type.Boolean(), 'false', false],
    [Type.Null(), null, true],
    [Type.Null(), 0, false],
    [Type.String({ pattern: '^a+$' }), 'aa', true],
    [Type.String({ pattern: '^a+$' }), 'b', false],
    [Type.Array(Type.String()), [], true],
    [Type.Array(Type.String()), ['a'], true],
    [Type.Array(Type.String()), [null], false],
    [Type.Array(Type.String()), null, false],
    [Type.Object({ a: Type.String() }), { a: '' }, true],
    [Type.Object({ a: Type.String() }), {}, false],
    [Type.Object({ a: Type.String() }), null, false],
    [Type.Object({ a: Type.Optional(Type.String()) }), {}, true],
    [Type.Object({ a: Type.Object({ b: Type.String() }) }), { a: { b: 1 } }, false],
    [Type.Any(), undefined, true],
  ];
  for (const [schema, value, fits] of BOUNDS)
    test(`${JSON.stringify(value)} fits ${JSON.stringify(schema)}: ${fits}`, () => {
      const sent = rowsEncoder(schema, (of: unknown) => of)([value]);
      assert.equal(sent.length === 1, fits);
    });
});

// Messages name the field, what was expected and what was found.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import Type from 'typebox';
import { ERRORS_MAX, explainMismatch } from '#api/http/requests/mismatch.ts';
import {
  chosenName,
  decimalString,
  instantString,
  nullable,
  oneOf,
} from '#api/schemas/wire-values.ts';

const Inner = Type.Object({ size: Type.Integer({ minimum: 1, maximum: 5 }) });
const Shape = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    side: oneOf(['buy', 'sell'], 'Side.'),
    amount: Type.Optional(decimalString('Amount.')),
    at: Type.Optional(instantString('Time.')),
    inner: Type.Optional(nullable(Inner)),
    list: Type.Optional(Type.Array(Inner, { minItems: 1, maxItems: 2 })),
    title: Type.Optional(chosenName('Title.', 'a')),
    token: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
    secret: Type.Optional(Type.String({ maxLength: 3, writeOnly: true })),
    secrets: Type.Optional(
      Type.Object({ key: Type.String({ writeOnly: true }) }, { writeOnly: true }),
    ),
  },
  { additionalProperties: false },
);
const DECIMAL =
  'Field "amount": expected a decimal number in a string, such as "0.25", not below zero and ' +
  'with at most 18 digits on either side of the point';
const GOOD = { name: 'abc', side: 'buy' };

function details(value: unknown): readonly string[] {
  return explainMismatch(Shape, value).map(({ detail }) => detail);
}

test('a value that fits has nothing to explain', () => {
  assert.deepEqual(details(GOOD), []);
  assert.deepEqual(details({ ...GOOD, inner: null, list: [{ size: 5 }], amount: '1.5' }), []);
});

test('each kind of fault in its words', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ name: 'abcd' }, 'Field "name": expected a string of 1 to 3 characters, found "abcd".'],
    [{ name: 5 }, 'Field "name": expected a string of 1 to 3 characters, found the number 5.'],
    [{ side: 'hold' }, 'Field "side": expected one of "buy", "sell", found "hold".'],
    [{ amount: 1 }, `${DECIMAL}, found the number 1.`],
    [{ amount: '-1' }, `${DECIMAL}, found "-1".`],
    [{ amount: `0.${'1'.repeat(19)}` }, `${DECIMAL}, found "0.${'1'.repeat(19)}".`],
    [
      { at: '9999-12-31T23:59:59Z' },
      'Field "at": expected a time from 1970 to 2199 in RFC 3339, such as ' +
        '"2026-11-21T10:00:00Z", found "9999-12-31T23:59:59Z".',
    ],
    [
      { title: 'a\nb' },
      'Field "title": expected a string of 1 to 150 characters without control characters ' +
        'and characters that turn or hide text, ' +
        'found "a\\nb".',
    ],
    [{ token: 'A' }, 'Field "token": expected a string that matches ^[a-z]+$, found "A".'],
    [
      { inner: { size: 9 } },
      'Field "inner.size": expected a whole number from 1 to 5, found the number 9.',
    ],
    [{ inner: 3 }, 'Field "inner": expected an object or null, found the number 3.'],
    [
      { list: [{ size: 1 }, {}] },
      'Field "list.1.size": expected a whole number from 1 to 5, found none.',
    ],
    [{ list: [1, 2, 3] }, 'Field "list": expected an array of 1 to 2 items, found one of 3 items.'],
    [{ list: [] }, 'Field "list": expected an array of 1 to 2 items, found one of 0 items.'],
    [
      { secret: 'hunter2' },
      'Field "secret": expected a string of at most 3 characters, found another text.',
    ],
    [
      { secret: 12345 },
      'Field "secret": expected a string of at most 3 characters, found a number.',
    ],
    [{ secrets: 'hunter2' }, 'Field "secrets": expected an object, found another text.'],
    [{ secrets: { key: true } }, 'Field "secrets.key": expected a string, found a boolean.'],
  ];
  for (const [change, detail] of cases) assert.deepEqual(details({ ...GOOD, ...change }), [detail]);
});

test('what is missing and what is too much are named, with a pointer', () => {
  const errors = explainMismatch(Shape, { name: 'a', 'x/y~z': 1 });
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['#/side', '#/x~1y~0z'],
  );
  assert.match(errors[1]?.detail ?? '', /one of the fields name, side, .*found an unknown field/);
});

test('names inherited from the language are unknown fields like any other', () => {
  const value = JSON.parse('{"name":"a","side":"buy","__proto__":1,"constructor":2}') as unknown;
  assert.equal(explainMismatch(Shape, value).length, 2);
});

test('at most twenty faults are reported', () => {
  const value = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]));
  assert.equal(explainMismatch(Shape, value).length, 20);
});

test('no field is read beyond those that a response names', () => {
  const names = Array.from({ length: 50_000 }, (_, place) => `unknown${place}`);
  let readCount = 0;
  const body = new Proxy(Object.fromEntries(names.map((name) => [name, 1])), {
    get(fields, name) {
      readCount += 1;
      return Reflect.get(fields, name) as unknown;
    },
  });
  assert.equal(explainMismatch(Shape, body).length, ERRORS_MAX);
  assert.ok(readCount < 2 * ERRORS_MAX, `${readCount} fields were read`);
});

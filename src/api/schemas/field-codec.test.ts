// A shape of the document and what is sent follow from one record of fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import {
  chosenField,
  decimalField,
  field,
  fieldsOf,
  fieldsThrough,
  listField,
  nullableFigureField,
  nullableInstantField,
  nullableShapeField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, flag, text } from '#api/schemas/wire-values.ts';
import { decimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';

type Fee = { readonly currency: string; readonly amount: Decimal };
type Trade = {
  readonly tradeId: string;
  readonly fees: readonly Fee[];
  readonly endedAtMs: number | null;
};

const FEE_FIELDS = fieldsOf<Fee>()({
  currency: field(text('Currency.', 'USDT'), (of) => of.currency),
  amount: decimalField('Amount.', '0.5', (of) => of.amount),
});
const FEE = shapeOf<Fee>()('Fee', 'A fee.', FEE_FIELDS, ADDITION);
const TRADE = shapeOf<Trade>()('Trade', 'A trade.', {
  trade_id: field(text('Its id.', 't1'), (of) => of.tradeId),
  ended_at: nullableInstantField('When it ended.', (of) => of.endedAtMs),
  fees: {
    ...listField(FEE, { description: 'All of them.' }, (of: Trade) => of.fees),
    documentedAfter: 'trade_id',
  },
});
const FEES = [{ currency: 'USDT', amount: decimal('1.50') }];

test('the document has the name, the marks and the schema of each field', () => {
  const { properties, required } = FEE.schema;
  const keywords = Object.entries(FEE.schema);
  for (const keyword of [
    ['$id', 'Fee'],
    ['description', 'A fee.'],
    ['x-addition', true],
  ])
    assert(keywords.some((each) => JSON.stringify(each) === JSON.stringify(keyword)));
  assert.deepEqual(required, ['currency', 'amount']);
  assert.equal(properties.amount, FEE_FIELDS.amount.schema);
});

test('each field is read from the source and sent in the order written', () => {
  const wire = TRADE.toWire({ tradeId: 't1', fees: FEES, endedAtMs: 0 });
  assert.equal(
    JSON.stringify(wire),
    '{"trade_id":"t1","ended_at":"1970-01-01T00:00:00.000Z","fees":[{"currency":"USDT","amount":"1.5"}]}',
  );
  assert.equal(TRADE.toWire({ tradeId: 't2', fees: [], endedAtMs: null }).ended_at, null);
});

test('a field is documented where it says, wherever it is sent', () => {
  assert.deepEqual(Object.keys(TRADE.schema.properties), ['trade_id', 'fees', 'ended_at']);
});

test('fields are read from a part of the source', () => {
  const fields = fieldsThrough(FEE_FIELDS, ({ fee }: { readonly fee: Fee }) => fee);
  const { schema, toWire } = shapeOf<{ readonly fee: Fee }>()('Paid', 'What was paid.', fields);
  assert.deepEqual(toWire({ fee: { currency: 'BTC', amount: decimal('2') } }), {
    currency: 'BTC',
    amount: '2',
  });
  assert.equal(schema.properties.currency, FEE_FIELDS.currency.schema);
});

test('a shape inside another one is sent as its own codec sends it, or as null', () => {
  type Paid = { readonly first: Fee; readonly last: Fee | null };
  const PAID = shapeOf<Paid>()('Paid', 'What was paid.', {
    first: shapeField(FEE, (of) => of.first),
    last: nullableShapeField(FEE, (of) => of.last, { description: 'Null: only one was paid.' }),
  });
  const first = { currency: 'BTC', amount: decimal('2') };
  assert.equal(
    JSON.stringify(PAID.toWire({ first, last: null })),
    '{"first":{"currency":"BTC","amount":"2"},"last":null}',
  );
  assert.deepEqual(PAID.toWire({ first, last: first }).last, { currency: 'BTC', amount: '2' });
  assert.equal(PAID.schema.properties.first, FEE.schema);
  assert.equal(
    JSON.stringify(PAID.schema.properties.last),
    JSON.stringify({
      anyOf: [FEE.schema, { type: 'null' }],
      description: 'Null: only one was paid.',
    }),
  );
});

test('a field that was not chosen is left out, and false is a choice', () => {
  type Chosen = { readonly isAudited: boolean | null };
  const { schema, toWire } = shapeOf<Chosen>()('Chosen', 'What was chosen.', {
    audit: chosenField(Type.Optional(flag('Whether.')), (of) => of.isAudited),
  });
  assert.equal(JSON.stringify(toWire({ isAudited: null })), '{}');
  assert.equal(JSON.stringify(toWire({ isAudited: false })), '{"audit":false}');
  assert.equal(schema.required, undefined);
});

test('a figure that is no number is null', () => {
  const { toWire } = shapeOf<number | null | undefined>()('Figure', 'A figure.', {
    roi: nullableFigureField('Percent.', '1.5', (of) => of),
  });
  const sent = [1.5, null, undefined, Number.NaN].map((figure) => toWire(figure).roi);
  assert.deepEqual(sent, ['1.5', null, null, null]);
});

// A shape of the document and what is sent follow from one record of fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decimalField,
  field,
  fieldsOf,
  fieldsThrough,
  listField,
  nullableInstantField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, text } from '#api/schemas/wire-values.ts';
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

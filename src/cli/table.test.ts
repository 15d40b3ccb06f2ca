import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import type { Column } from '#cli/table.ts';
import { formatTable } from '#cli/table.ts';

const TERMINAL = { write: ignore, writeError: ignore, isWatched: true, isColored: false } as const;

function ignore(): void {
  // Nothing is written here.
}

type Row = { readonly name: string; readonly price: string };

const NAME: Column<Row> = { title: 'NAME', cell: ({ name }) => name };
const price = ({ price: text }: Row) => (text === '' ? '-' : decimal(text));

function lines(columns: readonly Column<Row>[], ...rows: readonly (readonly [string, string])[]) {
  const table = rows.map(([name, text]) => ({ name, price: text }));
  return formatTable(TERMINAL, columns, table, 'none').split('\n');
}

test('numbers of a column have the same decimals, stand at the right, and are grouped', () => {
  const columns = [NAME, { title: 'PRICE', figure: price }, NAME];
  assert.deepEqual(lines(columns, ['a', '64000.5'], ['longer', '-0.25'], ['c', '']), [
    'NAME        PRICE  NAME',
    'a       64,000.50  a',
    'longer      -0.25  longer',
    'c               -  c',
    '',
  ]);
});

test('a column may say how many decimals it has, and none has more than eight', () => {
  const rounded = lines([{ title: 'P', figure: price, places: 2 }], ['a', '1.005'], ['b', '-2']);
  assert.deepEqual(rounded, ['    P', ' 1.00', '-2.00', '']);
  const long = lines([{ title: 'P', figure: price }], ['a', '0.123456789012']);
  assert.equal(long[1], '0.12345679');
});

test('an empty table is a sentence', () => {
  assert.deepEqual(lines([NAME]), ['none', '']);
});

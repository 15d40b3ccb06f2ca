// Strategies of the Pine manual: the lists of trades that an independent broker emulator
// derives for them, against backtests of the same strategies in Lua. Over real candles:
// lists.long.ts.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertEqual, compared, file } from './compare-example.ts';
import { pineTrades } from './pine-broker.ts';
import { csvOfBars, madeBars } from './pine-candles.ts';
import type { PineExample } from './pine-example.ts';
import { LIST_LAYOUTS, listText } from './pine-lists.ts';
import type { PineBar } from './pine-order.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

const MADE = madeBars();
const listOf = ({ strategy, settings }: PineExample, bars: readonly PineBar[]) =>
  pineTrades(bars, strategy, settings);

test('the candles beside this are those that the lists are of', () => {
  assert.equal(file('candles.csv'), csvOfBars(MADE));
});

suite('lists of strategies', () => {
  for (const [index, example] of PINE_EXAMPLES.entries()) {
    const layout = LIST_LAYOUTS[index % LIST_LAYOUTS.length] ?? 'plain';
    test(`${example.name}, in the ${layout} layout, is reproduced`, () => {
      const trades = listOf(example, MADE);
      assert.ok(trades.length >= 8, `${trades.length} trades`);
      const text = file('lists', `${example.name}.csv`);
      assert.equal(
        text,
        listText(trades, layout, example.commission),
        'it is the list that the emulator derives',
      );
      assertEqual(compared(text, example, MADE));
    });
  }
});

suite('the same strategies in Pine', () => {
  for (const example of PINE_EXAMPLES) {
    test(`${example.name} is reproduced`, () => {
      const text = file('lists', `${example.name}.csv`);
      assertEqual(compared(text, example, MADE, 'pine'));
    });
  }
});

// The strategies of lists.test.ts over real candles.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readReference, skipWithout } from '../../support/reference-data.ts';
import { assertEqual, compared } from './compare-example.ts';
import { pineTrades } from './pine-broker.ts';
import { barsOfCsv } from './pine-candles.ts';
import { listText } from './pine-lists.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

suite('lists of strategies over real candles', { skip: skipWithout('candles') }, () => {
  for (const example of PINE_EXAMPLES.filter(({ needsGaps }) => needsGaps !== true))
    test(`${example.name} is reproduced`, () => {
      const bars = barsOfCsv(readReference('candles/BTCUSDT_15m.csv.gz'));
      const trades = pineTrades(bars, example.strategy, example.settings);
      assert.ok(trades.length > 10, `${trades.length} trades`);
      assertEqual(compared(listText(trades, 'older', example.commission), example, bars));
    });
});

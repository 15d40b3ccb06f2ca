// Prices as scripts ask for them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { scriptOn } from '#commands/binding/script-window.fixture.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';

/** Two bars of three minutes: 1 3 0.5 2 and 4 8 2 6; in cents. */
const WINDOW = walkWindow(1, 6, { missing: 0 });
WINDOW.candles.open.set([100, 200, 200, 400, 500, 600]);
WINDOW.candles.high.set([200, 300, 250, 800, 600, 700]);
WINDOW.candles.low.set([100, 50, 100, 300, 200, 500]);
WINDOW.candles.close.set([200, 200, 200, 500, 600, 600]);
WINDOW.candles.volume.set([1_000, 2_000, 3_000, 4_000, 5_000, 6_000]);

const NEWEST_FIRST: readonly (readonly [call: string, text: string])[] = [
  ['OpenPrices()', '4, 1'],
  ['HighPrices()', '8, 3'],
  ['LowPrices()', '2, 0.5'],
  ['ClosePrices()', '6, 2'],
  ['Prices()', '6, 2'],
  ['BuyPrices()', '6, 2'],
  ['SellPrices()', '6, 2'],
  ['GetVolume()', '15, 6'],
  ['HLPrices()', '5, 1.75'],
  ['HLCPrices()', `${(8 + 2 + 6) / 3}`.slice(0, 15) + ', 1.8333333333333'],
  ['OHLCPrices()', '5, 1.625'],
  ['OCPrices()', '5, 1.5'],
  ['GetBodyHighPrices()', '6, 2'],
  ['GetBodyLowPrices()', '4, 1'],
  ['SourcePrices(HighPriceSource)', '8, 3'],
  ['SourcePrices(OHLCPriceSource)', '5, 1.625'],
  ['SourcePrices(VolumePriceSource)', '15, 6'],
  ['ClosePrices(1)', '6, 6, 5, 2, 2, 2'],
  ['ClosePrices(0, true)', '6, 2'],
  ['ClosePrices{interval = 2}', '6, 5, 2'],
  // Opens where the candle before closed.
  ["OpenPrices(0, false, 'sim:A', true)", '2, 1'],
  ["LowPrices(0, false, 'sim:A', true)", '2, 0.5'],
  // The mean of the first candle's open and close; then of its open and close in this style.
  ['HeikinOpenPrices()', '1.5625, 1.5'],
];

suite('at the end of a candle', () => {
  for (const [call, text] of NEWEST_FIRST) {
    test(`${call} is ${text}`, () => {
      assert.equal(scriptOn(WINDOW, `return '' .. ${call}`, 3).at(5)[0], text);
    });
  }
});

test('the candle that still forms, and only closed ones', () => {
  const source = "return '' .. HighPrices(), '' .. HighPrices(0, true)";
  assert.deepEqual(scriptOn(WINDOW, source, 3).at(4), ['8, 3', '3']);
  assert.deepEqual(scriptOn(WINDOW, source, 3).at(3), ['8, 3', '3']);
});

test('the present price', () => {
  const source = `local now = CurrentPrice()
    return now.open, now.high, now.low, now.close, now.volume, now.ask, now.bid, now[4], now[8], now.x`;
  const script = scriptOn(WINDOW, source, 3);
  assert.deepEqual(script.at(3), [4, 8, 3, 5, 4, 5, 5, 5, undefined, undefined]);
  assert.deepEqual(script.at(4), [4, 8, 2, 6, 9, 6, 6, 6, undefined, undefined]);
});

test('a market without candles is the script’s mistake', () => {
  const message = scriptOn(WINDOW, "return ClosePrices(0, false, 'sim:X')").failureAt(0);
  assert.match(message, /:1: there are no candles of the market "sim:X" here/);
});

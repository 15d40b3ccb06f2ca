// Columns of the simulated exchange are the candles that it shows, minute for minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { columnsFromCandles } from '#domain/candle/columns-from-candles.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';

const prices = makeSimPrices('world');
const source = makeSimCandleSource(prices);

test('the columns of every market are its candles', () => {
  for (const { market } of MARKET_CATALOGUE) {
    const fromMs = Date.UTC(2024, 1, 28, 17, 3);
    const window = { fromMs, toMs: fromMs + 7 * DAY_MS };
    const candles = prices.candles(market.marketTag, window.fromMs, window.toMs);
    const expected = columnsFromCandles(candles, window.fromMs, window.toMs);
    assert.deepEqual(source.computeCandles(market.marketTag, window, 'own'), expected);
  }
});

test('the first minute is there, in memory that threads share', () => {
  const { firstOpenMs } = source;
  const window = { fromMs: firstOpenMs, toMs: firstOpenMs + DAY_MS };
  const columns = source.computeCandles('SIM_BTC_USDT', window, 'shared');
  assert.ok(columns?.open.buffer instanceof SharedArrayBuffer);
  assert.equal(columns.isMissing.includes(1), false);
});

test('a market that is not listed has no columns', () => {
  const { firstOpenMs } = source;
  const window = { fromMs: firstOpenMs, toMs: firstOpenMs + DAY_MS };
  assert.equal(source.computeCandles('SIM_NONE', window, 'own'), null);
});

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

test('the columns of every market are its candles', async () => {
  for (const { market } of MARKET_CATALOGUE) {
    const fromMs = Date.UTC(2024, 1, 28, 17, 3);
    const window = { fromMs, toMs: fromMs + 7 * DAY_MS };
    const candles = prices.candles(market.marketTag, window.fromMs, window.toMs);
    const expected = columnsFromCandles(candles, window.fromMs, window.toMs);
    assert.deepEqual(await source.computeCandles(market.marketTag, window, 'own'), expected);
  }
});

test('the first minute is there, in memory that threads share', async () => {
  const { firstOpenMs } = source;
  const window = { fromMs: firstOpenMs, toMs: firstOpenMs + DAY_MS };
  const columns = await source.computeCandles('SIM_BTC_USDT', window, 'shared');
  assert.ok(columns?.open.buffer instanceof SharedArrayBuffer);
  assert.equal(columns.isMissing.includes(1), false);
});

test('a window of several parts is the same as its parts', async () => {
  const fromMs = Date.UTC(2024, 0, 1);
  const whole = { fromMs, toMs: fromMs + 40 * DAY_MS };
  const columns = await source.computeCandles('SIM_BTC_USDT', whole, 'own');
  const last = { fromMs: whole.toMs - DAY_MS, toMs: whole.toMs };
  const end = await source.computeCandles('SIM_BTC_USDT', last, 'own');
  assert.deepEqual(columns?.close.slice(-1_440), end?.close);
  assert.equal(columns?.isMissing.includes(1), false);
});

test('a market that is not listed has no columns', async () => {
  const { firstOpenMs } = source;
  const window = { fromMs: firstOpenMs, toMs: firstOpenMs + DAY_MS };
  assert.equal(await source.computeCandles('SIM_NONE', window, 'own'), null);
});

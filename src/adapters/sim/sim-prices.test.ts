// The simulated prices look like a market: they move as real ones do, come back, and hang together.

import test from 'node:test';
import assert from 'node:assert/strict';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { FUNDING_INTERVAL_MS, makeSimPrices } from '#adapters/sim/sim-prices.ts';

const prices = makeSimPrices('tidemill');
const START_MS = Date.UTC(2020, 0, 1);
const tags = MARKET_CATALOGUE.map((row) => row.market.marketTag);

function dailyLogPrices(marketTag: string, days: number): number[] {
  return Array.from({ length: days }, (_, day) =>
    Math.log(Number(prices.ticksAt(marketTag, START_MS + day * DAY_MS))),
  );
}

test('history begins on 2020-01-01 and has every minute', () => {
  const candles = [...prices.candles('SIM_BTC_USDT', 0, START_MS + DAY_MS)];
  assert.equal(candles.length, 1_440);
  assert.equal(candles[0]?.openTimeMs, START_MS);
  assert.equal(prices.candleAt('SIM_BTC_USDT', START_MS - MINUTE_MS), null);
  assert.equal(prices.ticksAt('SIM_BTC_USDT', START_MS - 1), null);
});

test('a market that is not listed has no prices', () => {
  assert.equal(prices.ticksAt('SIM_NONE', START_MS), null);
  assert.equal(prices.candleAt('SIM_NONE', START_MS), null);
  assert.deepEqual([...prices.candles('SIM_NONE', START_MS, START_MS + DAY_MS)], []);
});

test('every market moves 1 to 8 % a day, as the real ones do', () => {
  for (const tag of tags) {
    const logs = dailyLogPrices(tag, 2_000);
    const moves = logs.slice(1).map((value, index) => value - (logs[index] as number));
    const volatility = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    assert(volatility > 0.01 && volatility < 0.08, `${tag} moves ${volatility} a day`);
  }
});

test('prices stay within a factor of five of where they began, over twelve years', () => {
  for (const tag of tags) {
    const logs = dailyLogPrices(tag, 12 * 365);
    assert(Math.max(...logs) - Math.min(...logs) < Math.log(25), tag);
  }
});

test('a step is small against the price, so minutes have shapes', () => {
  for (const tag of tags) {
    const candles = [...prices.candles(tag, START_MS, START_MS + DAY_MS)];
    const flat = candles.filter((candle) => candle.high === candle.low).length;
    assert(flat < candles.length / 5, `${tag}: ${flat} flat minutes of ${candles.length}`);
    assert(candles.every((candle) => candle.volume > 0n));
  }
});

test('a triangle of markets closes to a few steps', () => {
  for (let day = 0; day < 500; day += 1) {
    const at = START_MS + day * DAY_MS;
    const [ethUsdt, btcUsdt, ethBtc] = ['SIM_ETH_USDT', 'SIM_BTC_USDT', 'SIM_ETH_BTC'].map((tag) =>
      Number(prices.ticksAt(tag, at)),
    ) as [number, number, number];
    const gap = (ethBtc * 1e-5) / (ethUsdt / btcUsdt) - 1;
    assert(Math.abs(gap) < 2e-4, `gap ${gap} on day ${day}`);
  }
});

test('a perpetual stays near its spot market', () => {
  for (let day = 0; day < 500; day += 1) {
    const at = START_MS + day * DAY_MS;
    const spot = Number(prices.ticksAt('SIM_BTC_USDT', at)) * 0.01;
    const perpetual = Number(prices.ticksAt('SIM_BTC_USDT_PERP', at)) * 0.1;
    assert(Math.abs(perpetual / spot - 1) < 0.005);
  }
});

test('funding is bounded, mostly the interest, and goes both ways', () => {
  const rates = Array.from({ length: 6_000 }, (_, interval) =>
    prices.fundingRateAt('SIM_BTC_USDT_PERP', START_MS + (interval + 1) * FUNDING_INTERVAL_MS),
  ).map((rate) => Number(rate) / 1e18);
  assert(rates.every((rate) => Math.abs(rate) < 0.0025));
  assert(rates.filter((rate) => rate === 0.0001).length > rates.length / 2);
  assert(rates.some((rate) => rate < 0) && rates.some((rate) => rate > 0.0001));
  assert.equal(prices.fundingRateAt('SIM_BTC_USDT', START_MS + DAY_MS), null);
});

test('the walk is pinned: a change of it would rewrite the past of every installation', () => {
  const at = Date.UTC(2025, 5, 1, 12, 34);
  assert.deepEqual(prices.candleAt('SIM_BTC_USDT', at), {
    openTimeMs: at,
    open: 6_295_334n,
    high: 6_295_334n,
    low: 6_292_366n,
    close: 6_295_198n,
    volume: 660_821n,
  });
});

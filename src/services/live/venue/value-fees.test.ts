// Fees in a currency of their own have the price of that currency.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { fetchFeeRates } from '#services/live/venue/value-fees.ts';

async function filledHarness() {
  const harness = await makeSimHarness(makeMemorySimStore());
  const { sim } = harness;
  const markets = await sim.listMarkets();
  const find = (tag: string): Market =>
    present(
      markets.find(({ marketTag }) => marketTag === tag),
      tag,
    );
  const fill = {
    fillId: 'f1',
    venueOrderId: 'v1',
    clientOrderId: null,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    price: decimal('60000'),
    amount: decimal('0.01'),
    fee: decimal('0.001'),
    feeCurrency: 'BNB',
    isMaker: false,
    filledAtMs: harness.nowMs() - 10 * MINUTE_MS,
  } as const;
  return { sim, find, fill };
}

test('a fee in a third currency has the price of that currency at the fill', async () => {
  const { sim, find, fill } = await filledHarness();
  const rates = await fetchFeeRates(sim, [find('SIM_BTC_USDT')], [fill]);
  const openMs = fill.filledAtMs - (fill.filledAtMs % MINUTE_MS);
  const [candle] = await sim.fetchCandles('SIM_BNB_USDT', openMs, openMs + MINUTE_MS);
  const { priceStep } = find('SIM_BNB_USDT');
  assert.equal(rates.get('f1'), present(candle, 'a minute').close * priceStep);
});

test('a fee in a currency of its market needs no price', async () => {
  const { sim, find, fill } = await filledHarness();
  for (const feeCurrency of ['USDT', 'BTC']) {
    const rates = await fetchFeeRates(sim, [find('SIM_BTC_USDT')], [{ ...fill, feeCurrency }]);
    assert.equal(rates.size, 0);
  }
});

test('a fee is valued through another currency where no market leads there at once', async () => {
  const { sim, find, fill } = await filledHarness();
  const market = { ...find('SIM_BTC_USDT'), base: 'ETH', quote: 'BTC' };
  const rates = await fetchFeeRates(sim, [market], [fill]);
  const priceOf = async (tag: string): Promise<number> => {
    const openMs = fill.filledAtMs - (fill.filledAtMs % MINUTE_MS);
    const [candle] = await sim.fetchCandles(tag, openMs, openMs + MINUTE_MS);
    return Number(present(candle, tag).close * find(tag).priceStep);
  };
  const expected = (await priceOf('SIM_BNB_USDT')) / (await priceOf('SIM_BTC_USDT'));
  const rate = Number(present(rates.get('f1'), 'a rate')) / 1e18;
  assert(Math.abs(rate / expected - 1) < 1e-6);
});

test('a fee in a currency that is not traded here has no price', async () => {
  const { sim, find, fill } = await filledHarness();
  const unknown = { ...fill, feeCurrency: 'POINTS' };
  assert.equal((await fetchFeeRates(sim, [find('SIM_BTC_USDT')], [unknown])).size, 0);
});

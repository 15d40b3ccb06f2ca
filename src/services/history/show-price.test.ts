import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { historyHarness, STILL_TAG } from '#services/history/history-harness.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { showPrice, showPriceWithBest } from '#services/history/show-price.ts';

const AT_MS = Date.UTC(2025, 2, 3, 10, 30, 20);
const FORMING = { openTimeMs: AT_MS - 20_000, open: 100n, high: 120n, low: 90n, close: 110n };

test('the price of a market that is followed comes with the candle that forms', async () => {
  const { deps } = await historyHarness();
  const [still] = deps.exchanges.list().filter(({ code }) => code === 'still');
  assert.ok(still !== undefined);
  const shownBy = async (fetchPrice: Exchange['fetchPrice']) => {
    const shown = await showPrice(
      { exchanges: exchangeRegistry([{ ...still, fetchPrice }]) },
      STILL_TAG,
    );
    assert.ok(shown.ok);
    return shown.value;
  };
  const now = { price: decimal('1.1'), atMs: AT_MS };
  assert.equal((await shownBy(async () => now)).forming, null);
  const streamed = { ...now, forming: { ...FORMING, volume: 5n } };
  const { forming } = await shownBy(async () => streamed);
  const [market] = await still.listMarkets();
  assert.ok(forming !== null && market !== undefined);
  assert.equal(forming.startMs, FORMING.openTimeMs);
  assert.equal(forming.open, market.priceStep * 100n);
  assert.equal(forming.close, market.priceStep * 110n);
  assert.equal(forming.volume, market.amountStep * 5n);
});

test('the best bid and ask are requested where the price comes without', async () => {
  const { deps } = await historyHarness();
  const [still] = deps.exchanges.list().filter(({ code }) => code === 'still');
  assert.ok(still !== undefined);
  const best = { bid: decimal('1.09'), ask: decimal('1.11') };
  const now = { price: decimal('1.1'), atMs: AT_MS };
  let requestedCount = 0;
  const quotedBy = async (changes: Partial<Exchange>, show = showPriceWithBest) => {
    const exchange = { ...still, fetchPrice: async () => now, ...changes };
    const shown = await show({ exchanges: exchangeRegistry([exchange]) }, STILL_TAG);
    assert.ok(shown.ok);
    return shown.value.best;
  };
  const fetchBestPrices: Exchange['fetchBestPrices'] = async () => {
    requestedCount += 1;
    return best;
  };
  assert.deepEqual(await quotedBy({ fetchBestPrices }), best);
  assert.deepEqual(
    await quotedBy({ fetchBestPrices, fetchPrice: async () => ({ ...now, best }) }),
    best,
  );
  assert.equal(requestedCount, 1);
  assert.equal(await quotedBy({ fetchBestPrices }, showPrice), null);
  const refuse: Exchange['fetchBestPrices'] = () =>
    Promise.reject(new Failure('rate_limited', 'later'));
  assert.equal(await quotedBy({ fetchBestPrices: refuse }), null);
});

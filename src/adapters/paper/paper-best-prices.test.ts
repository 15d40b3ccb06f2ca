// Orders of paper accounts meet the best bid and ask of the real exchange as they arrive.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { newOrder } from '#ports/exchange/exchange-harness.contract.ts';
import { byHand, setMinute } from '#adapters/paper/data-by-hand.fixture.ts';
import type { PaperHarness } from '#adapters/paper/paper-harness.fixture.ts';

/** Of 0.01; what it fills at, or its state. */
async function outcomeOf(
  harness: PaperHarness,
  wish: Partial<Parameters<typeof newOrder>[2]>,
): Promise<string> {
  const plain = { type: 'market', price: decimal('0'), amount: decimal('0.01') } as const;
  const order = await newOrder(harness, harness.spot, { ...plain, side: 'buy', ...wish });
  const response = await harness.exchange.placeOrder(harness.spot.account, order);
  if (!response.ok) return response.rejection.detail;
  const { state, averageFillPrice } = response.value;
  return state === 'filled' ? formatDecimal(averageFillPrice) : state;
}

suite('where the exchange states the best bid and ask', () => {
  async function quoted(best: BestPrices | null, volume = 1_000_000_000n) {
    const { harness, hand } = await byHand();
    const minuteMs = harness.nowMs() - 20_000;
    setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
    const before = present(hand.candles.get(minuteMs - MINUTE_MS), 'it was set');
    hand.candles.set(before.openTimeMs, { ...before, volume });
    hand.price = decimal('50010');
    hand.best = best;
    return { harness, hand };
  }
  const WIDE: BestPrices = { bid: decimal('50001.5'), ask: decimal('50018.25') };
  const market = (side: 'buy' | 'sell') => ({ side, type: 'market' as const });
  const limit = (side: 'buy' | 'sell', price: string, isPostOnly = false) => ({
    side,
    type: 'limit' as const,
    price: decimal(price),
    terms: { ...PLAIN_TERMS, isPostOnly },
  });

  test('market orders take them, and their impact', async () => {
    const { harness } = await quoted(WIDE);
    assert.equal(await outcomeOf(harness, market('buy')), '50018.25');
    assert.equal(await outcomeOf(harness, market('sell')), '50001.5');
    // A tenth of all there was: half a tenth of a percent.
    const { harness: thin } = await quoted(WIDE, 10_000n);
    assert.equal(await outcomeOf(thin, market('buy')), '50043.26');
  });

  test('limit orders take them, and rest between them', async () => {
    const { harness } = await quoted(WIDE);
    assert.equal(await outcomeOf(harness, limit('buy', '50018.25')), '50018.25');
    assert.equal(await outcomeOf(harness, limit('buy', '50018.24')), 'open');
    assert.equal(await outcomeOf(harness, limit('buy', '50018.24', true)), 'open');
    assert.equal(await outcomeOf(harness, limit('buy', '50018.25', true)), 'rejected');
  });

  test('a spread is assumed where it states none, and the order says so', async () => {
    const { harness, hand } = await quoted(null);
    assert.equal(await outcomeOf(harness, market('buy')), '50010.01');
    const wish = { ...market('buy'), price: decimal('0'), amount: decimal('0.01') };
    const request = await newOrder(harness, harness.spot, wish);
    const response = await harness.exchange.placeOrder(harness.spot.account, request);
    assert.match((response.ok && response.value.reason) || '', /stated no best bid and ask/);
    hand.best = WIDE;
    hand.areBestPricesRefused = true;
    await harness.advanceMs?.(5_000);
    assert.equal(await outcomeOf(harness, market('buy')), '50010.01');
  });

  test('prices between two steps count as the worse ones', async () => {
    const { harness } = await quoted({ bid: decimal('50001.509'), ask: decimal('50018.241') });
    assert.equal(await outcomeOf(harness, market('buy')), '50018.25');
    assert.equal(await outcomeOf(harness, market('sell')), '50001.5');
  });
});

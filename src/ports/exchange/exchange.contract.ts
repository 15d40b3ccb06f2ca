// Contract of every driver of an exchange, as a suite that each runs against itself. It demands
// nothing that a real venue cannot do: where time cannot be driven or faults cannot be ordered,
// those tests are skipped.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { exchangeFaultContract } from '#ports/exchange/exchange-faults.contract.ts';
import { exchangeAccountContract } from '#ports/exchange/exchange-accounts.contract.ts';
import { exchangeFuturesContract } from '#ports/exchange/exchange-futures.contract.ts';
import { exchangeMarginContract } from '#ports/exchange/exchange-margin.contract.ts';
import { exchangeOrderContract } from '#ports/exchange/exchange-orders.contract.ts';
import { exchangeAttachedStopContract } from '#ports/exchange/exchange-attached-stops.contract.ts';
import { exchangeOrderTypeContract } from '#ports/exchange/exchange-order-types.contract.ts';
import type { MakeContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import { marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Runs the suite; `makeWorld` is called once per test and gives fresh accounts. */
export function exchangeContract(name: string, makeHarness: MakeContractHarness): void {
  exchangeHistoryContract(name, makeHarness);
  suite(`exchange contract: ${name}`, () => {
    priceTests(makeHarness);
    exchangeAccountContract(makeHarness);
    exchangeOrderContract(makeHarness);
    exchangeOrderTypeContract(makeHarness);
    exchangeAttachedStopContract(makeHarness);
    exchangeFuturesContract(makeHarness);
    exchangeMarginContract(makeHarness);
    exchangeFaultContract(makeHarness);
  });
}

/** The part that an exchange retains where nothing trades: its markets and their minutes. */
export function exchangeHistoryContract(name: string, makeHarness: MakeContractHarness): void {
  suite(`exchange contract, markets and minutes: ${name}`, () => {
    marketTests(makeHarness);
    candleTests(makeHarness);
  });
}

function marketTests(makeHarness: MakeContractHarness): void {
  test('markets are listed once, with possible steps, fees and limits', async () => {
    const { exchange } = await makeHarness();
    const markets = await exchange.listMarkets();
    const tags = markets.map((market) => market.marketTag);
    assert.equal(new Set(tags).size, tags.length);
    assert(markets.length > 0);
    for (const market of markets) {
      assert.equal(market.exchange, exchange.code);
      assert(market.base !== '' && market.quote !== '' && market.base !== market.quote);
      for (const decimals of [market.priceDecimals, market.amountDecimals])
        assert(Number.isInteger(decimals) && decimals >= 0 && decimals <= 18);
      const { minOrderAmount, minOrderValue, maxOrderAmount, maxOrderValue } = market;
      for (const limit of [minOrderAmount, minOrderValue, maxOrderAmount, maxOrderValue])
        assert(limit >= 0n);
      assert(market.priceStep >= 0n && market.amountStep >= 0n);
      const digits = market.priceSignificantDigits;
      assert(digits === null || (Number.isInteger(digits) && digits > 0));
      assert(market.listedAtMs === null || market.listedAtMs > 0);
      assert(maxOrderAmount === 0n || maxOrderAmount >= minOrderAmount);
      for (const fee of [market.makerFeePercent, market.takerFeePercent])
        assert(fee > decimal('-100') && fee < decimal('100'));
    }
  });

  test('futures markets, and no others, carry contract terms', async () => {
    const { exchange } = await makeHarness();
    for (const { marketType, contract } of await exchange.listMarkets()) {
      assert.equal(contract === null, marketType === 'spot');
      if (contract === null) continue;
      assert(contract.contractValue > 0n);
      assert(contract.lowestLeverage > 0n);
      assert(contract.highestLeverage >= contract.lowestLeverage);
      assert.notEqual(contract.marginCurrency, '');
    }
  });
}

function priceTests(makeHarness: MakeContractHarness): void {
  test('a price is above zero and on the step; an unknown market has none', async () => {
    const harness = await makeHarness();
    const market = await marketOf(harness, harness.spot);
    const { price } = await harness.exchange.fetchPrice(market.marketTag);
    assert(price > 0n);
    assert(market.priceStep === 0n || price % market.priceStep === 0n);
    await assert.rejects(harness.exchange.fetchPrice('NO_SUCH_MARKET'), Failure);
  });

  test('the best bid and ask stand above zero, and not against one another', async () => {
    const harness = await makeHarness();
    const market = await marketOf(harness, harness.spot);
    const best = await harness.exchange.fetchBestPrices(market.marketTag);
    assert(best === null || (best.bid > 0n && best.bid <= best.ask));
  });

  test('a price lies within the candle of its minute', async (t) => {
    const harness = await makeHarness();
    if (harness.advanceMs === null) return t.skip('time cannot be driven here');
    const market = await marketOf(harness, harness.spot);
    const { price, atMs } = await harness.exchange.fetchPrice(market.marketTag);
    await harness.advanceMs(2 * MINUTE_MS);
    const openMs = minuteStartMs(atMs);
    const [candle] = await harness.exchange.fetchCandles(
      market.marketTag,
      openMs,
      openMs + MINUTE_MS,
    );
    assert(candle !== undefined);
    const ticks = price / market.priceStep;
    assert(candle.low <= ticks && ticks <= candle.high);
  });
}

function candleTests(makeHarness: MakeContractHarness): void {
  test('rates of funding are those of the window, oldest first; spot has none', async () => {
    const harness = await makeHarness();
    const { exchange, spot, futures } = harness;
    const toMs = harness.nowMs();
    const fromMs = toMs - 3 * DAY_MS;
    if (spot.account.marketType === 'spot')
      assert.deepEqual(await exchange.fetchFundingRates(spot.marketTag, fromMs, toMs), []);
    if (futures === null) return;
    let lastMs = fromMs - 1;
    for (const { atMs } of await exchange.fetchFundingRates(futures.marketTag, fromMs, toMs)) {
      assert(atMs > lastMs && atMs < toMs);
      lastMs = atMs;
    }
  });

  test('candles are closed minutes of the window, in order, and hang together', async () => {
    const harness = await makeHarness();
    const endMs = minuteStartMs(harness.nowMs());
    const fromMs = endMs - 30 * MINUTE_MS;
    // The window reaches into the minute that still runs, which must be left out.
    const tag = harness.spot.marketTag;
    const candles = await harness.exchange.fetchCandles(tag, fromMs, endMs + MINUTE_MS);
    assert(candles.length > 0 && candles.length <= 30);
    let lastMs = fromMs - MINUTE_MS;
    for (const candle of candles) {
      assert(candle.openTimeMs > lastMs && candle.openTimeMs < endMs);
      assert.equal(candle.openTimeMs % MINUTE_MS, 0);
      assert(0n < candle.low && candle.volume >= 0n);
      assert(candle.low <= candle.open && candle.open <= candle.high);
      assert(candle.low <= candle.close && candle.close <= candle.high);
      lastMs = candle.openTimeMs;
    }
    assert.deepEqual(await harness.exchange.fetchCandles(tag, fromMs, fromMs), []);
  });
}

// Funding of paper positions: the rates that the exchange has listed, paid for what was held at
// their instants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import { newOrder } from '#ports/exchange/exchange-harness.contract.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import { paperHarness } from '#adapters/paper/paper-harness.fixture.ts';

const START_MS = Date.UTC(2025, 2, 3, 15, 30, 20);
const DUE_MS = Date.UTC(2025, 2, 3, 16);
/** Of ten cents. */
const TICKS = 500_000n;

/** A market that stands at 50,000, with the rates of the instants before `DUE_MS` listed. */
async function atRest(everyMs = 8 * HOUR_MS) {
  const rates: FundingRate[] = [3, 2, 1].map((back) => ({
    atMs: DUE_MS - back * everyMs + 4,
    rate: decimal('0.0003'),
  }));
  const quiet = new Set<number>();
  const last = { price: decimal('50000') };
  const harness = await paperHarness(
    (nowMs) =>
      ({
        code: 'sim',
        listMarkets: async () => [...SIM_MARKETS.values()].map(({ market }) => market),
        fetchPrice: async () => last.price,
        fetchBestPrices: async () => null,
        fetchFundingRates: async (_tag, fromMs, toMs) =>
          rates.filter(({ atMs }) => atMs >= fromMs && atMs < toMs && atMs <= nowMs()),
        async fetchMinutes(_tag, fromMs, toMs) {
          const candles: Candle[] = [];
          for (let openTimeMs = fromMs; openTimeMs < toMs; openTimeMs += MINUTE_MS) {
            const prices = { open: TICKS, high: TICKS, low: TICKS, close: TICKS };
            if (!quiet.has(openTimeMs))
              candles.push({ openTimeMs, ...prices, volume: 10_000_000n });
          }
          return { candles, untilMs: Math.min(toMs, nowMs()) };
        },
      }) satisfies MarketData,
    undefined,
    { startMs: START_MS },
  );
  const futures = present(harness.futures, 'the harness has a futures account');
  const trade = async (side: 'buy' | 'sell', amount = '0.01') => {
    const wish = { side, type: 'market', price: decimal('0'), amount: decimal(amount) } as const;
    const order = await newOrder(harness, futures, wish);
    const response = await harness.exchange.placeOrder(futures.account, order);
    assert.ok(response.ok, response.ok ? '' : response.rejection.detail);
  };
  const paid = async () => {
    const { events } = await harness.exchange.fetchMarginEvents(futures.account, null, 100);
    return events.map((event) => [
      event.atMs,
      event.kind === 'funding' ? event.paid : event.kind,
      event.amount,
    ]);
  };
  const audit = () => auditLedger(harness.store, futures.account.accountId);
  return { harness, rates, quiet, last, trade, paid, audit };
}

/** Of 0.01 at 50,000. */
const PAID = [DUE_MS, decimal('0.05'), decimal('0.01')];
const LISTED = { atMs: DUE_MS + 4, rate: decimal('0.0001') };

test('a position pays the rate that the exchange lists, once', async () => {
  const { harness, rates, trade, paid, audit } = await atRest();
  await trade('buy');
  rates.push(LISTED);
  harness.setNowMs(DUE_MS + 5 * MINUTE_MS);
  assert.deepEqual(await paid(), [PAID]);
  harness.setNowMs(DUE_MS + 20 * MINUTE_MS);
  assert.deepEqual(await paid(), [PAID]);
  assert.deepEqual(await audit(), []);
});

test('a short position receives it', async () => {
  const { harness, rates, trade, paid } = await atRest();
  await trade('sell');
  rates.push(LISTED);
  harness.setNowMs(DUE_MS + 5 * MINUTE_MS);
  assert.deepEqual(await paid(), [[DUE_MS, decimal('-0.05'), decimal('0.01')]]);
});

test('a minute without trades does not spare it', async () => {
  const { harness, rates, quiet, trade, paid } = await atRest();
  await trade('buy');
  rates.push(LISTED);
  for (const back of [-2, -1, 0, 1]) quiet.add(DUE_MS + back * MINUTE_MS);
  harness.setNowMs(DUE_MS + 5 * MINUTE_MS);
  assert.deepEqual(await paid(), [PAID]);
});

test('the price is that of the begin of the minute, and later the one before', async () => {
  for (const [lateMs, price] of [
    [5_000, '50100'],
    [20_000, '50000'],
  ] as const) {
    const { harness, rates, last, trade, paid } = await atRest();
    await trade('buy');
    rates.push(LISTED);
    last.price = decimal('50100');
    harness.setNowMs(DUE_MS + lateMs);
    const share = multiplyDecimal(decimal('0.000001'), decimal(price), 'floor');
    assert.deepEqual(await paid(), [[DUE_MS, share, decimal('0.01')]]);
  }
});

test('a rate that is listed late is waited for, and what was held then pays', async () => {
  const { harness, rates, trade, paid, audit } = await atRest();
  await trade('buy');
  harness.setNowMs(DUE_MS + 3 * MINUTE_MS);
  assert.deepEqual(await paid(), []);
  await assert.rejects(trade('sell'), Failure);
  rates.push(LISTED);
  harness.setNowMs(DUE_MS + 4 * MINUTE_MS);
  await trade('sell');
  assert.deepEqual(await paid(), [PAID]);
  harness.setNowMs(DUE_MS + 10 * MINUTE_MS);
  assert.deepEqual(await paid(), [PAID]);
  assert.deepEqual(await audit(), []);
});

test('who closes right after the instant has paid, and who opens then has not', async () => {
  const { harness, rates, trade, paid } = await atRest();
  await trade('buy');
  rates.push(LISTED);
  harness.setNowMs(DUE_MS + 5_000);
  await trade('sell');
  await trade('buy', '0.02');
  harness.setNowMs(DUE_MS + 5 * MINUTE_MS);
  assert.deepEqual(await paid(), [PAID]);
});

test('who begins in the minute of the instant pays from the next one on', async () => {
  const { harness, rates, trade, paid } = await atRest();
  harness.setNowMs(DUE_MS + 5_000);
  rates.push(LISTED);
  await trade('buy');
  rates.push({ atMs: DUE_MS + 8 * HOUR_MS, rate: decimal('0.0001') });
  harness.setNowMs(DUE_MS + 9 * HOUR_MS);
  assert.deepEqual(await paid(), [[DUE_MS + 8 * HOUR_MS, decimal('0.05'), decimal('0.01')]]);
});

test('a rate that never comes is given up after a quarter of an hour', async () => {
  const { harness, trade, paid } = await atRest();
  await trade('buy');
  harness.setNowMs(DUE_MS + 14 * MINUTE_MS);
  await assert.rejects(trade('sell'), Failure);
  harness.setNowMs(DUE_MS + 16 * MINUTE_MS);
  await trade('sell');
  assert.deepEqual(await paid(), []);
});

test('all instants of a long absence are paid, whatever their interval', async () => {
  const { harness, rates, trade, paid, audit } = await atRest(HOUR_MS);
  await trade('buy');
  for (let hour = 0; hour < 24 * 20; hour += 1)
    rates.push({ atMs: DUE_MS + hour * HOUR_MS, rate: decimal('0.00001') });
  harness.setNowMs(DUE_MS + 20 * DAY_MS - HOUR_MS / 2);
  const events = await paid();
  assert.equal(events.length, 100);
  const { events: rest } = await harness.exchange.fetchMarginEvents(
    present(harness.futures, 'a futures account').account,
    null,
    1_000,
  );
  assert.equal(rest.length, 480);
  assert.deepEqual(await audit(), []);
});

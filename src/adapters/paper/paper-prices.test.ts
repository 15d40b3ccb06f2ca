// Prices of paper accounts wait for the exchange of their market, and for no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 10, 0, 20);

function sourceAt(code: string, listMarkets: () => Promise<readonly Market[]>): MarketData {
  return {
    code,
    listMarkets,
    fetchPrice: async () => decimal('60000'),
    fetchBestPrices: async () => null,
    fetchMinutes: async (_marketTag, _fromMs, untilMs) => ({ candles: [], untilMs }),
    fetchFundingRates: async () => [],
  };
}

const marketAt = (code: string): Market =>
  spotMarket({}, { exchange: code, marketTag: `${code.toUpperCase()}_BTC_USDT` });

const SILENCES: readonly (readonly [string, () => Promise<never>])[] = [
  ['hangs', () => new Promise(() => undefined)],
  [
    'is down',
    async () => {
      throw new Failure('unavailable', 'down');
    },
  ],
];

for (const [silence, listMarkets] of SILENCES)
  test(`a market is found while another exchange ${silence}, which is not queried`, async () => {
    const requested: string[] = [];
    const other = (code: string): MarketData =>
      sourceAt(code, () => {
        requested.push(code);
        return listMarkets();
      });
    const well = sourceAt('well', async () => [marketAt('well')]);
    const clock = { nowMs: () => NOW_MS };
    const prices = makePaperPrices(HARNESS_PRICES, [other('first'), well, other('last')], clock);
    await prices.lookUp?.(['WELL_BTC_USDT']);
    assert.equal(prices.marketOf('WELL_BTC_USDT')?.market.exchange, 'well');
    await prices.load?.(['WELL_BTC_USDT'], NOW_MS - 60_000);
    assert.notEqual(prices.ticksAt('WELL_BTC_USDT', NOW_MS), null);
    assert.deepEqual(requested, []);
  });

test('a market whose own exchange is down is not called unknown', async () => {
  const down = sourceAt('down', async () => {
    throw new Failure('unavailable', 'down');
  });
  const prices = makePaperPrices(HARNESS_PRICES, [down], { nowMs: () => NOW_MS });
  await assert.rejects(async () => prices.lookUp?.(['DOWN_BTC_USDT']), Failure);
});

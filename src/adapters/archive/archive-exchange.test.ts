// Imported markets as an exchange: listed with their minutes, closed to orders, with accounts that
// hold money for backtests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import { exchangeHistoryContract } from '#ports/exchange/exchange.contract.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';

const NOW_MS = Date.UTC(2025, 5, 1, 12, 0, 30);
const NAME = { clientOrderId: 'one', venueOrderId: null, placedAtMs: 1 };

const CLOSED = { exchange: 'archive', isOpen: false } as const;
const SPOT: Market = { ...spotMarket(), ...CLOSED, marketTag: 'ARCHIVE_BTC_USDT' };
const FUTURES: Market = {
  ...futuresMarket('vanilla', '1'),
  ...CLOSED,
  marketTag: 'ARCHIVE_BTC_USDT_PERP',
};

type ArchiveHarness = ContractHarness & {
  readonly history: HistoryStore;
  readonly setNowMs: (nowMs: number) => void;
};

/** Two imported markets of an hour and an account with money for each. */
async function makeHarness(): Promise<ArchiveHarness> {
  const history = memoryHistoryStore();
  const wallets = makeMemorySimStore();
  let nowMs = NOW_MS;
  const exchange = makeArchiveExchange({ history, wallets, clock: { nowMs: () => nowMs } });
  for (const market of [SPOT, FUTURES]) await importHour(history, market);
  const venue = makeSimulatedVenue(wallets, exchange.code);
  const deposits = [{ currency: 'USDT', amount: decimal('1000') }];
  const spot = { accountId: 'spot', marketType: 'spot' } as const;
  const futures = { accountId: 'futures', marketType: 'futures' } as const;
  for (const account of [spot, futures]) await venue.openWallet(account, deposits, NOW_MS);
  let ordersCount = 0;
  return {
    exchange,
    history,
    spot: { account: spot, marketTag: SPOT.marketTag },
    futures: { account: futures, marketTag: FUTURES.marketTag },
    nowMs: () => nowMs,
    newClientOrderId: () => `order-${(ordersCount += 1)}`,
    advanceMs: null,
    faults: null,
    setNowMs: (instantMs) => void (nowMs = instantMs),
  };
}

/** The hour up to now, with one minute missing and one that has not ended. */
async function importHour(history: HistoryStore, market: Market): Promise<void> {
  const toMs = minuteStartMs(NOW_MS) + MINUTE_MS;
  const fromMs = toMs - 61 * MINUTE_MS;
  const candles = Array.from({ length: 61 }, (_, row) => ({
    openTimeMs: fromMs + row * MINUTE_MS,
    open: 100n,
    high: 120n,
    low: 90n,
    close: 110n,
    volume: BigInt(row),
  })).filter((_, row) => row !== 50);
  const columns = columnsFromCandles(candles, fromMs, toMs);
  const written = await history.writeHistory({
    marketTag: market.marketTag,
    steps: { priceStep: market.priceStep, amountStep: market.amountStep },
    candleMinutes: 1,
    days: daysOf(columns),
    covered: { fromMs, toMs },
    onDifference: 'refuse',
    market,
  });
  assert.ok(written.ok);
}

exchangeHistoryContract('archive', makeHarness);

test('an order is rejected with the reason, and nothing is there to cancel', async () => {
  const { exchange, spot } = await makeHarness();
  const response = await exchange.placeOrder(spot.account, {
    clientOrderId: 'one',
    marketTag: spot.marketTag,
    side: 'buy',
    type: 'market',
    price: decimal('0'),
    amount: decimal('1'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
  });
  assert.deepEqual(response, {
    ok: false,
    rejection: {
      code: 'order_rejected',
      detail: 'Market "ARCHIVE_BTC_USDT" exists only as imported history, for backtests and labs.',
    },
  });
  assert.deepEqual(await exchange.cancelOrder(spot.account, spot.marketTag, NAME), {
    ok: false,
    rejection: 'order_not_found',
  });
  const seen = await exchange.fetchOrder(spot.account, spot.marketTag, NAME);
  assert.equal(seen.kind, 'absent');
  assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
  assert.deepEqual(await exchange.fetchPositions(spot.account), []);
  assert.deepEqual(await exchange.fetchFills(spot.account, [], null, 10), {
    fills: [],
    cursor: null,
  });
  assert.equal((await exchange.checkCredentials(spot.account)).canTrade, false);
});

test('no market has a price of now', async () => {
  const { exchange, spot } = await makeHarness();
  await assert.rejects(exchange.fetchPrice(spot.marketTag), Failure);
});

test('an account holds what it was opened with; one without a wallet is refused', async () => {
  const { exchange, spot, futures } = await makeHarness();
  assert.ok(futures !== null);
  for (const { account } of [spot, futures]) {
    const { balances } = await exchange.fetchBalances(account);
    assert.deepEqual(
      balances.map(({ currency, total }) => [currency, total]),
      [['USDT', decimal('1000')]],
    );
  }
  const stranger = { accountId: 'stranger', marketType: 'spot' } as const;
  await assert.rejects(exchange.fetchBalances(stranger), /has no wallet/);
});

test('a market that was imported a moment ago is in the list that is read anew', async () => {
  const { exchange, history } = await makeHarness();
  const before = await exchange.listMarkets();
  const other = { ...SPOT, marketTag: 'ARCHIVE_ETH_USDT', base: 'ETH' };
  await importHour(history, other);
  assert.equal(await exchange.listMarkets(), before);
  assert.deepEqual(await exchange.readMarkets?.(), [SPOT, FUTURES, other]);
  assert.deepEqual(await exchange.listMarkets(), [SPOT, FUTURES, other]);
});

test('a market that was imported meanwhile is listed; till then the list is the same', async () => {
  const { exchange, history, setNowMs } = await makeHarness();
  const before = await exchange.listMarkets();
  assert.deepEqual(before, [SPOT, FUTURES]);
  setNowMs(NOW_MS + MINUTE_MS);
  assert.equal(await exchange.listMarkets(), before);
  const other = { ...SPOT, marketTag: 'ARCHIVE_ETH_USDT', base: 'ETH' };
  await importHour(history, other);
  setNowMs(NOW_MS + 2 * MINUTE_MS);
  assert.deepEqual(await exchange.listMarkets(), [SPOT, FUTURES, other]);
});

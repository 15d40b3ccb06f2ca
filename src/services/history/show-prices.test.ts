import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import {
  ARCHIVE_TAG,
  HARNESS_NOW_MS,
  historyHarness,
  STILL_TAG,
} from '#services/history/history-harness.fixture.ts';
import { showPrices } from '#services/history/show-prices.ts';

async function harness(changes: Partial<Exchange>) {
  const { deps, setNowMs } = await historyHarness();
  const others = deps.exchanges.list().filter(({ code }) => code !== 'still');
  const still = deps.exchanges.find('still');
  assert.ok(still !== null);
  const [market] = await still.listMarkets();
  assert.ok(market !== undefined);
  const step = market.priceStep;
  const exchanges = exchangeRegistry([...others, { ...still, ...changes }]);
  return {
    show: (tags: readonly string[]) => showPrices({ ...deps, exchanges }, tags),
    setNowMs,
    step,
  };
}

const PRICE = decimal('1.1');
const now = async () => ({ price: PRICE, atMs: HARNESS_NOW_MS });

test('the change is that since the first trade of 24 hours ago, of its exchange', async () => {
  const requested: [number, number][] = [];
  const fetchCandles: Exchange['fetchCandles'] = async (_tag, fromMs, toMs) => {
    requested.push([fromMs, toMs]);
    return [{ openTimeMs: fromMs, open: 80n, high: 90n, low: 70n, close: 85n, volume: 1n }];
  };
  const { show, step } = await harness({ fetchPrice: now, fetchCandles });
  const [row] = await show([STILL_TAG]);
  const before = step * 80n;
  assert.equal(row?.price, PRICE);
  assert.equal(row.change, PRICE - before);
  const percent = Number(PRICE - before) / Number(before);
  assert.ok(Math.abs(Number(row.changePercent) / 1e18 / 100 - percent) < 1e-9);
  assert.equal(row.volume, null);
  const sinceMs = minuteStartMs(HARNESS_NOW_MS - DAY_MS);
  assert.deepEqual(requested, [[sinceMs, sinceMs + 15 * MINUTE_MS]]);
});

test('a price is requested once in five seconds, and the day once a minute', async () => {
  let [prices, days] = [0, 0];
  const { show, setNowMs } = await harness({
    fetchPrice: async () => {
      prices += 1;
      return now();
    },
    fetchCandles: async () => {
      days += 1;
      return [];
    },
  });
  const lookAt = async (afterMs: number) => {
    setNowMs(HARNESS_NOW_MS + afterMs);
    await show([STILL_TAG, STILL_TAG]);
    return [prices, days];
  };
  assert.deepEqual(await lookAt(0), [1, 1]);
  assert.deepEqual(await lookAt(4_999), [1, 1]);
  assert.deepEqual(await lookAt(5_000), [2, 1]);
  assert.deepEqual(await lookAt(60_000), [3, 2]);
  assert.deepEqual(await lookAt(1_000), [4, 3], 'after a clock that was set back');
});

test('a market without a price costs itself alone, and says why', async () => {
  const fetchPrice: Exchange['fetchPrice'] = () => Promise.reject(new Failure('timeout', 'late'));
  const { show } = await harness({ fetchPrice });
  const rows = await show(['NONE', STILL_TAG, ARCHIVE_TAG]);
  const gaps = rows.map(({ gap, price }) => [gap, price]);
  const expected = ['market_not_found', 'exchange_unreachable', 'market_closed'];
  assert.deepEqual(
    gaps,
    expected.map((gap) => [gap, null]),
  );
});

test('of an exchange that is down, or does not reach back, nothing is requested', async () => {
  let requested = 0;
  const count = async () => {
    requested += 1;
    return [];
  };
  const down = await harness({ health: () => 'down', fetchPrice: now, fetchCandles: count });
  assert.equal((await down.show([STILL_TAG]))[0]?.gap, 'exchange_unreachable');
  const [known] = await (await harness({ fetchPrice: now, fetchCandles: count })).show([STILL_TAG]);
  assert.equal(known?.change, null);
  assert.equal(requested, 1);
  const { deps } = await historyHarness();
  const promises = { ...deps.exchanges.find('still')?.promises, candlesReachMs: DAY_MS - 1 };
  const short = await harness({
    fetchPrice: now,
    fetchCandles: count,
    promises: promises as never,
  });
  assert.equal((await short.show([STILL_TAG]))[0]?.changePercent, null);
  assert.equal(requested, 1);
});

// Market prices over the wire: the price now, and candles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG, stillExchange } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Candle = { readonly start_at: string; readonly open: string; readonly volume: string };
type Page = { readonly data: readonly Candle[]; readonly next_cursor: string | null };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const { sim } = await makeSimHarness(makeMemorySimStore());
  const still = stillExchange();
  const closed = (await still.listMarkets()).map((market) => ({
    ...market,
    isOpen: market.marketTag !== FUTURES_TAG,
  }));
  const exchanges = exchangeRegistry([{ ...still, listMarkets: async () => closed }, sim]);
  const candleSources = [makeSimCandleSource(HARNESS_PRICES)];
  const service = await makeTestService(
    (deps) => ({ ...deps, services: { ...deps.services, exchanges, candleSources } }),
    AMPLE_BUDGETS,
  );
  closeAfter(t, service);
  const key = await service.makeKey(['read']);
  return (url: string) =>
    service.api.app.inject({
      method: 'GET',
      url: `/v1/markets/${url}`,
      headers: { authorization: `Bearer ${key}` },
    });
}

/** What no stream says of it. */
const UNKNOWN = { forming: null, bid: null, ask: null };

test('the price of a market is that of now, and null while it is closed', async (t) => {
  const get = await setUp(t);
  const open = await get(`${SPOT_TAG}/price`);
  assert.equal(open.statusCode, 200, open.body);
  const at = '1970-01-01T00:00:00.000Z';
  assert.deepEqual(open.json(), { market_tag: SPOT_TAG, price: '60000', at, ...UNKNOWN });
  const closed = await get(`${FUTURES_TAG}/price`);
  assert.deepEqual(closed.json(), {
    market_tag: FUTURES_TAG,
    price: null,
    at: null,
    ...UNKNOWN,
  });
  assertProblem(await get('NONE/price'), 'market_not_found', true);
});

test('the ticker has what is known of the last 24 hours', async (t) => {
  const get = await setUp(t);
  const nothing = await get(`${SPOT_TAG}/ticker`);
  const at = '1970-01-01T00:00:00.000Z';
  const price = { market_tag: SPOT_TAG, price: '60000', at, ...UNKNOWN };
  assert.deepEqual(nothing.json(), { ...price, day: null });
  const { day } = (await get('SIM_BTC_USDT/ticker')).json<{ day: Record<string, string> }>();
  assert.equal(Date.parse(day['to'] ?? '') - Date.parse(day['from'] ?? ''), 86_400_000);
  const figure = (name: string): number => Number(day[name]);
  const [open, close] = [figure('open'), figure('close')];
  assert.ok(figure('high') >= Math.max(open, close) && figure('low') <= Math.min(open, close));
  assert.ok(Math.abs(figure('change') - (close - open)) < 1e-9);
  assertProblem(await get('NONE/ticker'), 'market_not_found', true);
});

test('candles come oldest first, in pages that a cursor joins', async (t) => {
  const get = await setUp(t);
  const window = 'interval=60&from=2026-11-20T00:00:00Z&to=2026-11-20T05:00:00Z&limit=3';
  const first = await get(`SIM_BTC_USDT/candles?${window}`);
  assert.equal(first.statusCode, 200, first.body);
  const page = first.json<Page>();
  const cursor = String(page.next_cursor);
  const next = (await get(`SIM_BTC_USDT/candles?${window}&cursor=${cursor}`)).json<Page>();
  const hours = [...page.data, ...next.data].map(({ start_at: startAt }) => startAt.slice(11, 13));
  assert.deepEqual(hours, ['00', '01', '02', '03', '04']);
  assert.equal(next.next_cursor, null);
  assert.match(page.data[0]?.open ?? '', /^\d+(\.\d{1,2})?$/);
});

test('candles are refused with what was wrong', async (t) => {
  const get = await setUp(t);
  assertProblem(await get('NONE/candles?interval=60'), 'market_not_found', true);
  const wrong = ['?interval=7', '?interval=60&from=now', '?interval=60&limit=1501'];
  for (const query of wrong) {
    const refused = await get(`SIM_BTC_USDT/candles${query}`);
    assertProblem(refused, 'invalid_request', true);
    assert.match(
      refused.body,
      /"detail":"Query parameter \\"(?:interval|from|limit)\\": expected /,
    );
  }
});

type Columns = {
  readonly [name in 'minutes' | 'open' | 'high' | 'low' | 'close' | 'volume']: number[];
} & {
  readonly start_at: string;
  readonly price_step: string;
  readonly amount_step: string;
  readonly next_from: string | null;
};

test('columns have the same candles, page after page', async (t) => {
  const get = await setUp(t);
  const [interval, to] = [15, '2026-11-20T05:00:00Z'];
  const window = `interval=${interval}&from=2026-11-20T00:00:00Z&to=${to}`;
  const listed = (await get(`SIM_BTC_USDT/candles?${window}`)).json<Page>().data;
  const pages: Columns[] = [];
  let from: string | null = '2026-11-20T00:00:00Z';
  do {
    const query: string = `interval=${interval}&from=${from}&to=${to}&limit=7`;
    const page = await get(`SIM_BTC_USDT/candle-columns?${query}`);
    assert.equal(page.statusCode, 200, page.body);
    pages.push(page.json<Columns>());
    from = pages.at(-1)?.next_from ?? null;
  } while (from !== null);
  assert.deepEqual(
    pages.map(({ open }) => open.length),
    [7, 7, 6],
  );
  const columned = pages.flatMap((page) => candlesIn(page));
  assert.deepEqual(
    columned,
    listed.map(({ start_at: startAt, open, volume }) => [startAt, Number(open), Number(volume)]),
  );
  assertProblem(await get('NONE/candle-columns'), 'market_not_found', true);
  assertProblem(await get('SIM_BTC_USDT/candle-columns?limit=20001'), 'invalid_request', true);
});

test('the candle that forms is the last one where it is wanted', async (t) => {
  const get = await setUp(t);
  const ended = (await get('SIM_BTC_USDT/candle-columns?interval=43200&limit=2')).json<Columns>();
  const query = 'interval=43200&limit=2&forming=true';
  const forming = (await get(`SIM_BTC_USDT/candle-columns?${query}`)).json<Columns>();
  const lastOf = (page: Columns) => candlesIn(page).at(-1) ?? [];
  const next = new Date(String(lastOf(ended)[0]));
  next.setUTCMonth(next.getUTCMonth() + 1);
  assert.equal(lastOf(forming)[0], next.toISOString());
  const [first] = candlesIn(
    (
      await get(`SIM_BTC_USDT/candle-columns?interval=60&limit=1&from=${next.toISOString()}`)
    ).json<Columns>(),
  );
  assert.equal(lastOf(forming)[1], first?.[1], 'it opens where its month does');
});

function candlesIn(page: Columns) {
  let [startMs, ticks] = [Date.parse(page.start_at), 0];
  return page.open.map((difference, at) => {
    startMs += (page.minutes[at] ?? 0) * 60_000;
    ticks += difference;
    const open = Number((ticks * Number(page.price_step)).toFixed(8));
    const volume = Number(((page.volume[at] ?? 0) * Number(page.amount_step)).toFixed(8));
    return [new Date(startMs).toISOString(), open, volume];
  });
}

test('what is known of a market is shown, and what nobody has is not fetched', async (t) => {
  const get = await setUp(t);
  const known = (await get('SIM_BTC_USDT/history')).json<Record<string, unknown>>();
  assert.deepEqual([known['candle_minutes'], known['can_be_fetched']], [1, false]);
  assert.equal(known['from'], '2020-01-01T00:00:00.000Z');
  assertProblem(await get('NONE/history'), 'market_not_found', true);
});

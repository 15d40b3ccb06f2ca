// Windows that begin on different days share the memory of their minutes, and have the same ones as
// if they were alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import { extendWindow, openWindow } from '#services/live/state/market-window.ts';
import { minutesOfOthers } from '#services/live/state/window-minutes.ts';

const TAG = 'SIM_BTC_USDT';

type World = { readonly harness: BotHarness; readonly market: Market; readonly nowMs: number };

async function world(): Promise<World> {
  const harness = await botHarness();
  const markets = await harness.sim.exchange.listMarkets();
  const market = present(
    markets.find(({ marketTag }) => marketTag === TAG),
    'it is listed',
  );
  const nowMs = harness.sim.nowMs();
  return { harness, market, nowMs: nowMs - (nowMs % DAY_MS) };
}

async function open(
  { harness, market, nowMs }: World,
  days: number,
  others: readonly MarketWindow[] = [],
): Promise<MarketWindow> {
  const start = { startMs: nowMs - days * DAY_MS, rowsCut: 0, seenCorrection: 0 };
  const opened = await openWindow(harness.deps, [market], start, others);
  assert(opened.ok);
  return opened.value;
}

function minutesOf({ columns }: MarketWindow): CandleColumns {
  return present(columns.get(TAG), 'a window has its minutes');
}

function assertSame(left: MarketWindow, right: MarketWindow): void {
  assert.equal(left.endMs, right.endMs);
  assert.deepEqual(minutesOf(left), minutesOf(right));
}

test('windows lie in the memory of one that begins before them, also as they grow', async () => {
  const here = await world();
  const { harness } = here;
  const long = await open(here, 5);
  const inside = await Promise.all([3, 1].map((days) => open(here, days, [long])));
  const alone = await Promise.all([3, 1].map((days) => open(here, days)));
  const grow = async (window: MarketWindow | undefined): Promise<unknown> =>
    extendWindow(harness.deps, present(window, 'it is open'));
  const orders = [
    [long, ...inside],
    [...inside, long],
    [inside[1], long, inside[0]],
  ];
  for (const order of orders) {
    harness.passMs(3 * MINUTE_MS);
    for (const window of [...order, ...alone]) await grow(window);
    for (const [at, window] of inside.entries()) {
      assert.equal(minutesOf(window).close.buffer, minutesOf(long).close.buffer);
      assertSame(window, present(alone[at], 'as many are alone'));
    }
  }
});

test('one that outgrows its room leaves the others what they have', async () => {
  const here = await world();
  const { harness } = here;
  const long = await open(here, 1);
  const inside = await open(here, 0.5, [long]);
  const alone = await open(here, 0.5);
  harness.passMs(2 * DAY_MS);
  for (const window of [long, inside, alone]) await extendWindow(harness.deps, window);
  assertSame(inside, alone);
  harness.passMs(MINUTE_MS);
  for (const window of [inside, alone, long]) await extendWindow(harness.deps, window);
  assertSame(inside, alone);
});

test('nothing is shared that a window alone would not have', async () => {
  const here = await world();
  const { market, nowMs } = here;
  const long = await open(here, 2);
  const start = { startMs: nowMs - DAY_MS, seenCorrection: 0 };
  const share = (window: MarketWindow, wanted = start): CandleColumns | null =>
    minutesOfOthers([window], market, wanted);
  assert.notEqual(share(long), null);
  assert.equal(share(long, { ...start, startMs: nowMs - 3 * DAY_MS }), null);
  assert.equal(share(long, { ...start, seenCorrection: 4 }), null);
  assert.equal(share({ ...long, hasOtherSteps: true }), null);
  const [others] = [{ ...market, amountStep: market.priceStep }];
  assert.equal(share({ ...long, markets: [others] }), null);
  minutesOf(long).isMissing[DAY_MS / MINUTE_MS] = 1;
  assert.equal(share(long), null);
});

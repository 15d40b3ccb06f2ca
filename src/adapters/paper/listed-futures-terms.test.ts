// Funding rates of a real exchange for backtests: what is requested of it, and what is retained.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { present } from '#lib/assert.ts';
import { makeListedFuturesTerms } from '#adapters/paper/listed-futures-terms.ts';

const DUE_MS = Date.UTC(2025, 2, 3, 16);
const HOURS = 24;
const NOW_MS = DUE_MS + HOURS * HOUR_MS;
const [futures, spot] = ['SIM_BTC_USDT_PERP', 'SIM_BTC_USDT'].map(
  (tag) => present(SIM_MARKETS.get(tag), 'it is listed').market,
) as [Market, Market];

/** A rate each hour, four milliseconds late in the list. */
function listedTerms() {
  const requested: (readonly [number, number])[] = [];
  const state = { isDown: false };
  const terms = makeListedFuturesTerms(
    {
      code: 'sim',
      async fetchFundingRates(_tag, fromMs, toMs) {
        if (state.isDown) throw new Failure('unavailable', 'the exchange is down');
        requested.push([fromMs, toMs]);
        return Array.from({ length: HOURS }, (_, hour) => ({
          atMs: DUE_MS + hour * HOUR_MS + 4,
          rate: decimal(`0.000${hour + 1}`),
        })).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      },
    },
    { nowMs: () => NOW_MS },
  );
  const hours = async (from: number, to: number): Promise<readonly number[]> => {
    const window = { fromMs: DUE_MS + from * HOUR_MS, toMs: DUE_MS + to * HOUR_MS };
    const found = present(await terms.findTerms(futures, window), 'they are futures');
    return found.funding.map(({ atMs }) => (atMs - DUE_MS) / HOUR_MS);
  };
  return { terms, hours, requested, state };
}

test('a rate is due at the whole minute, at the first instant of the window too', async () => {
  const { hours } = listedTerms();
  assert.deepEqual(await hours(1, 4), [1, 2, 3]);
});

test('what was listed is not requested again, and a wider window only what it lacks', async () => {
  const { hours, requested } = listedTerms();
  assert.deepEqual(await hours(6, 8), [6, 7]);
  assert.deepEqual(await hours(6, 7), [6]);
  assert.equal(requested.length, 1);
  assert.deepEqual(await hours(4, 10), [4, 5, 6, 7, 8, 9]);
  assert.deepEqual(
    requested.slice(1).map((each) => each.map((atMs) => atMs - DUE_MS)),
    [
      [4 * HOUR_MS - MINUTE_MS / 2, 6 * HOUR_MS + MINUTE_MS / 2],
      [8 * HOUR_MS - MINUTE_MS / 2, 10 * HOUR_MS + MINUTE_MS / 2],
    ],
  );
  assert.deepEqual(await Promise.all([hours(0, 5), hours(2, 12)]), [
    [0, 1, 2, 3, 4],
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ]);
});

test('the newest rates are requested again: they may have been listed late', async () => {
  const { hours, requested } = listedTerms();
  assert.deepEqual(await hours(23, 24.1), [23]);
  assert.deepEqual(await hours(23, 24.1), [23]);
  assert.equal(requested.length, 2);
});

test('a window behind another one leaves no hole between them', async () => {
  const { hours } = listedTerms();
  await hours(20, 21);
  await hours(2, 3);
  assert.deepEqual(await hours(9, 12), [9, 10, 11]);
});

test('markets of spot have none, and a window of no length asks for none', async () => {
  const { terms, hours, requested } = listedTerms();
  assert.equal(await terms.findTerms(spot, { fromMs: DUE_MS, toMs: NOW_MS }), null);
  assert.deepEqual(await hours(3, 3), []);
  assert.deepEqual(requested, []);
});

test('an exchange that is down is a failure, and is asked again afterwards', async () => {
  const { hours, state } = listedTerms();
  state.isDown = true;
  await assert.rejects(hours(1, 3), Failure);
  state.isDown = false;
  assert.deepEqual(await hours(1, 3), [1, 2]);
});

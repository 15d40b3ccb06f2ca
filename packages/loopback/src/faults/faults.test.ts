import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import { openVenue } from '#loopback/venue-client.ts';
import type { VenueResponse, VenueClient } from '#loopback/venue-client.ts';
import type { FaultKind } from '#loopback/faults/fault.ts';
import { createFaultPlan } from '#loopback/faults/fault.ts';

type Outcome = 'no response' | 'no JSON' | 'error' | 'success';

// What a client sees, and whether its order was carried out.
const CASES: readonly (readonly [FaultKind, Outcome, boolean])[] = [
  ['reset_before', 'no response', false],
  ['reset_after', 'no response', true],
  ['reset_in_response', 'no response', true],
  ['truncated', 'no JSON', true],
  ['empty', 'no JSON', true],
  ['html', 'no JSON', true],
  ['trouble_before', 'error', false],
  ['trouble_after', 'error', true],
  ['held', 'success', true],
  ['slow', 'success', true],
  ['hidden', 'success', true],
];

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '59000',
};
const BYBIT_ORDER = {
  category: 'spot',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '59000',
};

const PLACE = {
  binance: (venue: VenueClient) => venue.toBinance('POST', '/api/v3/order', ORDER),
  bybit: (venue: VenueClient) => venue.toBybit('POST', '/v5/order/create', BYBIT_ORDER),
} as const;

for (const code of ['binance', 'bybit'] as const) {
  suite(`faults at ${code}`, () => {
    for (const [kind, outcome, isCarriedOut] of CASES) {
      test(`${kind}: ${outcome}, and ${isCarriedOut ? 'an order' : 'no order'}`, async (t) => {
        const venue = await openVenue(t);
        venue.control('engine', { venue: 'bybit', delayMs: 0 });
        venue.control('fault', { venue: code, kind, operations: ['place'], delayMs: 5 });
        assert.equal(await outcomeOf(PLACE[code](venue)), outcome);
        assert.equal(orderCount(venue, code), isCarriedOut ? 1 : 0);
        // It was meant for one request.
        assert.equal(await outcomeOf(PLACE[code](venue)), 'success');
      });
    }

    test('maintenance stops every call', async (t) => {
      const venue = await openVenue(t);
      venue.control('maintenance', { venue: code, isOn: true });
      assert.equal((await PLACE[code](venue)).status, 503);
      venue.control('calm', {});
      assert.equal((await PLACE[code](venue)).status, 200);
    });
  });
}

test('a hanging request never gets a response', async (t) => {
  const venue = await openVenue(t);
  venue.control('fault', { venue: 'binance', kind: 'hang_after', operations: ['place'] });
  const waiting = PLACE.binance(venue);
  while (orderCount(venue, 'binance') === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  let isOver = false;
  const ended = waiting.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await PLACE.binance(venue);
  assert(!isOver);
  await venue.server.close();
  await ended;
});

test('a clock that was set wrong refuses what was signed by the right one', async (t) => {
  const venue = await openVenue(t);
  const timestamp = Date.now();
  venue.control('clock', { stepMs: 3_600_000 });
  const reply = await venue.toBinance('GET', '/api/v3/account', { timestamp });
  assert.equal(reply.body.code, -1021);
  const time = await venue.toBinance('GET', '/api/v3/time', { unsigned: true });
  assert(time.body.serverTime >= timestamp + 3_600_000);
});

test('the same seed draws the same faults, and another seed others', () => {
  const draw = (seed: number): string => {
    const plan = createFaultPlan();
    plan.setMix(seed, { share: 0.5, delayMaxMs: 100, venue: null, operations: null });
    return Array.from({ length: 50 }, () => plan.pick('binance', 'place')?.kind ?? '-').join();
  };
  assert.equal(draw(1), draw(1));
  assert.notEqual(draw(1), draw(2));
});

test('the control endpoint refuses what it does not know, and names it', async (t) => {
  const { server } = await openVenue(t);
  const post = async (verb: string, content: object): Promise<Response> =>
    fetch(`${server.address}/_control/${verb}`, { method: 'POST', body: JSON.stringify(content) });
  assert.match(await (await post('nothing', {})).text(), /no verb \\"nothing\\"/);
  const refused = await post('price', { venue: 'moon' });
  assert.match(await refused.text(), /venue.*binance, binanceusdm, .*bybit/);
  assert.match(await (await post('fault', { kind: 'rain' })).text(), /kind.*hang_before/);
  const price = { venue: 'binance', market: 'spot:BTCUSDT', price: '61000' };
  assert.equal((await post('price', price)).status, 200);
});

async function outcomeOf(reply: Promise<VenueResponse>): Promise<Outcome> {
  const received = await reply.catch(() => null);
  if (received === null) return 'no response';
  if (typeof received.body === 'string') return 'no JSON';
  const isError = received.status !== 200 || (received.body.retCode ?? 0) !== 0;
  return isError ? 'error' : 'success';
}

function orderCount(venue: VenueClient, code: string): number {
  const { accounts } = venue.control('truth', { venue: code, account: 'a' }) as {
    accounts: { orders: unknown[] }[];
  };
  return accounts[0]?.orders.length ?? 0;
}

// Kraken skin by itself, as its documentation says: without the dialect beside it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { VenueResponse, VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { krakenSignature } from '#loopback/skins/kraken/kraken-signature.ts';

type Form = Readonly<Record<string, string>>;

let lastNumber = 1_000;

async function call(
  { server, kraken }: VenueClient,
  endpoint: string,
  form: Form = {},
  changes: { readonly nonce?: number; readonly key?: string; readonly secret?: string } = {},
): Promise<VenueResponse['body']> {
  lastNumber += 1;
  const nonce = String(changes.nonce ?? lastNumber);
  const body = new URLSearchParams({ nonce, ...form }).toString();
  const path = `/0/private/${endpoint}`;
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    body,
    headers: {
      'x-venue-host': 'api.kraken.com',
      'content-type': 'application/x-www-form-urlencoded',
      'api-key': changes.key ?? kraken.key,
      'api-sign': krakenSignature(changes.secret ?? kraken.secret, path, nonce, body),
    },
  });
  return response.json();
}

const ORDER = {
  pair: 'XBTUSDT',
  type: 'buy',
  ordertype: 'limit',
  price: '50000',
  volume: '0.001',
};

async function open(t: TestContext): Promise<VenueClient> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'kraken', delayMs: 0 });
  return venue;
}

test('numbers of requests rise, for each key by itself', async (t) => {
  const venue = await open(t);
  assert.deepEqual((await call(venue, 'BalanceEx', {}, { nonce: 5_000 })).error, []);
  for (const nonce of [5_000, 4_999])
    assert.deepEqual((await call(venue, 'BalanceEx', {}, { nonce })).error, ['EAPI:Invalid nonce']);
  assert.deepEqual((await call(venue, 'BalanceEx', {}, { nonce: 5_001 })).error, []);
});

test('keys and signatures are checked, and what a key may', async (t) => {
  const venue = await open(t);
  const errorOf = async (
    changes: object,
    endpoint = 'BalanceEx',
    form: Form = {},
  ): Promise<unknown> => {
    const { error } = await call(venue, endpoint, form, changes);
    return error;
  };
  assert.deepEqual(await errorOf({ key: 'other' }), ['EAPI:Invalid key']);
  assert.deepEqual(await errorOf({ secret: 'b3RoZXI=' }), ['EAPI:Invalid signature']);
  venue.control('key', { venue: 'kraken', key: venue.kraken.key, canTrade: false });
  assert.deepEqual(await errorOf({}, 'AddOrder', ORDER), ['EGeneral:Permission denied']);
  assert.deepEqual(await errorOf({}), []);
});

test('a key has a counter, to which orders add nothing', async (t) => {
  const venue = await open(t);
  // The counter runs down while the calls are made: on a busy machine it takes more of them.
  const acceptedCount = async (): Promise<number> => {
    for (let count = 0; count < 200; count += 1) {
      const { error } = await call(venue, 'OpenOrders');
      if (error.length === 0) continue;
      assert.deepEqual(error, ['EAPI:Rate limit exceeded']);
      return count;
    }
    return Infinity;
  };
  const first = await acceptedCount();
  assert.ok(first >= 15 && first < 200, `${first} calls`);
  assert.deepEqual((await call(venue, 'AddOrder', ORDER)).error, []);
  venue.control('advance', { ms: 7_000 });
  const second = await acceptedCount();
  assert.ok(second >= 2 && second < first, `${second} calls`);
});

/** What is wrong with an order, and what the venue says. */
const WRONG: readonly (readonly [Form, string])[] = [
  [{ pair: 'NOUSD' }, 'EQuery:Unknown asset pair'],
  [{ price: '50000.05' }, 'EOrder:Tick size check failed'],
  [{ volume: '0.00001' }, 'EOrder:Order minimum not met'],
  [{ volume: '100' }, 'EOrder:Insufficient funds'],
  [{ volume: 'x' }, 'EGeneral:Invalid arguments:volume'],
  [{ oflags: 'viqc' }, 'EGeneral:Invalid arguments:oflags'],
  [{ cl_ord_id: 'longer than eighteen characters' }, 'EGeneral:Invalid arguments:cl_ord_id'],
  [{ unknown: '1' }, 'EGeneral:Invalid arguments:unknown'],
  [{ deadline: '2001-01-01T00:00:00Z' }, 'EGeneral:Invalid arguments:deadline'],
];

test('orders that break a rule are refused, and change nothing', async (t) => {
  const venue = await open(t);
  for (const [changes, error] of WRONG)
    assert.deepEqual((await call(venue, 'AddOrder', { ...ORDER, ...changes })).error, [error]);
  assert.deepEqual((await call(venue, 'OpenOrders')).result, { open: {} });
});

test('a name is free again after the end of its order', async (t) => {
  const venue = await open(t);
  const named = { ...ORDER, cl_ord_id: randomUUID() };
  const { txid } = (await call(venue, 'AddOrder', named)).result;
  assert.match((await call(venue, 'AddOrder', named)).error[0], /cl_ord_id/);
  const cancel = { cl_ord_id: named.cl_ord_id };
  assert.deepEqual((await call(venue, 'CancelOrder', cancel)).result, { count: 1 });
  assert.deepEqual((await call(venue, 'CancelOrder', cancel)).error, ['EOrder:Unknown order']);
  const second = (await call(venue, 'AddOrder', named)).result;
  assert.notDeepEqual(second.txid, txid);
  const { closed } = (await call(venue, 'ClosedOrders', cancel)).result;
  assert.deepEqual(Object.keys(closed), txid);
});

test('fees are paid in quote, and lists state them so', async (t) => {
  const venue = await open(t);
  await call(venue, 'AddOrder', { ...ORDER, ordertype: 'market', price: '', volume: '0.01' });
  const { trades } = (await call(venue, 'TradesHistory', { consolidate_taker: 'false' })).result;
  const [trade] = Object.values<{ readonly fee: string; readonly pair: string }>(trades);
  assert.deepEqual([trade?.pair, Number(trade?.fee)], ['XBTUSDT', 0.600001]);
  // Auto Earn has swept it.
  const { XXBT, ...others } = (await call(venue, 'BalanceEx')).result;
  assert.deepEqual([XXBT.balance, others['XBT.F'].balance].map(Number), [0, 1.01]);
});

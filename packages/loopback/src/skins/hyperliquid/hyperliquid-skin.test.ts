// Hyperliquid skin by itself, as its documentation says: without the dialect beside it.

import { randomBytes } from 'node:crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { VenueResponse, VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { digestOf } from '#loopback/skins/hyperliquid/l1-signature.ts';

type Body = VenueResponse['body'];

async function post({ server }: VenueClient, path: string, content: unknown): Promise<Response> {
  return fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'x-venue-host': 'api.hyperliquid.xyz', 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
}

async function ask(venue: VenueClient, type: string, words: object = {}): Promise<Body> {
  const response = await post(venue, '/info', { type, ...words });
  return response.ok ? response.json() : response.status;
}

async function askOwn(venue: VenueClient, type: string, words: object = {}): Promise<Body> {
  return ask(venue, type, { user: venue.hyperliquid.key, ...words });
}

type Changes = {
  readonly aheadMs?: number;
  readonly nonce?: number;
  readonly secret?: string;
  readonly expiresInMs?: number;
  /** Beside what was signed. */
  readonly sent?: object;
};

let lastNonce = 0;

async function act(venue: VenueClient, action: object, changes: Changes = {}): Promise<Body> {
  const nowMs = venue.server.state.clock.nowMs();
  lastNonce = Math.max(lastNonce + 1, nowMs + (changes.aheadMs ?? 0));
  const nonce = changes.nonce ?? lastNonce;
  const expiresAfter = nowMs + (changes.expiresInMs ?? 5_000);
  const key = Buffer.from(changes.secret ?? venue.hyperliquid.secret, 'hex');
  const signed = secp256k1.sign(digestOf({ action, nonce, expiresAfter }), key, {
    prehash: false,
    format: 'recovered',
  });
  const [r, s] = [signed.slice(1, 33), signed.slice(33)].map(
    (part) => `0x${Buffer.from(part).toString('hex')}`,
  );
  const signature = { r, s, v: 27 + (signed[0] ?? 0) };
  const body = { action, nonce, signature, expiresAfter, ...changes.sent };
  const response = await post(venue, '/exchange', body);
  return response.ok ? response.json() : response.status;
}

const NAME = `0x${'ab'.repeat(16)}`;
const ORDER = {
  a: 0,
  b: true,
  p: '50000',
  s: '0.001',
  r: false,
  t: { limit: { tif: 'Gtc' } },
  c: NAME,
};

async function place(venue: VenueClient, changes: object = {}, more: Changes = {}): Promise<Body> {
  const action = { type: 'order', orders: [{ ...ORDER, ...changes }], grouping: 'na' };
  const body = await act(venue, action, more);
  return body.response?.data?.statuses[0] ?? body;
}

async function open(t: TestContext): Promise<VenueClient> {
  const venue = await openVenue(t);
  return venue;
}

/** What is wrong with an action, and what the venue says. */
const UNSIGNED: readonly (readonly [Changes, RegExp])[] = [
  [{ secret: randomBytes(32).toString('hex') }, /^User or API Wallet 0x\w+ does not exist/],
  [{ sent: { nonce: 1_700_000_000_000 } }, /^User or API Wallet 0x\w+ does not exist/],
  [{ sent: { expiresAfter: 1_700_000_000_000 } }, /^User or API Wallet 0x\w+ does not exist/],
  [{ aheadMs: 86_400_000 + 10_000 }, /^Invalid nonce/],
  [{ nonce: 1_700_000_000_000 }, /^Invalid nonce/],
  [{ expiresInMs: -1 }, /expired/],
];

test('who signed, the number and the end of an action are checked', async (t) => {
  const venue = await open(t);
  for (const [changes, words] of UNSIGNED) {
    const refused = await place(venue, {}, changes);
    assert.equal(refused.status, 'err', String(words));
    assert.match(refused.response, words);
    lastNonce = 0;
  }
  const nonce = venue.server.state.clock.nowMs();
  assert('resting' in (await place(venue, {}, { nonce })));
  assert.match((await place(venue, {}, { nonce })).response, /duplicate nonce/);
  venue.control('key', { venue: 'hyperliquid', key: venue.hyperliquid.key, isRevoked: true });
  assert.match((await place(venue)).response, /does not exist/);
});

/** What is wrong with an order, and what the venue says; a number: the status of the reply. */
const WRONG: readonly (readonly [object, RegExp | number])[] = [
  [{ p: '50000.5' }, /tick size/],
  [{ p: '1234.56' }, /tick size/],
  [{ s: '0.000001' }, /invalid size/],
  [{ s: '0.0001' }, /minimum value of \$10/],
  [{ p: '900000' }, /80% away/],
  [{ s: '500', p: '60000' }, /^Insufficient margin/],
  [{ r: true }, /Reduce only/],
  [{ p: '70000', t: { limit: { tif: 'Alo' } } }, /^Post only order would have/],
  [{ t: { limit: { tif: 'Ioc' } } }, /could not immediately match/],
  [{ p: '50000.0' }, 422],
  [{ t: { limit: { tif: 'Fok' } } }, 422],
  [{ c: 'mine' }, 422],
  [{ unknown: 1 }, 422],
];

test('orders that break a rule are refused, and change nothing', async (t) => {
  const venue = await open(t);
  for (const [changes, expected] of WRONG) {
    const status = await place(venue, changes);
    if (expected instanceof RegExp) assert.match(String(status.error), expected);
    else assert.equal(status, expected);
  }
  assert.deepEqual(await askOwn(venue, 'frontendOpenOrders'), []);
});

test('an order is found by its name and its number, until after its end', async (t) => {
  const venue = await open(t);
  const { resting } = await place(venue);
  assert.equal(resting.cloid, NAME);
  for (const oid of [NAME, resting.oid]) {
    const { status, order } = await askOwn(venue, 'orderStatus', { oid });
    assert.deepEqual(
      [status, order.status, order.order.oid, order.order.origSz, order.order.tif],
      ['order', 'open', resting.oid, '0.001', 'Gtc'],
    );
  }
  const cancel = { type: 'cancelByCloid', cancels: [{ asset: 0, cloid: NAME }] };
  const statusesOf = async (): Promise<Body> => (await act(venue, cancel)).response.data.statuses;
  assert.deepEqual(await statusesOf(), ['success']);
  assert.match((await statusesOf())[0].error, /^Order was never placed/);
  const { order } = await askOwn(venue, 'orderStatus', { oid: NAME });
  assert.equal(order.status, 'canceled');
  const other = { oid: `0x${'cd'.repeat(16)}` };
  assert.deepEqual(await askOwn(venue, 'orderStatus', other), { status: 'unknownOid' });
  assert.equal(await askOwn(venue, 'orderStatus', { oid: 'mine' }), 422);
});

test('an immediate order is filled, and what it got is listed with its fee', async (t) => {
  const venue = await open(t);
  const { filled } = await place(venue, { p: '61000', t: { limit: { tif: 'Ioc' } } });
  assert.deepEqual([filled.totalSz, filled.cloid], ['0.001', NAME]);
  const [fill, ...others] = await askOwn(venue, 'userFillsByTime', { startTime: 0 });
  assert.deepEqual(
    [fill.oid, fill.sz, fill.px, fill.crossed, fill.dir, fill.feeToken, others.length],
    [filled.oid, '0.001', filled.avgPx, true, 'Open Long', 'USDC', 0],
  );
  const { assetPositions, withdrawable } = await askOwn(venue, 'clearinghouseState');
  assert.deepEqual(
    [assetPositions[0].position.szi, assetPositions[0].position.leverage],
    ['0.001', { type: 'cross', value: 10 }],
  );
  assert(Number(withdrawable) < 100_000);
  const { r: _r, ...rest } = ORDER;
  assert.equal(await act(venue, { type: 'order', orders: [rest], grouping: 'na' }), 422);
});

test('a market has a leverage and a mode, which an open position does not change', async (t) => {
  const venue = await open(t);
  const set = async (isCross: boolean, leverage: number): Promise<Body> =>
    act(venue, { type: 'updateLeverage', asset: 0, isCross, leverage });
  assert.equal((await set(false, 5)).status, 'ok');
  const { leverage } = await askOwn(venue, 'activeAssetData', { coin: 'BTC' });
  assert.deepEqual([leverage.type, leverage.value], ['isolated', 5]);
  assert.match((await set(false, 1_000)).response, /^Invalid leverage/);
  await place(venue, { p: '61000', t: { limit: { tif: 'Ioc' } } });
  assert.equal((await set(false, 10)).status, 'ok');
  assert.match((await set(true, 10)).response, /open position/);
});

test('a wallet trades for an account, and an address that nobody has is missing', async (t) => {
  const venue = await open(t);
  const { key } = venue.hyperliquid;
  assert.deepEqual(await ask(venue, 'userRole', { user: key }), { role: 'user' });
  assert.deepEqual(await ask(venue, 'userRole', { user: `0x${'1'.repeat(40)}` }), {
    role: 'missing',
  });
  assert.equal(await ask(venue, 'userAbstraction', { user: key }), 'disabled');
  assert.equal(await ask(venue, 'nothing'), 422);
});

test('questions weigh what is documented, and too many are refused', async (t) => {
  const venue = await open(t);
  // A minute of its own: weights are counted by minutes of the clock.
  const intoMs = venue.server.state.clock.nowMs() % 60_000;
  venue.control('advance', { ms: 60_000 - intoMs });
  for (let count = 0; count < 60; count += 1) assert.notEqual(await ask(venue, 'meta'), 429);
  assert.equal(await ask(venue, 'exchangeStatus'), 429);
  venue.control('advance', { ms: 60_000 });
  assert.notEqual(await ask(venue, 'exchangeStatus'), 429);
});

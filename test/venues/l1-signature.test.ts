// Signers are recovered as the SDK of Hyperliquid has it, and by what ccxt signs for the dialect.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import { addressOf, connectionOf, signerOf } from '#loopback/skins/hyperliquid/l1-signature.ts';

const PRIVATE_KEY = '0123456789'.repeat(6).concat('0123');

suite('signatures of Hyperliquid', () => {
  test('an action makes the hash that the SDK has of it', () => {
    const order = {
      a: 4,
      b: true,
      p: '1670.1',
      s: '0.0147',
      r: false,
      t: { limit: { tif: 'Ioc' } },
    };
    const action = { type: 'order', orders: [order], grouping: 'na' };
    const connection = connectionOf({ action, nonce: 1_677_777_606_040, expiresAfter: null });
    assert.equal(
      Buffer.from(connection).toString('hex'),
      '0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908',
    );
  });

  /** Of the SDK: the net, the name of an order, and its signature. */
  const SIGNED = [
    [
      'main',
      {},
      {
        r: '0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e',
        s: '0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e',
        v: 28,
      },
    ],
    [
      'test',
      {},
      {
        r: '0x82b2ba28e76b3d761093aaded1b1cdad4960b3af30212b343fb2e6cdfa4e3d54',
        s: '0x6b53878fc99d26047f4d7e8c90eb98955a109f44209163f52d8dc4278cbbd9f5',
        v: 27,
      },
    ],
    [
      'main',
      { c: `0x${'1'.padStart(32, '0')}` },
      {
        r: '0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3',
        s: '0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116da',
        v: 27,
      },
    ],
  ] as const;
  for (const [net, name, signature] of SIGNED)
    test(`who signed an order (${net}, ${Object.keys(name).join()}) is found`, () => {
      const order = { a: 1, b: true, p: '100', s: '100', r: false, t: { limit: { tif: 'Gtc' } } };
      const action = { type: 'order', orders: [{ ...order, ...name }], grouping: 'na' };
      const signed = { action, nonce: 0, signature, expiresAfter: null, net };
      assert.equal(signerOf(signed), addressOf(PRIVATE_KEY));
      assert.notEqual(signerOf({ ...signed, nonce: 1 }), addressOf(PRIVATE_KEY));
    });

  /** Numbers of each length, and texts of both. */
  const ACTIONS: readonly VenueCall['parameters'][] = [
    { type: 'cancel', cancels: [{ a: 5, o: 91_490_942_123 }] },
    { type: 'cancel', cancels: [{ a: 200, o: 65_535 }] },
    { type: 'cancel', cancels: [{ a: 110_000, o: 127 }] },
    { type: 'cancelByCloid', cancels: [{ asset: 0, cloid: `0x${'ab'.repeat(16)}` }] },
    { type: 'updateLeverage', asset: 1, isCross: true, leverage: 20 },
  ];
  for (const parameters of ACTIONS)
    test(`what ccxt signs of ${JSON.stringify(parameters)} is found to be its own`, async () => {
      const signer = await loadCcxtSigner('hyperliquid', () => 1_700_000_000_000);
      const call: VenueCall = {
        access: 'private',
        section: 'private',
        method: 'POST',
        path: 'exchange',
        lane: 'order',
        cost: 1,
        isAction: true,
        parameters,
      };
      const keys = { apiKey: `0x${'5e'.repeat(20)}`, secret: PRIVATE_KEY, passphrase: null };
      const body = JSON.parse(signer.sign(call, keys)?.body ?? '') as Parameters<
        typeof signerOf
      >[0];
      assert.deepEqual(body.action, parameters);
      assert.equal(signerOf(body), addressOf(PRIVATE_KEY));
    });
});

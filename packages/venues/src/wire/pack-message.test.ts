import { test } from 'node:test';
import assert from 'node:assert/strict';
import { packMessage } from '#venues/wire/pack-message.ts';
import type { CallValue } from '#venues/wire/venue-wire.ts';

const WHOLE = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296];

const ACTIONS: readonly CallValue[] = [
  ...WHOLE,
  ...WHOLE.map((value) => -value),
  -32,
  -33,
  -128,
  -129,
  -32_768,
  -32_769,
  -2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  '',
  'x'.repeat(31),
  'x'.repeat(32),
  'ü'.repeat(300),
  'x'.repeat(70_000),
  [],
  Array.from({ length: 15 }, () => 1),
  Array.from({ length: 16 }, () => [1]),
  Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`name${place}`, place])),
  { type: 'cancel', cancels: [{ a: 5, o: 91_490_942 }] },
  { type: 'order', orders: [{ a: 0, b: true, p: '1.5', t: { limit: { tif: 'Gtc' } } }] },
];

test('what the library packs is packed the same way', async () => {
  const file = new URL('./src/hyperliquid.js', import.meta.resolve('ccxt'));
  const library = (await import(file.href)) as {
    readonly default: new () => { readonly packb: (value: unknown) => Uint8Array };
  };
  const { packb } = new library.default();
  for (const action of ACTIONS)
    assert.deepEqual(
      Buffer.from(packMessage(action)).toString('hex'),
      Buffer.from(packb(action)).toString('hex'),
    );
});

test('a number above 2^53 has its own eight bytes', () => {
  const hexOf = (value: CallValue): string => Buffer.from(packMessage(value)).toString('hex');
  assert.equal(hexOf(8_389_765_998_331_627_938n), 'cf746e6fb97f3509a2');
  assert.equal(hexOf(18_446_744_073_709_551_615n), 'cfffffffffffffffff');
  assert.equal(hexOf(91_490_942n), hexOf(91_490_942));
  assert.throws(() => packMessage(1n << 64n), RangeError);
  assert.throws(() => packMessage(1.5), /is whole/);
});

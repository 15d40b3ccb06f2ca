import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Candle } from '#venue-port/candle/candle.ts';
import { candlesFromText, candlesToText } from '#adapters/venue-link/candle-text.ts';

const MAX = 2n ** 63n - 1n;
const CANDLE: Candle = {
  openTimeMs: 60_000,
  open: 1n,
  high: MAX,
  low: -1n,
  close: 0n,
  volume: -MAX - 1n,
};

test('candles come out as they went in', () => {
  const figure = fc.bigInt({ min: -MAX - 1n, max: MAX });
  const figures = { open: figure, high: figure, low: figure, close: figure, volume: figure };
  const candle = fc.record({ openTimeMs: fc.nat(), ...figures }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(candle), (candles) => {
      assert.deepEqual(candlesFromText(candlesToText(candles)), candles);
    }),
  );
});

for (const name of ['open', 'high', 'low', 'close', 'volume'] as const)
  test(`a figure beyond eight bytes is refused as ${name}`, () => {
    const wrong = [CANDLE, { ...CANDLE, [name]: MAX + 1n }];
    assert.throws(() => candlesToText(wrong), { code: 'corrupt_reply' });
  });

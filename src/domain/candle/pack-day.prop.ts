// Packed days come back from their bytes as they were, whatever minutes they have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles } from '#domain/candle/columns-from-candles.ts';
import { COLUMN_VALUE_MAX, MINUTES_PER_DAY, packDay, unpackDay } from '#domain/candle/pack-day.ts';

const DAY_OPEN_MS = Date.UTC(2024, 1, 29);

const price = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: COLUMN_VALUE_MAX }),
);

const candle = fc
  .record({ prices: fc.tuple(price, price, price, price), volume: price, isShort: fc.boolean() })
  .map(({ prices, volume }) => {
    const [low, open, close, high] = prices.map(BigInt).sort((a, b) => (a < b ? -1 : 1)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    return { open, high, low, close, volume: BigInt(volume) };
  });

const day = fc
  .uniqueArray(fc.integer({ min: 0, max: MINUTES_PER_DAY - 1 }), { minLength: 1, maxLength: 50 })
  .chain((minutes) => fc.tuple(fc.constant(minutes), fc.array(candle, { minLength: 50 })))
  .map(([minutes, candles]) => {
    const placed = minutes.map((minute, index) => {
      const one = candles[index % candles.length];
      assert.ok(one !== undefined);
      return { ...one, openTimeMs: DAY_OPEN_MS + minute * MINUTE_MS };
    });
    return columnsFromCandles(placed, DAY_OPEN_MS, DAY_OPEN_MS + DAY_MS);
  });

function unpacked(bytes: Uint8Array): CandleColumns {
  const columns = allocateColumns(DAY_OPEN_MS, MINUTES_PER_DAY, 'own');
  assert.notEqual(unpackDay(bytes, DAY_OPEN_MS, columns), null);
  return columns;
}

test('a packed day is unpacked to the same candles', () => {
  fc.assert(
    fc.property(day, (columns) => {
      assert.deepEqual(unpacked(packDay(columns)), columns);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('bytes that were cut or lengthened are no day', () => {
  fc.assert(
    fc.property(day, fc.nat(), (columns, place) => {
      const bytes = packDay(columns);
      const target = allocateColumns(DAY_OPEN_MS, MINUTES_PER_DAY, 'own');
      const cut = bytes.subarray(0, place % bytes.length);
      assert.equal(unpackDay(cut, DAY_OPEN_MS, target), null);
      assert.equal(unpackDay(new Uint8Array([...bytes, 0]), DAY_OPEN_MS, target), null);
    }),
    { numRuns: propertyRuns(100) },
  );
});

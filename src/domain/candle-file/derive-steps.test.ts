// The steps of a market that only a file tells of come from figures, not from how they are written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { deriveSteps } from '#domain/candle-file/derive-steps.ts';
import { makeLineScanner } from '#domain/candle-file/scan-candle-lines.ts';

function stepsOf(price: string, volume: string): readonly (string | null)[] {
  const scanner = makeLineScanner({
    columns: {},
    base: 'BTC',
    nowMs: Date.UTC(2025, 0, 1),
    cutsPrices: false,
    lastLine: 'read',
    emptyRows: 'refuse',
    skipLines: 0,
    zone: null,
    linesMax: Infinity,
  });
  const row = `1704067200,${price},${price},${price},${price},${volume}\n`;
  scanner.push(new TextEncoder().encode(`time,open,high,low,close,volume\n${row}`));
  const scanned = scanner.finish();
  assert.ok(scanned.ok && scanned.value.problemsCount === 0);
  const { priceStep, amountStep } = deriveSteps(scanned.value.rows);
  return [priceStep === null ? null : formatDecimal(priceStep), formatDecimal(amountStep)];
}

for (const [price, volume, expected] of [
  ['42000.15', '1.2345678', ['0.01', '0.0000001']],
  // Zeros at the end of a volume say nothing.
  ['42000.15', '1.50000000', ['0.01', '0.000001']],
  ['42000.15', '0.00000000', ['0.01', '0.000001']],
  ['0.0001234', '1500000', ['0.0000001', '1']],
  ['0.0001234', '1500000.00', ['0.0000001', '1']],
  ['1.2e3', '1e3', ['1', '0.00001']],
  // Digits that a sum of floating-point numbers leaves behind say nothing either.
  ['42000.15', '12.300000000000001', ['0.01', '0.000001']],
  ['0.5', '12.300000000000001', ['0.1', '0.1']],
] as const) {
  test(`price ${price} and volume ${volume}: steps ${expected.join(' and ')}`, () => {
    assert.deepEqual(stepsOf(price, volume), expected);
  });
}

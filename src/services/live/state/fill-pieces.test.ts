// Fills of an order counted in lots: amounts and fees of what makes no lot go with the next fill.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { FillPiece } from '#services/live/state/fill-pieces.ts';
import { countFill, NO_PIECE } from '#services/live/state/fill-pieces.ts';

/** A lot is 0.001. */
const GRID = marketGrid(spotMarket());

const piece = (amount: string, feeUnits: bigint, baseFeeUnits: bigint): FillPiece => ({
  amount: decimal(amount),
  feeUnits: feeUnits as Units,
  baseFeeUnits: baseFeeUnits as Units,
});

suite('a fill', () => {
  test('of whole lots leaves nothing', () => {
    assert.deepEqual(countFill(GRID, NO_PIECE, piece('0.003', 7n, 2n)), {
      lots: 3n,
      feeUnits: 7n,
      baseFeeUnits: 2n,
      piece: NO_PIECE,
    });
  });

  test('of less than a lot is retained with its fees', () => {
    const { lots, piece: retained } = countFill(
      GRID,
      piece('0.0004', 5n, 3n),
      piece('0.0005', 7n, 2n),
    );
    assert.equal(lots, 0n);
    assert.deepEqual(retained, piece('0.0009', 12n, 5n));
  });

  test('that completes a lot has the fees of both, and leaves the rest without any', () => {
    assert.deepEqual(countFill(GRID, piece('0.0004', 5n, 3n), piece('0.0018', 7n, 2n)), {
      lots: 2n,
      feeUnits: 12n,
      baseFeeUnits: 5n,
      piece: piece('0.0002', 0n, 0n),
    });
  });
});

// Liquidation: at which price, at what cost, and who bears what is missing.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import {
  coverFromPeers,
  crossBackingUnits,
  crossLiquidationDue,
} from '#domain/margin/cross-margin.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { liquidateContract, liquidateCross } from '#domain/margin/liquidate-contract.ts';
import {
  liquidationDue,
  liquidationSettleTicks,
  liquidationTicks,
} from '#domain/margin/liquidation-price.ts';
import {
  applied,
  fundedLedger,
  INVERSE_TERMS,
  QUANTO_TERMS,
  samplePosition,
  ticks,
  units,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import type { Position } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

const TIERS = singleTier(decimal('0.005'), decimal('100'));
const GRID = VANILLA_TERMS.grid;
const LONG = samplePosition(VANILLA_TERMS, 'long', '60000', '0.1', '10');
const SHORT = samplePosition(VANILLA_TERMS, 'short', '60000', '0.1', '10');

describe('the liquidation price', () => {
  it('is where margin and profit have fallen to the maintenance margin', () => {
    // Long 0.1 at 60,000 with 600: 600 + 0.1 p - 6,000 = 0.005 * 0.1 p, p = 54,271.356...
    assert.equal(priceAt(VANILLA_TERMS, LONG), '54271.3');
    // Short: 600 + 6,000 - 0.1 p = 0.0005 p, p = 65,671.641...
    assert.equal(priceAt(VANILLA_TERMS, SHORT), '65671.7');
  });

  it('is one of coins on inverse and quanto contracts', () => {
    // 50 contracts of 100 USD at 50,000: cost 0.1 BTC, margin 0.01. 0.11 = 1.005 * 5,000 / p.
    const inverse = samplePosition(INVERSE_TERMS, 'long', '50000', '50', '10');
    assert.equal(priceAt(INVERSE_TERMS, inverse), '45681.5');
    // 0.001 XBT a dollar, 2 XBT at 2,000, margin 0.2: 2.2 = 1.005 * 0.001 p.
    const quanto = samplePosition(QUANTO_TERMS, 'short', '2000', '1000', '10');
    assert.equal(priceAt(QUANTO_TERMS, quanto), '2189.1');
  });

  it('does not exist where the margin covers every price', () => {
    const inverse = samplePosition(INVERSE_TERMS, 'short', '50000', '50', '1');
    assert.equal(liquidationTicks(INVERSE_TERMS.grid, inverse, TIERS), null);
    const covered = { ...LONG, marginUnits: units('6001') };
    assert.equal(liquidationTicks(GRID, covered, TIERS), null);
  });

  it('is met by the worst price of a candle, and settles at a worse open', () => {
    const price = ticks(VANILLA_TERMS, '54271.3');
    assert.equal(liquidationDue(GRID, LONG, TIERS, ticks(VANILLA_TERMS, '54271.4')), false);
    assert.equal(liquidationDue(GRID, LONG, TIERS, price), true);
    const above = ticks(VANILLA_TERMS, '55000');
    const below = ticks(VANILLA_TERMS, '54000');
    assert.equal(liquidationSettleTicks('long', price, above), price);
    assert.equal(liquidationSettleTicks('long', price, below), below);
    assert.equal(liquidationSettleTicks('short', price, above), above);
    assert.equal(liquidationSettleTicks('short', price, below), price);
  });
});

describe('liquidation of an isolated position', () => {
  it('costs loss and liquidation fee, and returns what is left of the margin', () => {
    // At 54,271.3 the loss is 572.87 and 0.5 % of 5,427.13 is 27.13565, but only 27.13 are left.
    const end = liquidated(LONG, '54271.3', '0.5');
    assert.equal(end.closed.grossUnits, -units('572.87'));
    assert.equal(end.closed.liquidationFeeUnits, units('27.13'));
    assert.deepEqual(own(end.ledger), { available: units('100'), reserved: 0n, margin: 0n });
    // A fee of 0.1 % is 5.42713, and 21.70287 come back.
    const cheap = liquidated(LONG, '54271.3', '0.1');
    assert.equal(cheap.closed.liquidationFeeUnits, units('5.42713'));
    assert.equal(own(cheap.ledger).available, units('121.70287'));
  });

  it('leaves a loss beyond the margin to the insurance', () => {
    const end = liquidated(LONG, '50000', '0.5');
    assert.equal(end.closed.insuredUnits, units('400'));
    assert.equal(balancesIn(end.ledger, 'USDT').insurance, -units('400'));
    assert.equal(realizedUnits(end.closed), -units('600'));
    assert.deepEqual(own(end.ledger), { available: units('100'), reserved: 0n, margin: 0n });
  });
});

describe('cross margin', () => {
  const long = { ...LONG, marginMode: 'cross' as const };
  const short = { ...SHORT, positionId: 'other', marginMode: 'cross' as const };

  it('backs each position with what is available and with the others', () => {
    const at = ticks(VANILLA_TERMS, '50000');
    const exposure = { grid: GRID, position: long, tiers: TIERS, markTicks: at };
    // Loss 1,000, maintenance 25, margin 600: 425 more are needed.
    assert.equal(crossLiquidationDue(units('425'), [exposure]), true);
    assert.equal(crossLiquidationDue(units('425.00000001'), [exposure]), false);
    const hedge = { ...exposure, position: short };
    assert.equal(crossLiquidationDue(units('0'), [exposure, hedge]), false);
    assert.equal(crossLiquidationDue(units('0'), []), false);
    // 100 + 600 of its own, and of the other 600 + 1,000 - 25.
    assert.equal(crossBackingUnits(units('100'), long, [hedge]), units('2275'));
  });

  it('lets gains pay for losses when everything is liquidated, in any order given', () => {
    const liquidationOf = (position: Position) => ({
      terms: VANILLA_TERMS,
      position,
      settleTicks: ticks(VANILLA_TERMS, '50000'),
      liquidationFeePercent: decimal('0'),
      atMs: 1,
    });
    const outcomes = liquidateCross([liquidationOf(long), liquidationOf(short)], units('0'));
    assert.deepEqual(
      outcomes.map(({ closed }) => closed.positionId),
      ['other', 'position'],
    );
    assert.equal(outcomes[1]?.closed.insuredUnits, 0n);
    assert.equal(outcomes[1]?.availableUnits, units('1200'));
  });

  it('makes the other positions repay what the insurance bore for one that was closed', () => {
    const closed = { ...long, insuredUnits: units('700') };
    const peers = [short, { ...short, marginUnits: units('300') }];
    const covered = coverFromPeers('USDT', closed, peers);
    assert.equal(covered.closed.insuredUnits, 0n);
    assert.deepEqual(
      covered.peers.map(({ marginUnits }) => marginUnits),
      [0n, units('200')],
    );
    assert.deepEqual(
      covered.transfers.map(({ debit, credit, units }) => ({ debit, credit, units })),
      [
        { debit: 'margin', credit: 'insurance', units: units('600') },
        { debit: 'margin', credit: 'insurance', units: units('100') },
      ],
    );
  });
});

function priceAt(terms: TradingTerms, position: Position): string {
  const found = liquidationTicks(terms.grid, position, TIERS);
  assert.ok(found !== null);
  return formatDecimal(priceOf(terms.grid, found));
}

/** Liquidates a position whose margin the ledger holds, with 100 USDT available beside it. */
function liquidated(position: Position, at: string, feePercent: string) {
  const funded = fundedLedger(['USDT', '700']);
  const held = applied(funded, [
    {
      debit: 'available',
      credit: 'margin',
      currency: 'USDT',
      units: position.marginUnits,
      kind: 'margin',
      reference: position.positionId,
    },
  ]);
  const { closed, transfers } = liquidateContract(
    {
      terms: VANILLA_TERMS,
      position,
      settleTicks: ticks(VANILLA_TERMS, at),
      liquidationFeePercent: decimal(feePercent),
      atMs: 1,
    },
    balancesIn(held, 'USDT').available,
  );
  return { closed, ledger: applied(held, transfers) };
}

function own(ledger: Ledger) {
  const { available, reserved, margin } = balancesIn(ledger, 'USDT');
  return { available, reserved, margin };
}

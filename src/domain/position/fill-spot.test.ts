// Spot orders from hold to last fill, with numbers that can be checked by hand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { applyTransfers, balancesIn } from '#domain/ledger/ledger.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import {
  applied,
  fundedLedger,
  INVERSE_TERMS,
  lots,
  SPOT_TERMS,
  ticks,
  units,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import { fillSpot } from '#domain/position/fill-spot.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { holdSpot, releaseHold, worstTicks } from '#domain/position/order-hold.ts';

describe('a spot buy', () => {
  it('holds the value at the limit and the worst fee', () => {
    // 0.3 BTC at 20,000 are 6,000; 0.05 % of it are 3.
    const { ledger } = place('buy', '20000', '0.3', ['USDT', '10000']);
    assert.deepEqual(own(ledger, 'USDT'), { available: units('3997'), reserved: units('6003') });
  });

  it('pays what it fills at, and frees at once what the rest does not need', () => {
    const placed = place('buy', '20000', '0.3', ['USDT', '10000']);
    // 0.1 at 19,000 as a taker: 1,900 and 0.95. The other 0.2 need 4,000 and 2.
    const part = fill(placed, '19000', '0.1', false);
    assert.equal(part.hold.heldUnits, units('4002'));
    assert.deepEqual(own(part.ledger, 'USDT'), {
      available: units('4097.05'),
      reserved: units('4002'),
    });
    assert.equal(balancesIn(part.ledger, 'BTC').available, units('0.1', 'BTC'));
    // The rest as a maker: 4,000 and 0.02 % of it.
    const end = fill(part, '20000', '0.2', true);
    assert.deepEqual(own(end.ledger, 'USDT'), { available: units('4098.25'), reserved: 0n });
    assert.equal(balancesIn(end.ledger, 'USDT').fees, units('1.75'));
  });

  it('costs in parts exactly what it costs in one piece', () => {
    // 0.0001 BTC at 1.1 are 0.00011; the fee of 0.0000000550 is 5.5 units, of three such 16.5.
    const placed = place('buy', '1.1', '0.0003', ['USDT', '1']);
    const whole = fill(placed, '1.1', '0.0003', false);
    let parts = placed;
    for (const amount of ['0.0001', '0.0001', '0.0001']) {
      parts = fill(parts, '1.1', amount, false);
    }
    assert.equal(balancesIn(whole.ledger, 'USDT').fees, 17n);
    assert.deepEqual(parts.ledger, whole.ledger);
  });

  it('pays what a worse price costs more from available, and is refused without it', () => {
    const rich = place('buy', '20000', '0.1', ['USDT', '2101.05']);
    const end = fill(rich, '21000', '0.1', false);
    assert.deepEqual(own(end.ledger, 'USDT'), { available: 0n, reserved: 0n });
    const poor = place('buy', '20000', '0.1', ['USDT', '2101.04']);
    const at = { priceTicks: ticks(SPOT_TERMS, '21000'), isMaker: false, atMs: 0 };
    const refused = fillSpot(SPOT_TERMS, poor.hold, { ...at, lots: lots(SPOT_TERMS, '0.1') });
    assert.equal(applyTransfers(poor.ledger, refused.transfers).ok, false);
  });

  it('gives everything back when it is cancelled', () => {
    const placed = place('buy', '20000', '0.3', ['USDT', '10000']);
    const released = releaseHold(placed.hold);
    const ledger = applied(placed.ledger, released.transfers);
    assert.deepEqual(own(ledger, 'USDT'), { available: units('10000'), reserved: 0n });
    assert.deepEqual(releaseHold(released.hold).transfers, []);
  });
});

describe('a spot sale', () => {
  it('holds the asset and brings value less fee', () => {
    const placed = place('sell', '20000', '0.3', ['BTC', '1']);
    assert.deepEqual(own(placed.ledger, 'BTC'), {
      available: units('0.7', 'BTC'),
      reserved: units('0.3', 'BTC'),
    });
    // 0.1 at 20,000 as a taker: 2,000 less 1.
    const part = fill(placed, '20000', '0.1', false);
    assert.equal(balancesIn(part.ledger, 'USDT').available, units('1999'));
    assert.equal(part.hold.heldUnits, units('0.2', 'BTC'));
    const ledger = applied(part.ledger, releaseHold(part.hold).transfers);
    assert.deepEqual(own(ledger, 'BTC'), { available: units('0.9', 'BTC'), reserved: 0n });
  });

  it('receives a rebate where the maker fee is below zero', () => {
    const terms = { ...SPOT_TERMS, makerFeePercent: decimal('-0.01') };
    const { hold } = holdSpot(terms, {
      reference: 'order',
      side: 'sell',
      heldTicks: ticks(terms, '20000'),
      lots: lots(terms, '0.1'),
    });
    const at = { priceTicks: ticks(terms, '20000'), isMaker: true, atMs: 0 };
    const outcome = fillSpot(terms, hold, { ...at, lots: lots(terms, '0.1') });
    assert.equal(outcome.feeUnits, -units('0.2'));
  });
});

describe('the price that a market order is held at', () => {
  it('is the reference price moved by the allowance to where a trade is worth more', () => {
    const reference = ticks(VANILLA_TERMS, '20000');
    assert.equal(
      worstTicks(VANILLA_TERMS.grid, reference, decimal('5')),
      ticks(VANILLA_TERMS, '21000'),
    );
    const inverse = ticks(INVERSE_TERMS, '20000');
    assert.equal(
      worstTicks(INVERSE_TERMS.grid, inverse, decimal('5')),
      ticks(INVERSE_TERMS, '19000'),
    );
  });
});

type PlacementState = { readonly hold: OrderHold; readonly ledger: Ledger };

function place(
  side: OrderSide,
  price: string,
  amount: string,
  deposit: readonly [string, string],
): PlacementState {
  const { hold, transfers } = holdSpot(SPOT_TERMS, {
    reference: 'order',
    side,
    heldTicks: ticks(SPOT_TERMS, price),
    lots: lots(SPOT_TERMS, amount),
  });
  return { hold, ledger: applied(fundedLedger(deposit), transfers) };
}

function fill(
  placed: PlacementState,
  price: string,
  amount: string,
  isMaker: boolean,
): PlacementState {
  const at = { priceTicks: ticks(SPOT_TERMS, price), isMaker, atMs: 0 };
  const { hold, transfers } = fillSpot(SPOT_TERMS, placed.hold, {
    ...at,
    lots: lots(SPOT_TERMS, amount),
  });
  return { hold, ledger: applied(placed.ledger, transfers) };
}

function own(ledger: Ledger, currency: string) {
  const { available, reserved } = balancesIn(ledger, currency);
  return { available, reserved };
}

// Spot trades whose fees are not paid in the quote currency, with numbers that can be checked by
// hand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import {
  applied,
  fundedLedger,
  lots,
  SPOT_TERMS,
  ticks,
  units,
} from '#domain/position/accounting.fixture.ts';
import type { FeePayment } from '#domain/position/fee-payment.ts';
import type { SpotFillOutcome } from '#domain/position/fill-spot.ts';
import { fillSpot } from '#domain/position/fill-spot.ts';
import { holdSpot } from '#domain/position/order-hold.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

const RECEIVED: FeePayment = { kind: 'received' };
/** At 500 USDT. */
const COIN: FeePayment = {
  kind: 'currency',
  currency: 'BNB',
  unitsPerQuoteUnit: () => ({ numerator: 1n, denominator: 500n }),
};
const PRICELESS: FeePayment = { ...COIN, unitsPerQuoteUnit: () => null };

describe('a fee in what is received', () => {
  it('is taken out of what a buy brings, and nothing is held for it', () => {
    // 0.3 BTC at 20,000; the taker pays 0.05 % of 0.3.
    const { held, after, outcomes } = trade(RECEIVED, 'buy', ['0.3'], [['USDT', '6000']]);
    assert.equal(balancesIn(held, 'USDT').reserved, units('6000'));
    assert.deepEqual(feesOf(outcomes), [['BTC', units('0.00015', 'BTC')]]);
    assert.equal(balancesIn(after, 'BTC').available, units('0.29985', 'BTC'));
    assert.equal(balancesIn(after, 'USDT').available, 0n);
  });

  it('is taken out of what a sale brings', () => {
    const { after, outcomes } = trade(RECEIVED, 'sell', ['0.3'], [['BTC', '0.3']]);
    assert.deepEqual(feesOf(outcomes), [['USDT', units('3')]]);
    assert.equal(balancesIn(after, 'USDT').available, units('5997'));
    assert.equal(balancesIn(after, 'BTC').available, 0n);
  });

  it('costs in parts exactly what it costs in one piece', () => {
    // 0.05 % of 0.0001 BTC are 5 units; of 0.0003 at three fills as much as at one.
    const money = [['USDT', '10']] as const;
    const whole = trade(RECEIVED, 'buy', ['0.0003'], money);
    const parts = trade(RECEIVED, 'buy', ['0.0001', '0.0001', '0.0001'], money);
    assert.equal(balancesIn(whole.after, 'BTC').fees, 15n);
    assert.equal(balancesIn(parts.after, 'BTC').fees, 15n);
  });
});

describe('a fee in a currency of its own', () => {
  it('is paid from what there is of it, by its price', () => {
    const money = [
      ['USDT', '6000'],
      ['BNB', '1'],
    ] as const;
    const { after, outcomes } = trade(COIN, 'buy', ['0.3'], money);
    assert.deepEqual(feesOf(outcomes), [['BNB', units('0.006', 'BNB')]]);
    assert.equal(balancesIn(after, 'BNB').available, units('0.994', 'BNB'));
    assert.equal(balancesIn(after, 'BTC').available, units('0.3', 'BTC'));
  });

  it('is paid in what is received where there is too little of it', () => {
    const money = [
      ['USDT', '6000'],
      ['BNB', '0.005'],
    ] as const;
    // Two thirds of the order pay 0.004 BNB; the last third finds 0.001.
    const { outcomes } = trade(COIN, 'buy', ['0.2', '0.1'], money);
    assert.deepEqual(feesOf(outcomes), [
      ['BNB', units('0.004', 'BNB')],
      ['BTC', units('0.00005', 'BTC')],
    ]);
  });

  it('is paid in what is received where it has no price', () => {
    const money = [
      ['BTC', '0.3'],
      ['BNB', '1'],
    ] as const;
    const { outcomes } = trade(PRICELESS, 'sell', ['0.3'], money);
    assert.deepEqual(feesOf(outcomes), [['USDT', units('3')]]);
  });
});

function feesOf(outcomes: readonly SpotFillOutcome[]): readonly (readonly [string, bigint])[] {
  return outcomes.map(({ feeCurrency, feeUnits }) => [feeCurrency, feeUnits]);
}

/** An order at 20,000 that fills at once, in these parts, as a taker. */
function trade(
  feePayment: FeePayment,
  side: OrderSide,
  parts: readonly string[],
  money: readonly (readonly [currency: string, amount: string])[],
): {
  readonly held: Ledger;
  readonly after: Ledger;
  readonly outcomes: readonly SpotFillOutcome[];
} {
  const terms: TradingTerms = { ...SPOT_TERMS, feePayment };
  const whole = parts.reduce((sum, part) => sum + lots(terms, part), 0n) as Lots;
  const heldTicks = ticks(terms, '20000');
  const request = { reference: 'order', side, heldTicks, lots: whole };
  const placed = holdSpot(terms, request);
  const held = applied(fundedLedger(...money), placed.transfers);
  const outcomes: SpotFillOutcome[] = [];
  let [after, { hold }] = [held, placed];
  for (const part of parts) {
    const fill = { priceTicks: heldTicks, lots: lots(terms, part), isMaker: false, atMs: 0 };
    const funds = balancesIn(after, 'BNB').available;
    const outcome = fillSpot(terms, hold, fill, funds);
    after = applied(after, outcome.transfers);
    ({ hold } = outcome);
    outcomes.push(outcome);
  }
  return { held, after, outcomes };
}

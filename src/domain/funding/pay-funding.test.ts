// Funding: who pays, how much, and what happens when the account cannot.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimal } from '#lib/decimal.ts';
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
import { walletUnits } from '#domain/ledger/ledger.ts';
import { payFunding } from '#domain/funding/pay-funding.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

describe('funding', () => {
  it('is a rate on the value at the mark: longs pay a positive one, shorts receive it', () => {
    // 0.1 BTC at a mark of 61,000: 0.01 % of 6,100.
    assert.equal(paid(VANILLA_TERMS, 'long', '60000', '0.1', '61000', '0.0001'), units('0.61'));
    assert.equal(paid(VANILLA_TERMS, 'short', '60000', '0.1', '61000', '0.0001'), -units('0.61'));
    assert.equal(paid(VANILLA_TERMS, 'long', '60000', '0.1', '61000', '-0.0001'), -units('0.61'));
    assert.equal(paid(VANILLA_TERMS, 'long', '60000', '0.1', '61000', '0'), 0n);
  });

  it('is paid in the currency that the contract settles in', () => {
    // 10 contracts of 100 USD at 50,000 are 0.02 BTC; 1,000 quanto contracts at 2,000 are 2 XBT.
    assert.equal(paid(INVERSE_TERMS, 'long', '40000', '10', '50000', '0.0001'), units('0.000002'));
    assert.equal(paid(QUANTO_TERMS, 'long', '1900', '1000', '2000', '0.0001'), units('0.0002'));
  });

  it('is rounded against the account: up when it pays, down when it receives', () => {
    // One contract at 30,000 is 0.00333333.. BTC; 0.01 % of it is 33.33 units.
    assert.equal(paid(INVERSE_TERMS, 'long', '30000', '1', '30000', '0.0001'), 34n);
    assert.equal(paid(INVERSE_TERMS, 'short', '30000', '1', '30000', '0.0001'), -33n);
  });

  it('takes what is available, then the margin, and says what is still owed', () => {
    const position = samplePosition(VANILLA_TERMS, 'long', '60000', '0.1', '10');
    const due = { markTicks: ticks(VANILLA_TERMS, '60000'), rate: decimal('0.2'), atMs: 5 };
    // 20 % of 6,000 is 1,200: 100 are available, the margin is 600.
    const outcome = payFunding(VANILLA_TERMS.grid, position, due, units('100'));
    assert.equal(outcome.paidUnits, units('700'));
    assert.equal(outcome.unpaidUnits, units('500'));
    assert.equal(outcome.position.marginUnits, 0n);
    assert.equal(realizedUnits(outcome.position), -units('700'));
    assert.deepEqual(
      outcome.transfers.map(({ debit, credit }) => `${debit} to ${credit}`),
      ['available to funding', 'margin to funding'],
    );
  });

  it('reaches the wallet', () => {
    const position = samplePosition(VANILLA_TERMS, 'short', '60000', '0.1', '10');
    const due = { markTicks: ticks(VANILLA_TERMS, '60000'), rate: decimal('0.0001'), atMs: 5 };
    const outcome = payFunding(VANILLA_TERMS.grid, position, due, units('100'));
    const ledger = applied(fundedLedger(['USDT', '100']), outcome.transfers);
    assert.equal(walletUnits(ledger, 'USDT'), units('100.6'));
  });
});

function paid(
  terms: TradingTerms,
  direction: 'long' | 'short',
  entry: string,
  amount: string,
  mark: string,
  rate: string,
): bigint {
  const position = samplePosition(terms, direction, entry, amount, '10');
  const due = { markTicks: ticks(terms, mark), rate: decimal(rate), atMs: 0 };
  return payFunding(terms.grid, position, due, units('1000')).paidUnits;
}

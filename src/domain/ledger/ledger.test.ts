// The double-entry ledger: transfers, refusals, and balances as plain comparable data.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Units } from '#venue-port/money/currency.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import {
  applyTransfers,
  balancesIn,
  depositTransfers,
  emptyLedger,
  walletUnits,
} from '#domain/ledger/ledger.ts';
import type { LedgerAccount, Transfer } from '#domain/ledger/transfer.ts';

describe('a ledger', () => {
  it('moves units from the debited to the credited sub-account', () => {
    const ledger = after(funded(100n), [transfer('available', 'reserved', 30n)]);
    assert.deepEqual(own(ledger), { available: 70n, reserved: 30n, margin: 0n });
  });

  it('mirrors what came in from outside in the counterparty', () => {
    assert.equal(balancesIn(funded(100n), 'USDT').deposit, -100n);
    assert.equal(walletUnits(funded(100n), 'USDT'), 100n);
  });

  it('refuses what the owner does not have, names what is missing and applies nothing', () => {
    const ledger = funded(100n);
    const transfers = [transfer('available', 'fees', 60n), transfer('available', 'venue', 50n)];
    assert.deepEqual(applyTransfers(ledger, transfers), {
      ok: false,
      rejection: {
        code: 'insufficient_funds',
        currency: 'USDT',
        account: 'available',
        missingUnits: 10n,
      },
    });
    assert.deepEqual(ledger, funded(100n));
  });

  it('judges a batch by its end, not by the order of its transfers', () => {
    const spendFirst = [transfer('available', 'venue', 150n), transfer('venue', 'available', 60n)];
    assert.deepEqual(after(funded(100n), spendFirst), after(funded(100n), spendFirst.toReversed()));
  });

  it('keeps currencies apart and sorted, in whatever order they arrived', () => {
    const bitcoin = depositTransfers('BTC', 5n as Units, 'd2');
    const tether = depositTransfers('USDT', 7n as Units, 'd1');
    const oneWay = after(after(emptyLedger('a'), tether), bitcoin);
    assert.deepEqual(oneWay, after(emptyLedger('a'), [...bitcoin, ...tether]));
    assert.deepEqual(
      oneWay.books.map(({ currency }) => currency),
      ['BTC', 'USDT'],
    );
  });

  it('pays out only what is available', () => {
    const withdrawal = depositTransfers('USDT', -101n as Units, 'w1');
    assert.equal(applyTransfers(funded(100n), withdrawal).ok, false);
    assert.equal(applyTransfers(funded(101n), withdrawal).ok, true);
  });

  it('survives a structured clone unchanged', () => {
    assert.deepEqual(structuredClone(funded(3n)), funded(3n));
  });

  it('does not accept a transfer of nothing', () => {
    assert.throws(() => applyTransfers(funded(1n), [transfer('available', 'fees', 0n)]), {
      message: 'Invariant: a transfer moves more than zero units',
    });
  });
});

function transfer(debit: LedgerAccount, credit: LedgerAccount, units: bigint): Transfer {
  return {
    debit,
    credit,
    currency: 'USDT',
    units: units as Units,
    kind: 'trade',
    reference: 'order-1',
  };
}

function funded(units: bigint): Ledger {
  return after(emptyLedger('account-1'), depositTransfers('USDT', units as Units, 'deposit-1'));
}

function after(ledger: Ledger, transfers: readonly Transfer[]): Ledger {
  const result = applyTransfers(ledger, transfers);
  assert.ok(result.ok);
  return result.value;
}

function own(ledger: Ledger) {
  const { available, reserved, margin } = balancesIn(ledger, 'USDT');
  return { available, reserved, margin };
}

// The double-entry ledger of one owner: per currency a book of balances that always sum to zero.
// Plain immutable data; transfers are applied all or none.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { LedgerAccount, OwnAccount, Transfer } from '#domain/ledger/transfer.ts';
import { OWN_ACCOUNTS } from '#domain/ledger/transfer.ts';

export type LedgerBalances = { readonly [account in LedgerAccount]: Units };

export type LedgerBook = { readonly currency: string; readonly balances: LedgerBalances };

/** Books are sorted by currency, so that equal ledgers are equal data. */
export type Ledger = { readonly owner: string; readonly books: readonly LedgerBook[] };

/** The owner does not have it: `account` would lack `missingUnits`. Nothing was applied. */
export type LedgerRejection = {
  readonly code: 'insufficient_funds';
  readonly currency: string;
  readonly account: OwnAccount;
  readonly missingUnits: Units;
};

const EMPTY_BALANCES: LedgerBalances = {
  available: NO_UNITS,
  reserved: NO_UNITS,
  margin: NO_UNITS,
  venue: NO_UNITS,
  profit: NO_UNITS,
  fees: NO_UNITS,
  funding: NO_UNITS,
  insurance: NO_UNITS,
  deposit: NO_UNITS,
};

/** A ledger without any money. */
export function emptyLedger(owner: string): Ledger {
  return { owner, books: [] };
}

/** The balances in a currency; all zero where the owner never had any. */
export function balancesIn(ledger: Ledger, currency: string): LedgerBalances {
  return ledger.books.find((book) => book.currency === currency)?.balances ?? EMPTY_BALANCES;
}

/** All that the owner has in a currency: available, reserved and margin. */
export function walletUnits(ledger: Ledger, currency: string): Units {
  const { available, reserved, margin } = balancesIn(ledger, currency);
  return (available + reserved + margin) as Units;
}

/** Money from outside into `available`, or back out when the units are negative; none when zero. */
export function depositTransfers(currency: string, units: Units, reference: string): Transfer[] {
  if (units === 0n) return [];
  if (units > 0n) {
    return [{ debit: 'deposit', credit: 'available', currency, units, kind: 'deposit', reference }];
  }
  return [
    {
      debit: 'available',
      credit: 'deposit',
      currency,
      units: -units as Units,
      kind: 'withdrawal',
      reference,
    },
  ];
}

/**
 * Applies all transfers, or none when afterwards one of the owner's own sub-accounts would be
 * below zero. The order of the transfers among themselves does not matter.
 */
export function applyTransfers(
  ledger: Ledger,
  transfers: readonly Transfer[],
): Result<Ledger, LedgerRejection> {
  const changed: ChangingBook[] = [];
  for (const { debit, credit, currency, units } of transfers) {
    assert(units > 0n, 'a transfer moves more than zero units');
    assert(debit !== credit, 'a transfer moves between two sub-accounts');
    const { balances } = changingBook(changed, ledger, currency);
    balances[debit] = (balances[debit] - units) as Units;
    balances[credit] = (balances[credit] + units) as Units;
  }
  for (const { currency, balances } of changed) {
    for (const account of OWN_ACCOUNTS) {
      const units = balances[account];
      if (units < 0n) {
        const missingUnits = -units as Units;
        return rejected({ code: 'insufficient_funds', currency, account, missingUnits });
      }
    }
  }
  return accepted({ owner: ledger.owner, books: withChanged(ledger.books, changed) });
}

type ChangingBook = { readonly currency: string; readonly balances: ChangingBalances };
type ChangingBalances = { -readonly [account in keyof LedgerBalances]: LedgerBalances[account] };

function changingBook(changed: ChangingBook[], ledger: Ledger, currency: string): ChangingBook {
  for (const book of changed) if (book.currency === currency) return book;
  const book = { currency, balances: { ...balancesIn(ledger, currency) } };
  changed.push(book);
  return book;
}

function withChanged(
  books: readonly LedgerBook[],
  changed: readonly ChangingBook[],
): readonly LedgerBook[] {
  const result = [...books];
  let hasNew = false;
  for (const book of changed) {
    const index = result.findIndex(({ currency }) => currency === book.currency);
    if (index >= 0) {
      result[index] = book;
    } else {
      result.push(book);
      hasNew = true;
    }
  }
  return hasNew ? result.sort((a, b) => (a.currency < b.currency ? -1 : 1)) : result;
}

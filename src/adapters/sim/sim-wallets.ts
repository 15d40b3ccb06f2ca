// Opens the wallets of the simulated exchange, and proves that they add up.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { minuteStartMs } from '#lib/time.ts';
import { applyTransfers, balancesIn, emptyLedger } from '#domain/ledger/ledger.ts';
import type { LedgerAccount } from '#domain/ledger/transfer.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { unitsOf, valueOfUnits } from '#venue-port/money/currency.ts';
import type { MarginMode } from '#domain/position/position.ts';
import { deposit } from '#domain/venue/deposit.ts';
import { reservedBy } from '#domain/venue/group-lock.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_QUOTE } from '#domain/money/fees-in.ts';
import type { Deposit, LedgerReader, SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';

export type SimWalletOpening = {
  readonly accountId: string;
  readonly marketType: MarketType;
  readonly deposits: readonly Deposit[];
  readonly nowMs: number;
  /** 10 by default. */
  readonly leverage?: Decimal;
  /** Isolated by default. */
  readonly marginMode?: MarginMode;
  /** In the quote currency by default. */
  readonly feesIn?: FeesIn;
};

/**
 * Opens a wallet; false when the account has one already, which stays as it is. One statement, so a
 * store that was made from a transaction's session opens it within that transaction.
 */
export async function openSimWallet(store: SimStore, opening: SimWalletOpening): Promise<boolean> {
  const { accountId, marketType, deposits, nowMs } = opening;
  let state = emptyVenue(emptyLedger(accountId));
  let effects = NO_EFFECTS;
  for (const [index, { currency, amount }] of deposits.entries()) {
    const units = unitsOf(currency, amount, 'floor');
    const step = deposit(state, currency, units, `opening-${index + 1}`, nowMs);
    state = step.state;
    effects = joinEffects(effects, step.effects);
  }
  const account = {
    accountId,
    marketType,
    leverage: opening.leverage ?? decimal('10'),
    marginMode: opening.marginMode ?? 'isolated',
    feesIn: opening.feesIn ?? FEES_IN_QUOTE,
    version: 1,
    settledUntilMs: minuteStartMs(nowMs),
    fundedUntilMs: 0,
    updatedAtMs: nowMs,
    state,
  };
  return store.open(account, effects.bookings);
}

/** The port through which the service opens wallets, for the exchange with this code. */
export function makeSimulatedVenue(store: SimStore, code: string): SimulatedVenue {
  return {
    code,
    async openWallet({ accountId, marketType }, deposits, nowMs, feesIn = FEES_IN_QUOTE) {
      await openSimWallet(store, { accountId, marketType, deposits, feesIn, nowMs });
    },
  };
}

/** The port through which the service reads the books. */
export function makeLedgerReader(store: Pick<SimStore, 'listNamedBookings'>): LedgerReader {
  return {
    async listLedger(accountId, afterSequence, limit) {
      const bookings = await store.listNamedBookings(accountId, afterSequence, limit);
      return bookings.map(({ currency, reference: _reference, units, ...rest }) => ({
        ...rest,
        currency,
        amount: valueOfUnits(currency, units),
      }));
    },
  };
}

/**
 * What is wrong with an account's money, as sentences; none when every balance is the sum of its
 * bookings, each currency sums to zero, nothing is below zero, and what is reserved and held as
 * margin is what the orders and positions hold. Null when there is no such account.
 */
export async function auditLedger(
  store: SimStore,
  accountId: string,
): Promise<readonly string[] | null> {
  const account = await store.load(accountId);
  if (account === null) return null;
  // What was booked after the account was read is not part of what was read.
  const { nextSequence } = account.state;
  const bookings = (await store.listBookings(accountId)).filter(
    (booking) => booking.sequence < nextSequence,
  );
  const replayed = applyTransfers(emptyLedger(accountId), bookings);
  if (!replayed.ok) return [`The bookings of ${replayed.rejection.currency} end below zero.`];
  const { ledger, orders, positions } = account.state;
  const currencies = [...ledger.books, ...replayed.value.books].map((book) => book.currency);
  return [...new Set(currencies)].flatMap((currency) => {
    const retained = balancesIn(ledger, currency);
    const summed = balancesIn(replayed.value, currency);
    const names = Object.keys(retained) as LedgerAccount[];
    const off = names.filter((name) => retained[name] !== summed[name]);
    const sum = names.reduce((total, name) => total + retained[name], 0n);
    const reserved = reservedBy(orders, currency);
    const backed = positions.filter((position) => position.currency === currency);
    const margin = backed.reduce((total, { marginUnits }) => total + marginUnits, 0n);
    return [
      ...off.map(
        (name) => `${currency} ${name} is ${retained[name]}, its bookings ${summed[name]}.`,
      ),
      ...(sum === 0n ? [] : [`${currency} sums to ${sum}, not to zero.`]),
      ...(reserved === retained.reserved ? [] : [`${currency} orders hold ${reserved}.`]),
      ...(margin === retained.margin ? [] : [`${currency} positions hold ${margin}.`]),
    ];
  });
}

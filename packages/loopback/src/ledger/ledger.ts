// Ledger by double entry: each movement takes from one owner what it gives to another, so each
// asset sums to zero over all owners for ever. The venue's own owners may be negative.

import type { Amount } from '#loopback/amount.ts';

export type Balance = { free: Amount; locked: Amount };

export type Ledger = { readonly owners: Map<string, Map<string, Balance>> };

/** Owners beside the accounts: the other participants, the fees, and the world outside. */
export const CROWD = 'crowd';
export const FEES = 'fees';
export const OUTSIDE = 'outside';
/** Pays what a liquidation lost beyond the margin. */
export const INSURANCE = 'insurance';

/** Ledger without owners. */
export function createLedger(): Ledger {
  return { owners: new Map() };
}

/** Balance of an owner, which is opened empty where there is none; it may be changed. */
export function balanceOf(ledger: Ledger, owner: string, asset: string): Balance {
  const assets = ledger.owners.get(owner) ?? new Map<string, Balance>();
  ledger.owners.set(owner, assets);
  const balance = assets.get(asset) ?? { free: 0n, locked: 0n };
  assets.set(asset, balance);
  return balance;
}

/** From what is free to what is free. A negative amount goes the other way. */
export function move(ledger: Ledger, from: string, to: string, asset: string, value: Amount): void {
  balanceOf(ledger, from, asset).free -= value;
  balanceOf(ledger, to, asset).free += value;
}

/** Moves an amount from free to locked, below zero if need be. */
export function lock(ledger: Ledger, owner: string, asset: string, value: Amount): void {
  const balance = balanceOf(ledger, owner, asset);
  balance.free -= value;
  balance.locked += value;
}

/** Moves an amount from locked to free. */
export function unlock(ledger: Ledger, owner: string, asset: string, value: Amount): void {
  lock(ledger, owner, asset, -value);
}

/** The assets that do not sum to zero: none, or the venue is wrong. */
export function unbalancedAssets(ledger: Ledger): readonly string[] {
  const sums = new Map<string, Amount>();
  for (const assets of ledger.owners.values()) {
    for (const [asset, { free, locked }] of assets) {
      sums.set(asset, (sums.get(asset) ?? 0n) + free + locked);
    }
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}

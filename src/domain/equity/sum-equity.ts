// The worth of several accounts together: of each its newest snapshot before the end of an interval
// counts, as long as nothing newer is known.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';

/** What an account was worth at an instant. */
export type EquityPoint = {
  readonly atMs: number;
  readonly currency: string;
  readonly value: Decimal;
  /** What was held and had no price; nothing of it is in the value. */
  readonly unpriced: readonly string[];
};

export type EquityWindow = {
  /** A whole number of intervals. */
  readonly fromMs: number;
  /** Not before `fromMs`. */
  readonly toMs: number;
  readonly intervalMs: number;
};

/** Over the intervals of the window that begin before its end. */
export type EquitySum = {
  readonly values: readonly {
    /** When the interval ends, or the window. */
    readonly atMs: number;
    readonly value: Decimal;
    /** Accounts that are in it: those that had a snapshot by then. */
    readonly accountsCount: number;
  }[];
};

/** Adds accounts one after another, so that not all their snapshots are in memory at once. */
export type EquityAdder = {
  /** Snapshots of one account, oldest first; the first may lie before the window. */
  add(this: void, points: readonly Pick<EquityPoint, 'atMs' | 'value'>[]): void;
  /** From the first interval that has an account on. */
  sum(this: void): EquitySum;
};

/**
 * Adds accounts one at a time; an account counts in an interval from its first snapshot on. The
 * points of each are oldest first.
 */
export function equityAdder({ fromMs, toMs, intervalMs }: EquityWindow): EquityAdder {
  const count = Math.ceil((toMs - fromMs) / intervalMs);
  const values: Decimal[] = Array.from({ length: count }, () => ZERO);
  const accounts: number[] = Array.from({ length: count }, () => 0);
  const endOf = (index: number): number => Math.min(fromMs + (index + 1) * intervalMs, toMs);
  return {
    add(points) {
      let next = 0;
      let newest: Decimal | null = null;
      for (let index = 0; index < count; index += 1) {
        for (; (points[next]?.atMs ?? Infinity) < endOf(index); next += 1)
          newest = points[next]?.value ?? newest;
        if (newest === null) continue;
        values[index] = addDecimal(values[index] ?? ZERO, newest);
        accounts[index] = (accounts[index] ?? 0) + 1;
      }
    },
    sum: () => ({
      values: values
        .map((value, index) => ({
          atMs: endOf(index),
          value,
          accountsCount: accounts[index] ?? 0,
        }))
        .filter(({ accountsCount }) => accountsCount > 0),
    }),
  };
}

// Margin calls as the Pine Script manual has them ("Margin and leverage", the algorithm in ten
// steps): four times what covers the loss is closed. The manual does not say at which prices it is
// looked for, nor what happens below a lot; both are as PyneCore measured them.

/** Lots in a contract. */
const CONTRACT = 1_000n;

export type PineHolding = {
  readonly lots: bigint;
  readonly price: bigint;
  /** In ticks times lots. */
  readonly equity: bigint;
  /** `margin_long` or `margin_short`. */
  readonly percent: bigint;
};

/**
 * How many lots are closed at once; none while the margin is covered. `point`: at the close of a
 * bar, where whole contracts are closed (measured).
 */
export function marginCallLots(
  { lots, price, equity, percent }: PineHolding,
  place: 'point' | 'extreme',
): bigint {
  // The manual's available funds, without their sign, times a hundred.
  const missing = lots * price * percent - equity * 100n;
  if (missing <= 0n) return 0n;
  const part = place === 'point' ? CONTRACT : 1n;
  const cover = missing / (percent * price * part);
  // "Margin Call Size = Cover Amount * 4"; where that is nothing, one contract (measured).
  const called = cover === 0n ? CONTRACT : cover * part * 4n;
  return called < lots ? called : lots;
}

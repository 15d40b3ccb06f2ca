// Counts of what a backtest's rules had to assume.

export type VenueCounts = {
  ambiguousFills: number;
  gapFills: number;
  partialFills: number;
  liquidations: number;
};

/** Counts, all zero. */
export function venueCounts(): VenueCounts {
  return { ambiguousFills: 0, gapFills: 0, partialFills: 0, liquidations: 0 };
}

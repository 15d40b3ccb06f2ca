// Counts of what a backtest's rules had to assume.

export type FeedCounts = {
  ambiguousFills: number;
  gapFills: number;
  partialFills: number;
  liquidations: number;
};

export function feedCounts(): FeedCounts {
  return { ambiguousFills: 0, gapFills: 0, partialFills: 0, liquidations: 0 };
}

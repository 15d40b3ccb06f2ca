// The pairs of a grid: a fill and the one on the other line that matches it. Each is a trade by
// itself, though the bot's position may never close.

export type GridPairs = {
  winning: number;
  losing: number;
  /** Fees deducted; losses are below zero. */
  wonUnits: bigint;
  lostUnits: bigint;
  mostUnits: bigint;
  leastUnits: bigint;
};

/** Counts and sums of pairs, all zero; money in units. */
export function noPairs(): GridPairs {
  return {
    winning: 0,
    losing: 0,
    wonUnits: 0n,
    lostUnits: 0n,
    mostUnits: 0n,
    leastUnits: 0n,
  };
}

/** Counts a pair that has filled whole. One that brought nothing is lost. */
export function countPair(pairs: GridPairs, units: bigint): void {
  if (units > 0n) {
    pairs.winning += 1;
    pairs.wonUnits += units;
    if (units > pairs.mostUnits) pairs.mostUnits = units;
    return;
  }
  pairs.losing += 1;
  pairs.lostUnits += units;
  if (units < pairs.leastUnits) pairs.leastUnits = units;
}

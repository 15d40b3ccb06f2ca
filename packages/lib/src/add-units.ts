// Sums of bigints, most of which have a zero on one side.

/** `left + right`, which makes no new bigint where one of them is zero. */
export function addUnits(left: bigint, right: bigint): bigint {
  if (right === 0n) return left;
  return left === 0n ? right : left + right;
}

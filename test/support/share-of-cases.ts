// Share of its cases that a long test tries: about one in ten every day, all of them with
// `npm run test:thorough` (test/thorough/whole-tests.long.ts finds who asks here).

const share = Number(process.env['TEST_SHARE'] ?? '0.1');

/** So many of the cases are tried now. */
export function someOf(cases: number): number {
  return Math.ceil(cases * share);
}

/** Every fourth of a list whose neighbours are alike; all where all cases are tried. */
export function everyFourthOf<T>(list: readonly T[]): readonly T[] {
  return share >= 1 ? list : list.filter((_, index) => index % 4 === 0);
}

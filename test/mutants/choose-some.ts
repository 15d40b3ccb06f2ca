// A sample of a list that the seed chooses, in the order of the list.

/** At most `most` of the items; the same ones for the same seed. */
export function chooseSome<Item>(
  items: readonly Item[],
  most: number,
  seed: number,
): readonly Item[] {
  const ranked = items.map((item, index) => ({ item, index, rank: rankOf(seed, index) }));
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, most)
    .toSorted((left, right) => left.index - right.index)
    .map(({ item }) => item);
}

/** A number that looks random, by the finaliser of MurmurHash3. */
function rankOf(seed: number, index: number): number {
  let mixed = Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

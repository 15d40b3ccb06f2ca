// The name that was probably meant: for messages about a name that does not exist.

/** Names this long or longer may differ in so many places. */
const DISTANCES = [
  { lengthMin: 9, distanceMax: 3 },
  { lengthMin: 6, distanceMax: 2 },
  { lengthMin: 4, distanceMax: 1 },
] as const;

const LENGTH_MAX = 60;

function distanceMaxOf(length: number): number {
  return DISTANCES.find(({ lengthMin }) => length >= lengthMin)?.distanceMax ?? 0;
}

/**
 * How many letters must be put in, left out, changed, or swapped with their neighbour to make one
 * text of the other (optimal string alignment, as in Damerau and Levenshtein's distance).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + cost,
      );
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}

/**
 * The candidate that the name was probably meant to be, or null: the same but for its case, else
 * the first of the nearest. Case does not count.
 */
export function closestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LENGTH_MAX) return null;
  const wanted = name.toLowerCase();
  let leastDistance = distanceMaxOf(name.length) + 1;
  let closest: string | null = null;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= leastDistance || candidate === name) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance >= leastDistance) continue;
    leastDistance = distance;
    closest = candidate;
  }
  return closest;
}

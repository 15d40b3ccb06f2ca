// Front of several goals: what nothing else beats in one goal without being worse in another
// (Pareto). No weights are needed: one that is not on it is never the better choice.

/** `values`: one for each goal, higher is better. Of equal ones all are on it. In their order. */
export function frontOf<Item>(
  items: readonly Item[],
  valuesOf: (item: Item) => readonly number[],
): readonly Item[] {
  const valued = items.map((item) => ({ item, values: valuesOf(item) }));
  // Who is beaten is beaten by one that comes before it in this order.
  const ordered = valued.toSorted((left, right) => compared(right.values, left.values));
  const front: (readonly number[])[] = [];
  const isOn = new Set<Item>();
  for (const { item, values } of ordered) {
    if (front.some((other) => beats(other, values))) continue;
    front.push(values);
    isOn.add(item);
  }
  return items.filter((item) => isOn.has(item));
}

/** As good in every goal, and better in one. */
function beats(one: readonly number[], other: readonly number[]): boolean {
  const isAsGood = one.every((value, goal) => value >= (other[goal] ?? -Infinity));
  return isAsGood && one.some((value, goal) => value > (other[goal] ?? -Infinity));
}

function compared(left: readonly number[], right: readonly number[]): number {
  for (const [goal, value] of left.entries()) {
    const other = right[goal] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

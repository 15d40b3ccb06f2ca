// Lists that mostly have one item.

/**
 * The list and one more item. The only item's list is made in its size; a push would make room for
 * seventeen.
 */
export function withOne<T>(list: readonly T[], item: T): readonly T[] {
  return list.length === 0 ? [item] : [...list, item];
}

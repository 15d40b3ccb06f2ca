// Lists that mostly have one item, and sometimes hundreds.

/**
 * Adds an item to a list that nobody else holds, and returns the list with it, which may be a new
 * one: an empty list may be shared, and lists of one and two are made in their size, where a push
 * would make room for seventeen.
 */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  (list as T[]).push(item);
  return list;
}

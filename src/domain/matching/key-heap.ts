// A binary heap of names by number, smallest first, that also finds and removes by name. Changes
// cost O(log n), looking at the smallest O(1), and listing the k names up to a bound O(k).
// Mutable; owned by one book.

import { assert, present } from '#lib/assert.ts';

type Entry = { readonly name: string; readonly key: number };

export type KeyHeap = {
  readonly entries: Entry[];
  /** Where each name stands in `entries`. */
  readonly places: Map<string, number>;
};

/** An empty heap. */
export function keyHeap(): KeyHeap {
  return { entries: [], places: new Map() };
}

/** The smallest key; infinity when the heap is empty. */
export function smallestKey(heap: KeyHeap): number {
  return heap.entries[0]?.key ?? Number.POSITIVE_INFINITY;
}

/** Adds a name; asserts that it is new and its key a number. */
export function addKey(heap: KeyHeap, name: string, key: number): void {
  assert(!heap.places.has(name) && !Number.isNaN(key), 'a heap holds a name once, with a number');
  heap.entries.push({ name, key });
  heap.places.set(name, heap.entries.length - 1);
  rise(heap, heap.entries.length - 1);
}

/** Takes a name out; does nothing when it is not there. */
export function removeKey(heap: KeyHeap, name: string): void {
  const place = heap.places.get(name);
  if (place === undefined) return;
  const last = heap.entries.length - 1;
  swap(heap, place, last);
  heap.entries.pop();
  heap.places.delete(name);
  if (place === last) return;
  rise(heap, place);
  sink(heap, place);
}

/** Adds to `names` every name whose key is at most `bound`. */
export function collectUpTo(heap: KeyHeap, bound: number, names: Set<string>): void {
  const waiting = [0];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entry = heap.entries[place];
    if (entry === undefined || entry.key > bound) continue;
    names.add(entry.name);
    waiting.push(2 * place + 1, 2 * place + 2);
  }
}

function rise(heap: KeyHeap, start: number): void {
  let place = start;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (keyAt(heap, parent) <= keyAt(heap, place)) return;
    swap(heap, parent, place);
    place = parent;
  }
}

function sink(heap: KeyHeap, start: number): void {
  let place = start;
  for (;;) {
    const left = 2 * place + 1;
    const child = keyAt(heap, left + 1) < keyAt(heap, left) ? left + 1 : left;
    if (keyAt(heap, place) <= keyAt(heap, child)) return;
    swap(heap, place, child);
    place = child;
  }
}

/** Infinity past the end, so that a missing child never wins. */
function keyAt(heap: KeyHeap, place: number): number {
  return heap.entries[place]?.key ?? Number.POSITIVE_INFINITY;
}

function swap(heap: KeyHeap, left: number, right: number): void {
  const leftEntry = present(heap.entries[left], 'a heap swaps places that it has');
  const rightEntry = present(heap.entries[right], 'a heap swaps places that it has');
  heap.entries[left] = rightEntry;
  heap.entries[right] = leftEntry;
  heap.places.set(rightEntry.name, left);
  heap.places.set(leftEntry.name, right);
}

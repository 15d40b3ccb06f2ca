// Order of the elements of collections: of numbers and texts by themselves, of objects by a field.

import { isNa } from '#pine/runtime/pine-values.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';

/** Texts that are `na` come before the others, numbers that are `na` behind them. */
export function compare(a: unknown, b: unknown): number {
  const [isNaA, isNaB] = [isNa(a), isNa(b)];
  if (isNaA || isNaB) {
    const way = typeof (isNaA ? b : a) === 'string' ? -1 : 1;
    return way * (Number(isNaA) - Number(isNaB));
  }
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

/**
 * What an element is sorted by. The field of an object is named or counted from zero; the first
 * one where none is given.
 */
export function sortKey(field: string | number = 0): (element: unknown) => unknown {
  return (element) => {
    if (typeof element !== 'object' || element === null) return element;
    const key = typeof field === 'string' ? `$${field}` : (Object.keys(element)[field] ?? '');
    if (!Object.hasOwn(element, key))
      throw new PineFault(`there is no field "${field}" to sort by`);
    return (element as Readonly<Record<string, unknown>>)[key];
  };
}

// Every number of a recording in other spellings, and numbers that no double holds in its place.

import type { Reading } from '../../laws/digits/judge-reading.ts';
import { faultOfOrdinary, faultOfSame, isInTexts } from '../../laws/digits/judge-reading.ts';
import { ordinarySpellings } from '../../laws/digits/ordinary-spellings.ts';
import type { Leaf } from '../../laws/digits/respell.ts';
import { leavesOf, longPairs, sameNumber, withLeaf } from '../../laws/digits/respell.ts';
import type { OpenReading } from './recorded-reading.ts';

/** How many texts were read, and of those that are read otherwise why. */
export type Faults = { readonly count: number; readonly faults: readonly string[] };

/** Of one name in one recording. */
const LEAVES_MAX = 6;

export function faultsOfSpelling(
  code: string,
  { given, rowsIn }: OpenReading,
  isDrawn: () => boolean,
): Faults {
  const faults: string[] = [];
  let count = 0;
  const plain = readingOf(rowsIn(given));
  const judge = (leaf: Leaf, token: string, fault: string | null): void => {
    count += 1;
    if (fault !== null) faults.push(`"${leaf.name}" ${leaf.digits} as ${token}: ${fault}`);
  };
  const tried = new Map<string, number>();
  for (const leaf of leavesOf(given)) {
    // Rows of a list are read alike.
    const nameCount = tried.get(leaf.name) ?? 0;
    if (nameCount >= LEAVES_MAX) continue;
    tried.set(leaf.name, nameCount + 1);
    if (!isDrawn()) continue;
    const read = (token: string): Reading => readingOf(rowsIn(withLeaf(given, leaf, token)));
    const isOpaque = isInTexts(plain, leaf.digits);
    for (const { token } of sameNumber(leaf, isOpaque))
      judge(leaf, token, faultOfSame(plain, read(token)));
    for (const { token } of ordinarySpellings(code, leaf, isOpaque))
      judge(leaf, token, faultOfOrdinary(plain, read(token)));
    for (const { one } of longPairs(leaf))
      judge(leaf, one, faultOfSame(read(`"${one}"`), read(one)));
  }
  return { count, faults };
}

function readingOf(rows: readonly unknown[] | string): Reading {
  return typeof rows === 'string' ? { kind: 'unreadable' } : { kind: 'read', value: rows };
}

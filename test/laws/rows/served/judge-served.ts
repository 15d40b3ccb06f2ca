// The judge of law 5 over what is served.

import type { Verdict } from '../../law.ts';
import { broken, HELD } from '../../law.ts';
import type { OddRow } from './odd-stores.ts';

export type ServedReading = {
  readonly status: number;
  readonly body: string;
  /** Rows that the response says it lacks. */
  readonly leftOut: number;
  readonly logged: string;
  /** From the document; null: none. */
  readonly difference: string | null;
};

/** What there is to compare with. */
export type Usual = {
  readonly quiet: ServedReading;
  /** With one more row that is healthy. */
  readonly withOneMore: ServedReading;
};

/** `odd` null: all rows are healthy. */
export function judgeServed(
  odd: OddRow | null,
  { quiet, withOneMore }: Usual,
  found: ServedReading,
): Verdict {
  if (found.difference !== null) return broken(`it breaks the document: ${found.difference}`);
  if (odd === null) return found.leftOut === 0 ? HELD : broken('a healthy row is left out');
  if (found.status !== quiet.status)
    return broken(`${found.status} instead of ${quiet.status}: ${found.logged}`);
  const [before, now] = [itemsOf(quiet.body), itemsOf(found.body)];
  if (before === null || now === null) return HELD;
  const more = itemsOf(withOneMore.body);
  // Of a list that is a part of its items, one more row changes the item that it is in.
  const others = before.filter((item) => more === null || more.includes(item));
  const missing = others.filter((item) => !now.includes(item));
  if (missing.length > 0) return broken(`another row is not served: ${missing[0]}`);
  // Of a list that the response is made of otherwise, no row has an item of its own.
  const wantedCount = more?.length ?? 0;
  const isSaid = found.leftOut > 0 || now.length >= wantedCount;
  return isSaid ? HELD : broken('the row is not served, and nothing says so');
}

/** Null of a body that is no list. */
function itemsOf(body: string): readonly string[] | null {
  if (!body.startsWith('{')) return null;
  const { data } = JSON.parse(body) as { readonly data?: unknown };
  return Array.isArray(data) ? data.map((item) => JSON.stringify(item)) : null;
}

// The judge of law 5 over what is stored: a row that does not fit any more costs itself. It is
// shown as far as it goes, or left out and named once; an order of one's own is never absent.

import { broken, HELD } from '../../law.ts';
import type { Verdict } from '../../law.ts';

export type StoredKind =
  /** Shown to somebody. */
  | 'shown'
  /** Orders by which an account is worked: without one, nothing may be concluded. */
  | 'own orders';

export type StoredReading = {
  /** Null where the list was read. */
  readonly failure: string | null;
  readonly items: readonly string[];
  /** Lines of the log that name a row. */
  readonly named: readonly string[];
};

/** `others`: the items of the rows that are whole. */
export function judgeStored(
  kind: StoredKind,
  others: readonly string[],
  { failure, items, named }: StoredReading,
): Verdict {
  if (failure !== null)
    return kind === 'own orders' ? HELD : broken(`the whole list is lost: ${failure}`);
  const missing = others.filter((other) => !items.includes(other));
  if (missing.length > 0) return broken(`another row is not what it was: ${missing[0]}`);
  if (items.length > others.length) return HELD;
  if (kind === 'own orders') return broken('an order of the account reads as absent');
  if (named.length === 0) return broken('the row is left out, and nothing says so');
  return named.length === 1 ? HELD : broken(`the row is named ${named.length} times`);
}

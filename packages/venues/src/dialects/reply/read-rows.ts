// Lists of a venue, row by row: one that cannot be read costs itself. It is left out and named, and
// what it leaves unknown is said by whoever reads the list.

import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/** A row that is not among the items of its list. */
export type UnreadableRow = {
  /** As `nameOf` names it; null where its name cannot be read either. */
  readonly name: string | null;
  /** The field, and what is wrong with it. */
  readonly detail: string;
  /** Its place in the list. */
  readonly index: number;
};

export type ReadRows<T> = {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
};

/** Reading is synchronous: there is one at a time. Null: nobody hears of what is left out. */
let leftOut: UnreadableRow[] | null = null;

/** Reads, and also returns which rows `readRows` left out meanwhile. */
export function withLeftOut<T>(read: () => T): {
  readonly value: T;
  readonly leftOut: readonly UnreadableRow[];
} {
  const before = leftOut;
  const own: UnreadableRow[] = [];
  leftOut = own;
  try {
    return { value: read(), leftOut: own };
  } finally {
    leftOut = before;
  }
}

/**
 * The rows that can be read, in their order. `nameOf` says by what people know a row (a symbol, a
 * currency, an id); it may throw as `read` does.
 */
export function readRows<T>(
  rows: readonly unknown[],
  nameOf: (row: unknown) => unknown,
  read: (row: unknown, index: number) => T,
): ReadRows<T> {
  const items: T[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const [index, row] of rows.entries())
    try {
      items.push(read(row, index));
    } catch (error) {
      if (!(error instanceof UnreadableReply)) throw error;
      unreadable.push({ name: nameIn(row, nameOf), detail: error.message, index });
    }
  leftOut?.push(...unreadable);
  return { items, unreadable };
}

/** As `readRows`, of a row that makes no item, or several. */
export function readFlatRows<T>(
  rows: readonly unknown[],
  nameOf: (row: unknown) => unknown,
  read: (row: unknown, index: number) => readonly T[],
): ReadRows<T> {
  const { items, unreadable } = readRows(rows, nameOf, read);
  return { items: items.flat(), unreadable };
}

/**
 * As `readRows`, of a list that is of no account. Throws UnreadableReply where no row can be read:
 * then it is another reply than the one that was requested, or has another form.
 */
export function readSomeRows<T>(...list: Parameters<typeof readRows<T>>): readonly T[] {
  return someOf(list[0], readRows(...list));
}

/** As `readSomeRows`, of a row that makes no item, or several. */
export function readSomeFlatRows<T>(...list: Parameters<typeof readFlatRows<T>>): readonly T[] {
  return someOf(list[0], readFlatRows(...list));
}

function someOf<T>(rows: readonly unknown[], { items, unreadable }: ReadRows<T>): readonly T[] {
  const [first] = unreadable;
  if (first !== undefined && unreadable.length === rows.length)
    throw new UnreadableReply(first.detail);
  return items;
}

/** Names a row by one of its fields, or cells. */
export function byField(name: string | number): (row: unknown) => unknown {
  return (row) => (row as Readonly<Record<string | number, unknown>> | null | undefined)?.[name];
}

const NAME_CHARACTERS_MAX = 60;

/** Ids and instants are numbers; an empty text is no name. */
function nameIn(row: unknown, nameOf: (row: unknown) => unknown): string | null {
  let name: unknown;
  try {
    name = nameOf(row);
  } catch (error) {
    if (error instanceof UnreadableReply) return null;
    throw error;
  }
  const text = typeof name === 'number' || typeof name === 'bigint' ? String(name) : name;
  if (typeof text !== 'string' || text === '') return null;
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, NAME_CHARACTERS_MAX);
}

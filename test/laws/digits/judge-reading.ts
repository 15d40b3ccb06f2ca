// The judge of law 4: of two spellings of one number, what is read is the same, or less of it is
// read; and two numbers are never read as one.

/** What a reader returned, without functions, as a tree of plain values. */
export type Reading =
  | { readonly kind: 'read'; readonly value: unknown }
  /** The reply, or the frame, was not readable. */
  | { readonly kind: 'unreadable' };

/** Rows that were left out, and where a list that lacks them goes on, are no values. */
const BESIDE = new Set(['unreadable', 'cursor', 'next', 'rest', 'detail']);

/** Null where it holds. */
export function faultOfSame(plain: Reading, respelled: Reading): string | null {
  if (respelled.kind === 'unreadable' || plain.kind === 'unreadable') return null;
  return differenceOf(plain.value, respelled.value, 'the reading');
}

function differenceOf(plain: unknown, found: unknown, path: string): string | null {
  if (Object.is(plain, found)) return null;
  if (Array.isArray(plain) && Array.isArray(found)) return differenceOfRows(plain, found, path);
  if (!isFields(plain) || !isFields(found))
    return `${path}: ${shown(plain)} became ${shown(found)}`;
  for (const name of new Set([...Object.keys(plain), ...Object.keys(found)])) {
    if (BESIDE.has(name)) continue;
    const difference = differenceOf(plain[name], found[name], `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

/** Rows may be missing; those that are there are the same, in their order. */
function differenceOfRows(
  plain: readonly unknown[],
  found: readonly unknown[],
  path: string,
): string | null {
  let index = 0;
  for (const row of found) {
    const first = differenceOf(plain[index], row, `${path}[${index}]`);
    while (index < plain.length && differenceOf(plain[index], row, '') !== null) index += 1;
    if (index === plain.length) return first ?? `${path} has another row: ${shown(row)}`;
    index += 1;
  }
  return null;
}

/** Null where it holds. `plain`: with the number that was there at first. */
export function faultOfPair(plain: Reading, one: Reading, other: Reading): string | null {
  if (plain.kind !== 'read' || one.kind !== 'read' || other.kind !== 'read') return null;
  return mergedLeaf(plain.value, one.value, other.value, 'the reading');
}

/** A value that changed with the number, and is the same for two numbers of one double. */
function mergedLeaf(plain: unknown, one: unknown, other: unknown, path: string): string | null {
  // Rows that were left out are read by none of the spellings.
  if (Array.isArray(one) && lengthOf(plain) !== one.length) return null;
  if (isTree(one) && isTree(other)) {
    const before = isTree(plain) ? plain : {};
    for (const name of Object.keys(one)) {
      const fault = mergedLeaf(before[name], one[name], other[name], `${path}.${name}`);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (Object.is(plain, one) || !Object.is(one, other)) return null;
  const isValue = typeof one === 'bigint' || (typeof one === 'string' && /\d{15}/.test(one));
  if (!isValue || isRounded(path)) return null;
  return `${path}: two numbers became ${shown(one)}`;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}

/** To a market's steps, to fifteen digits, and what is the least or the greatest of several. */
const ROUNDED = new Set(
  (
    'open high low close volume averageFillPrice averagePrice markPrice roiPercent ' +
    'locked available marginUsed maxOrderAmount maxOrderValue'
  ).split(' '),
);

function isRounded(path: string): boolean {
  return ROUNDED.has(path.slice(path.lastIndexOf('.') + 1));
}

type Fields = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isFields(value: unknown): value is Fields {
  return isTree(value) && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  );
  return (text ?? String(value)).slice(0, 120);
}

// The judge of law 4: of two spellings of one number, what is read is the same, or less of it is
// read; what the exchange itself sends is read whole; and two numbers are never read as one.

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

/** An id: the text itself is what is read. */
export function isInTexts(reading: Reading, digits: string): boolean {
  const isIn = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.split(/[^\d.-]|-(?!\d)|(?<=\d)-/).includes(digits)
      : typeof value === 'object' && value !== null && Object.values(value).some(isIn);
  return reading.kind === 'read' && isIn(reading.value);
}

/** Null where it holds: what the exchange itself sends is read, and all of it. */
export function faultOfOrdinary(plain: Reading, respelled: Reading): string | null {
  if (plain.kind === 'unreadable') return null;
  if (respelled.kind === 'unreadable') return 'a spelling of this exchange is not read';
  return (
    differenceOf(plain.value, respelled.value, 'the reading') ??
    absenceOf(plain.value, respelled.value, 'the reading')
  );
}

/** Of rows that are there in one of two readings. */
function absenceOf(plain: unknown, found: unknown, path: string): string | null {
  if (!isTree(plain) || !isTree(found)) return null;
  if (lengthOf(plain) !== lengthOf(found))
    return `${path}: ${lengthOf(found)} of ${lengthOf(plain)} rows are read`;
  for (const name of Object.keys(plain)) {
    const absence = BESIDE.has(name)
      ? null
      : absenceOf(plain[name], found[name], `${path}.${name}`);
    if (absence !== null) return absence;
  }
  return null;
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
export function faultOfPair(
  reader: string,
  plain: Reading,
  one: Reading,
  other: Reading,
): string | null {
  if (plain.kind !== 'read' || one.kind !== 'read' || other.kind !== 'read') return null;
  const merged = mergedLeaves(plain.value, one.value, other.value, 'the reading');
  return merged.find(({ path }) => !isRounded(reader, path))?.fault ?? null;
}

type MergedValue = { readonly path: string; readonly fault: string };

/** Values that changed with the number, and are the same for two numbers of one double. */
function mergedLeaves(
  plain: unknown,
  one: unknown,
  other: unknown,
  path: string,
): readonly MergedValue[] {
  // Rows that were left out are read by none of the spellings.
  if (Array.isArray(one) && lengthOf(plain) !== one.length) return [];
  if (isTree(one) && isTree(other)) {
    const before = isTree(plain) ? plain : {};
    return Object.keys(one).flatMap((name) =>
      mergedLeaves(before[name], one[name], other[name], `${path}.${name}`),
    );
  }
  if (Object.is(plain, one) || !Object.is(one, other)) return [];
  const isValue = typeof one === 'bigint' || (typeof one === 'string' && /\d{15}/.test(one));
  return isValue ? [{ path, fault: `${path}: two numbers became ${shown(one)}` }] : [];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}

/** By the reader and the place: what two numbers of one double may both become. */
const ROUNDED = new Set([
  // Counted in the steps of the market.
  ...placesOf(
    ['binance', 'binanceusdm', 'bitget', 'bybit', 'gate', 'okx'].map(
      (code) => `${code} marketStream`,
    ),
    ['open', 'high', 'low', 'close'].map((name) => `*.streamed.candle.${name}`),
  ),
  // A value by an amount, to fifteen digits.
  ...placesOf(
    ['binance', 'binanceusdm', 'bitget', 'bybit', 'coinbase', 'gate', 'kucoin', 'okx'].map(
      (code) => `${code} orders.lookUp`,
    ),
    ['averageFillPrice'],
  ),
  ...placesOf(['binance orders.place', 'gate orders.place'], ['averageFillPrice']),
  ...placesOf(
    ['bitget', 'coinbase', 'gate'].map((code) => `${code} orders.placedBetween`),
    ['items.*.averageFillPrice'],
  ),
  ...placesOf(
    ['binance', 'bitget', 'bybit', 'coinbase', 'gate', 'okx'].map((code) => `${code} stream`),
    ['*.news.order.averageFillPrice'],
  ),
  // A profit by a margin.
  ...placesOf(['bybit account.positions'], ['items.*.roiPercent']),
  // Of several maximums the least.
  ...placesOf(['binance markets', 'binanceusdm markets'], ['items.*.market.maxOrderAmount']),
  ...placesOf(['binance markets'], ['items.*.market.maxOrderValue']),
  // What is left of what is there, and nothing where more is available than that.
  ...placesOf(['okx account.balances'], ['balances.*.locked', 'balances.*.marginUsed']),
]);

function placesOf(readers: readonly string[], paths: readonly string[]): readonly string[] {
  return readers.flatMap((reader) => paths.map((path) => `${reader} ${path}`));
}

function isRounded(reader: string, path: string): boolean {
  const place = path.replace(/^the reading\./, '').replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');
  return ROUNDED.has(`${reader} ${place}`);
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

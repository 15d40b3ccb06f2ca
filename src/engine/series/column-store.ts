// The columns over one window of minutes, computed when they are first requested and shared by all
// runs over it. What no run holds may be dropped, least recently used first; requested again, it is
// computed again, to the same values.

import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { KnownPoints } from '#domain/data-series/data-points.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type {
  Column,
  ColumnGroup,
  ColumnPlace,
  ColumnShape,
  PassMemory,
} from '#engine/series/column.ts';
import type { DerivedStore } from '#engine/series/derived-columns.ts';
import { makeDerivedStore } from '#engine/series/derived-columns.ts';
import { priceScale } from '#engine/series/price-scale.ts';
import type { PriceScale } from '#engine/series/price-scale.ts';
import type { Timeline } from '#engine/series/timeline.ts';

export type ColumnMarket = {
  readonly market: Pick<Market, 'marketTag' | 'priceStep' | 'amountStep'>;
  /** From before the window, for warm-up; all markets of a store have the same rows. */
  readonly candles: CandleColumns;
  /** Minutes of a candle, which all its rows show; absent: one. */
  readonly candleMinutes?: number;
};

export type StoredMarket = {
  readonly marketTag: MarketTag;
  readonly priceScale: PriceScale;
  readonly amountScale: PriceScale;
  readonly candleMinutes: number;
  candles: CandleColumns;
};

export type ColumnStore = {
  readonly markets: ReadonlyMap<MarketTag, StoredMarket>;
  /** By the name that its owner gave it. */
  readonly dataSeries: ReadonlyMap<string, KnownPoints>;
  readonly firstMinute: number;
  /** Runs over it began before its rows: what depends on earlier minutes has to be seeded. */
  readonly isCut: boolean;
  readonly timelines: Map<string, Timeline>;
  /** In the order in which they were made: inputs stand before what is made of them. */
  readonly groups: Map<string, ColumnGroup>;
  /** Beside the groups, and with a limit of its own. */
  readonly derived: DerivedStore;
  readonly limits: ColumnStoreLimits;
  rowCount: number;
  bytes: number;
  nextId: number;
  /** How often a group was requested; the number of the last time is what `usedAt` holds. */
  uses: number;
};

export type ColumnStoreLimits = {
  /** How many elements of a series a script may see. */
  readonly visibleMax: number;
  /** Beyond this, columns that no run holds are dropped. */
  readonly bytesMax: number;
  /** What one run may hold. */
  readonly runBytesMax: number;
  readonly runColumnsMax: number;
};

const MEGABYTE = 2 ** 20;

const DEFAULT_LIMITS: ColumnStoreLimits = {
  visibleMax: 500,
  bytesMax: 512 * MEGABYTE,
  runBytesMax: 1_024 * MEGABYTE,
  runColumnsMax: 2_000,
};

/** A store without columns. The candles are read when columns are computed, and not written. */
export function makeColumnStore(
  markets: readonly ColumnMarket[],
  limits: Partial<ColumnStoreLimits> = {},
  isCut = false,
  dataSeries: ReadonlyMap<string, KnownPoints> = new Map(),
): ColumnStore {
  const [first] = markets;
  assert(first !== undefined, 'a window has the candles of some market');
  const { firstOpenMs, rowCount } = first.candles;
  assert(
    markets.every(({ candles }) => isAligned(candles, firstOpenMs, rowCount)),
    'all markets of a window have the same rows',
  );
  const stored = markets.map(
    ({ market, candles, candleMinutes = 1 }): [MarketTag, StoredMarket] => [
      market.marketTag,
      {
        marketTag: market.marketTag,
        priceScale: priceScale(market.priceStep),
        amountScale: priceScale(market.amountStep),
        candleMinutes,
        candles,
      },
    ],
  );
  return {
    markets: new Map(stored),
    dataSeries,
    firstMinute: firstOpenMs / MINUTE_MS,
    isCut,
    timelines: new Map(),
    groups: new Map(),
    derived: makeDerivedStore(),
    limits: { ...DEFAULT_LIMITS, ...limits },
    rowCount,
    bytes: 0,
    nextId: 0,
    uses: 0,
  };
}

function isAligned(candles: CandleColumns, firstOpenMs: number, rowCount: number): boolean {
  return candles.firstOpenMs === firstOpenMs && candles.rowCount === rowCount;
}

/** Equal timelines of a store are one object. */
export function timelineOf(
  store: ColumnStore,
  intervalMinutes: number,
  isClosedOnly: boolean,
): Timeline {
  // Rows are closed minutes: there is none that still forms.
  const leavesOut = isClosedOnly && intervalMinutes > 1;
  const key = `${intervalMinutes}|${leavesOut}`;
  const known = store.timelines.get(key);
  if (known !== undefined) return known;
  const timeline = { intervalMinutes, isClosedOnly: leavesOut, firstMinute: store.firstMinute };
  store.timelines.set(key, timeline);
  return timeline;
}

/** How a group that is not there yet is made. */
export type GroupRecipe = {
  readonly inputs: readonly ColumnGroup[];
  readonly shape: ColumnShape;
  readonly columnCount: number;
  /** What a row of all its columns takes; see column-work.ts. */
  readonly rowWork: number;
  /** What is retained beside the columns; absent: nothing. */
  readonly stateBytes?: number;
  /** Of columns that need no memory of their own, where they lie; nothing is computed then. */
  readonly lies?: ColumnPlace | null;
  /** Whether each row follows from the same row of candles and of inputs; absent: it does not. */
  readonly isRowByRow?: boolean;
  /**
   * Makes what computes rows `from` to `to` (exclusive) of the columns, called with consecutive
   * rows. However they are divided, the values are the same.
   */
  readonly start: (columns: readonly Column[]) => ColumnPass;
};

export type ColumnPass = ((from: number, to: number) => void) & { readonly memory?: PassMemory };

/** A pass that remembers something from row to row. */
export function remembering(
  run: (from: number, to: number) => void,
  memory: PassMemory,
): ColumnPass {
  return Object.assign(run, { memory });
}

/** What of a group was computed over earlier minutes than a store has. */
export type GroupSeed = {
  /** Rows of the store that are known. */
  readonly rowCount: number;
  readonly memory: readonly number[];
  readonly columns: readonly SeededColumn[];
};

export type SeededColumn = {
  readonly firstRow: number | null;
  /** Values that any series may still show, with their rows. */
  readonly rows: readonly number[];
  readonly values: readonly number[];
};

/** A column was requested that depends on minutes from before those that are here. */
export class EarlierMinutesNeeded extends Error {
  override readonly name = 'EarlierMinutesNeeded';
}

/** The group under this key, computed over the whole window when it is new. */
export function findOrMake(
  store: ColumnStore,
  key: string,
  { inputs, shape, columnCount, lies = null, isRowByRow = false, start }: GroupRecipe,
  seed: GroupSeed | null = null,
): ColumnGroup {
  store.uses += 1;
  const known = store.groups.get(key);
  if (known !== undefined) {
    known.usedAt = store.uses;
    return known;
  }
  if (store.isCut && seed === null && !isRowByRow) throw new EarlierMinutesNeeded();
  const ownPlace = seed === null ? lies : null;
  const columns = Array.from({ length: columnCount }, () => newColumn(store, shape, ownPlace));
  const run: ColumnPass = ownPlace === null ? start(columns) : () => undefined;
  let rowsDone = 0;
  if (seed !== null) {
    for (const [index, column] of columns.entries()) fillSeeded(column, seed.columns[index]);
    run.memory?.restore(seed.memory);
    rowsDone = seed.rowCount;
  }
  const group: ColumnGroup = {
    key,
    columns,
    inputs,
    memory: run.memory ?? null,
    isRowByRow,
    holders: 0,
    usedAt: store.uses,
    advance: (to) => {
      run(rowsDone, to);
      rowsDone = to;
    },
  };
  group.advance(store.rowCount);
  store.groups.set(key, group);
  return group;
}

function newColumn(store: ColumnStore, shape: ColumnShape, lies: ColumnPlace | null): Column {
  const id = store.nextId;
  store.nextId += 1;
  const values = lies === null ? makeValues(store.rowCount) : shownBefore(lies);
  if (lies === null) store.bytes += values.byteLength;
  return { id, values, shape, lies, searchedRows: 0, firstRow: null, watchers: new Set() };
}

function fillSeeded(column: Column, seeded: SeededColumn | undefined): void {
  assert(seeded !== undefined, 'a group has as many columns as it had');
  column.values.fill(Number.NaN);
  for (const [at, row] of seeded.rows.entries()) column.values[row] = seeded.values[at] as number;
  column.firstRow = seeded.firstRow;
}

/** Rows without a value that lie in front of each column, for those that show what was before. */
const ROWS_IN_FRONT = 64;

function makeValues(rowCount: number): Float64Array {
  const values = new Float64Array(ROWS_IN_FRONT + rowCount);
  values.fill(Number.NaN, 0, ROWS_IN_FRONT);
  return values.subarray(ROWS_IN_FRONT);
}

/** Where the values of `rowsBefore` lie in the column's memory; null when they do not. */
export function placeBefore(within: Column, rowsBefore: number): ColumnPlace | null {
  const rowsInFront = within.values.byteOffset / Float64Array.BYTES_PER_ELEMENT;
  return rowsBefore <= rowsInFront ? { within, rowsBefore } : null;
}

function shownBefore({ within, rowsBefore }: ColumnPlace): Float64Array {
  const { buffer, byteOffset, length } = within.values;
  const offset = byteOffset - rowsBefore * Float64Array.BYTES_PER_ELEMENT;
  return new Float64Array(buffer, offset, length);
}

/** Drops what no run holds until the store is within its limit, least recently used first. */
export function dropUnused(store: ColumnStore, bytesMax = store.limits.bytesMax): void {
  if (store.bytes <= bytesMax) return;
  for (const group of leastUsedFirst([...store.groups.values()])) {
    if (store.bytes <= bytesMax) return;
    store.groups.delete(group.key);
    for (const { values, lies } of group.columns) {
      if (lies === null) store.bytes -= values.byteLength;
    }
  }
}

/**
 * What no run holds. Who uses a group uses its inputs, so these come behind it. The groups are in
 * the order in which they were made.
 */
function leastUsedFirst(groups: readonly ColumnGroup[]): readonly ColumnGroup[] {
  const latestFirst = groups.toReversed();
  for (const group of latestFirst) {
    for (const input of group.inputs) input.usedAt = Math.max(input.usedAt, group.usedAt);
  }
  const unused = latestFirst.filter(({ holders }) => holders === 0);
  // Sorting is stable: of those used at the same time, the last made comes first.
  return unused.toSorted((a, b) => a.usedAt - b.usedAt);
}

/**
 * Takes in the minutes that have come since: `candles` by market hold the earlier rows as they were
 * and the new ones behind them. Columns that runs hold go on; their values are the same as those of
 * a store made of all rows at once.
 */
export function extendColumnStore(
  store: ColumnStore,
  candles: ReadonlyMap<MarketTag, CandleColumns>,
): void {
  const rowCounts = [...candles.values()].map((columns) => columns.rowCount);
  const [rowCount = store.rowCount] = rowCounts;
  assert(rowCount >= store.rowCount, 'a window only grows');
  dropUnused(store, 0);
  for (const market of store.markets.values()) {
    const longer = candles.get(market.marketTag);
    assert(
      longer !== undefined && isAligned(longer, market.candles.firstOpenMs, rowCount),
      'every market of a window grows by the same rows',
    );
    market.candles = longer;
  }
  store.rowCount = rowCount;
  for (const group of store.groups.values()) {
    for (const column of group.columns) makeRoom(store, column);
    group.advance(rowCount);
  }
}

const SPARE_ROWS_MIN = 1_024;

function makeRoom(store: ColumnStore, column: Column): void {
  const { values, lies, watchers } = column;
  if (values.length >= store.rowCount) return;
  if (lies === null) {
    const spare = Math.max(SPARE_ROWS_MIN, store.rowCount >> 2);
    column.values = makeValues(store.rowCount + spare);
    column.values.set(values);
    store.bytes += column.values.byteLength - values.byteLength;
  } else column.values = shownBefore(lies);
  for (const watcher of watchers) watcher.newest = column.values;
}

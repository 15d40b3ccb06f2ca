// Minutes of one market that running bots read, in memory that their threads share, with room for
// those to come. Windows that begin later lie in the memory of one that begins before them.

import { MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, sliceColumns } from '#domain/candle/candle-columns.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { hasSameSteps } from '#services/history/fetch-minutes.ts';

const ROOM_ROWS = 1_440;
/** Columns with more rows behind those that are shown, in the same memory. */
const roomOf = new WeakMap<CandleColumns, CandleColumns>();
/** Until when a memory has minutes, whichever window has written them. */
const writtenUntilMs = new WeakMap<ArrayBufferLike, number>();

const PRICES = ['open', 'high', 'low', 'close'] as const;
const NAMES = [...PRICES, 'volume', 'isMissing'] as const;

/** The first rows, with room behind them; what lies in the memory of a window stays there. */
export function withRoom(columns: CandleColumns, rowCount: number): CandleColumns {
  const shown = sliceColumns(columns, 0, rowCount);
  const room = roomOf.get(columns);
  return room === undefined ? copied(shown, 0) : lyingIn(room, rowCount);
}

function lyingIn(room: CandleColumns, rowCount: number): CandleColumns {
  const shown = sliceColumns(room, 0, rowCount);
  roomOf.set(shown, room);
  return shown;
}

function copied(columns: CandleColumns, extraRows: number): CandleColumns {
  const rowCount = columns.rowCount + extraRows;
  const room = Math.max(ROOM_ROWS, rowCount >> 2);
  const whole = allocateColumns(columns.firstOpenMs, rowCount + room, 'shared');
  for (const name of NAMES) whole[name].set(columns[name], 0);
  writtenUntilMs.set(whole.close.buffer, endOfColumns(columns));
  return lyingIn(whole, columns.rowCount);
}

/** A window with what may be shared of it. */
type OtherWindow = {
  readonly markets: readonly Market[];
  readonly columns: ReadonlyMap<MarketTag, CandleColumns>;
  readonly seenCorrection: number;
  readonly hasOtherSteps: boolean;
};

type MinutesWish = {
  readonly startMs: number;
  readonly seenCorrection: number;
};

/**
 * The minutes of a market from an instant on, as a window has them whose runs see the same
 * corrections; null where none has.
 */
export function minutesOfOthers(
  windows: Iterable<OtherWindow>,
  market: Market,
  { startMs, seenCorrection }: MinutesWish,
): CandleColumns | null {
  for (const { markets, columns, seenCorrection: seen, hasOtherSteps } of windows) {
    const own = columns.get(market.marketTag);
    const held = markets.find(({ marketTag }) => marketTag === market.marketTag);
    if (own === undefined || held === undefined || hasOtherSteps) continue;
    const room = roomOf.get(own);
    const row = (startMs - own.firstOpenMs) / MINUTE_MS;
    if (room === undefined || seen !== seenCorrection || !hasSameSteps(held, market)) continue;
    // A missing row shows the price before, which a window that begins there does not know.
    if (row < 0 || row >= own.rowCount || own.isMissing[row] !== 0) continue;
    return lyingIn(sliceColumns(room, row, room.rowCount), own.rowCount - row);
  }
  return null;
}

/** The rows with more behind them. What was shown before stays as it is. */
export function appendMinutes(shown: CandleColumns, more: CandleColumns): CandleColumns {
  const rowCount = shown.rowCount + more.rowCount;
  const room = roomOf.get(shown);
  if (room === undefined || room.rowCount < rowCount) {
    const larger = copied(shown, more.rowCount);
    return appendMinutes(larger, more);
  }
  const longer = lyingIn(room, rowCount);
  const shownUntilMs = endOfColumns(shown);
  const { buffer } = room.close;
  const writtenMs = Math.max(shownUntilMs, writtenUntilMs.get(buffer) ?? 0);
  const known = Math.min(more.rowCount, (writtenMs - shownUntilMs) / MINUTE_MS);
  if (known < more.rowCount) {
    write(longer, shown.rowCount + known, sliceColumns(more, known, more.rowCount));
    writtenUntilMs.set(buffer, endOfColumns(longer));
  }
  return longer;
}

/** A minute without a candle repeats the last close before it, also the first of a stretch. */
function write(target: CandleColumns, from: number, more: CandleColumns): void {
  for (const name of NAMES) target[name].set(more[name], from);
  const last = target.close[from - 1] as number;
  for (let row = from; row < target.rowCount && target.isMissing[row] !== 0; row += 1)
    for (const name of PRICES) target[name][row] = last;
}

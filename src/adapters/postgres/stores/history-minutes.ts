// Minutes that were appended live, and corrections, in PostgreSQL. A minute that was appended is a
// row of its own until it is packed: appending to a thousand markets takes one statement.

import { MINUTE_MS } from '#lib/time.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { CandleCorrection, MinuteAppend, MinuteWindow } from '#ports/world/history.ts';
import type { CorrectedMinute } from '#adapters/history/merge-into-store.ts';
import type { Session, Statement } from '#adapters/postgres/connection/database.ts';

type CandleRow = {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

type CorrectionRow = { readonly number: number; readonly minute: number } & {
  readonly [name in Exclude<keyof CandleRow, 'minute'>]: number | null;
};

/**
 * One statement and no transaction around it: bots would wait for each further one. Rows are found
 * by index and by position, never by a join of two lists, whose lengths the planner does not know.
 * A market that is locked is written otherwise; its feed begins anew when that is done.
 */
const APPEND: Statement<{ readonly market_tag: MarketTag }> = {
  name: 'append_candle_minutes',
  text: `
    WITH free AS (
      SELECT stored.market_tag, added.until_ms, added.first_row, added.last_row
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::integer[],
          $7::integer[])
        AS added (market_tag, from_ms, until_ms, price_step, amount_step, first_row, last_row)
        JOIN market_histories AS stored ON stored.market_tag = added.market_tag
          AND stored.covered_until_ms = added.from_ms AND stored.price_step = added.price_step
          AND stored.amount_step = added.amount_step AND stored.candle_minutes = 1
      FOR UPDATE OF stored SKIP LOCKED
    ), advanced AS (
      UPDATE market_histories AS stored SET covered_until_ms = free.until_ms
      FROM free WHERE stored.market_tag = free.market_tag
      RETURNING stored.market_tag, free.first_row, free.last_row
    ), appended AS (
      INSERT INTO candle_minutes (market_tag, minute, open, high, low, close, volume)
      SELECT market_tag, ($8::integer[])[row], ($9::bigint[])[row], ($10::bigint[])[row],
        ($11::bigint[])[row], ($12::bigint[])[row], ($13::bigint[])[row]
      FROM advanced CROSS JOIN LATERAL generate_series(first_row, last_row) AS row
      ON CONFLICT (market_tag, minute) DO UPDATE SET open = excluded.open, high = excluded.high,
        low = excluded.low, close = excluded.close, volume = excluded.volume
    )
    SELECT market_tag FROM advanced`,
};

const READ: Statement<CandleRow> = {
  name: 'read_candle_minutes',
  text: `
    SELECT minute, open, high, low, close, volume FROM candle_minutes
    WHERE market_tag = $1 AND minute >= $2 AND minute < $3 ORDER BY minute`,
};

const REMOVE: Statement<unknown> = {
  text: 'DELETE FROM candle_minutes WHERE market_tag = $1 AND minute <= $2',
};

const LOCK_CORRECTIONS: Statement<unknown> = {
  text: `SELECT pg_advisory_xact_lock(hashtextextended('candle corrections', 0))`,
};

const NOTE_CORRECTIONS: Statement<unknown> = {
  text: `
    INSERT INTO candle_corrections (market_tag, minute, open, high, low, close, volume)
    SELECT $1, minute, open, high, low, close, volume
    FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
      AS before (minute, open, high, low, close, volume)`,
};

const LIST_CORRECTIONS: Statement<CorrectionRow> = {
  name: 'list_candle_corrections',
  text: `
    SELECT number, minute, open, high, low, close, volume FROM candle_corrections
    WHERE market_tag = $1 AND minute >= $2 AND minute < $3 AND number > $4 ORDER BY number DESC`,
};

const LAST_CORRECTION: Statement<{ readonly number: number }> = {
  text: 'SELECT coalesce(max(number), 0) AS number FROM candle_corrections',
};

const MINUTE_MAX = 2_147_483_647;
const ALL: MinuteWindow = { fromMs: 0, toMs: MINUTE_MAX * MINUTE_MS };

/** See HistoryStore. */
export async function appendMinutes(
  session: Pick<Session, 'write'>,
  appends: readonly MinuteAppend[],
): Promise<readonly boolean[]> {
  // Rows of a market are those after the one that the market before it ends with.
  const lastRows: number[] = [];
  for (const { closed } of appends) lastRows.push((lastRows.at(-1) ?? 0) + closed.candles.length);
  const advanced = await session.write(APPEND, [
    appends.map(({ marketTag }) => marketTag),
    appends.map(({ closed }) => closed.fromMs),
    appends.map(({ closed }) => closed.toMs),
    appends.map(({ steps }) => formatDecimal(steps.priceStep)),
    appends.map(({ steps }) => formatDecimal(steps.amountStep)),
    appends.map((_, index) => (lastRows[index - 1] ?? 0) + 1),
    lastRows,
    ...figuresOf(appends.flatMap(({ closed }) => closed.candles)),
  ]);
  const tags = new Set(advanced.map((each) => each.market_tag));
  return appends.map(({ marketTag }) => tags.has(marketTag));
}

/** Those that are not packed, oldest first. */
export async function readMinutes(
  session: Pick<Session, 'read'>,
  marketTag: MarketTag,
  { fromMs, toMs }: MinuteWindow = ALL,
): Promise<readonly Candle[]> {
  const rows = await session.read(READ, [marketTag, ...minutesOf({ fromMs, toMs })]);
  return rows.map(candleFromRow);
}

/** The first, and the first after the last. */
function minutesOf({ fromMs, toMs }: MinuteWindow): readonly [number, number] {
  const toMinute = Math.min(Math.ceil(toMs / MINUTE_MS), MINUTE_MAX);
  return [Math.floor(fromMs / MINUTE_MS), toMinute];
}

/** Takes minutes that are not packed out, as days. Only under the market's lock. */
export async function takeMinutes(
  session: Session,
  marketTag: MarketTag,
): Promise<readonly CandleColumns[]> {
  const candles = await readMinutes(session, marketTag);
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return [];
  await session.write(REMOVE, [marketTag, last.openTimeMs / MINUTE_MS]);
  return daysOf(columnsFromCandles(candles, first.openTimeMs, last.openTimeMs + MINUTE_MS));
}

/** Deletes all minutes of a market that are not packed. */
export async function removeMinutes(session: Session, marketTag: MarketTag): Promise<void> {
  await session.write(REMOVE, [marketTag, ALL.toMs / MINUTE_MS]);
}

/** Their numbers follow the order of commits, so that no lower one appears later. */
export async function noteCorrections(
  session: Session,
  marketTag: MarketTag,
  corrected: readonly CorrectedMinute[],
): Promise<void> {
  if (corrected.length === 0) return;
  await session.write(LOCK_CORRECTIONS, []);
  const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume') =>
    corrected.map(({ before }) => before?.[name] ?? null);
  await session.write(NOTE_CORRECTIONS, [
    marketTag,
    corrected.map(({ openTimeMs }) => openTimeMs / MINUTE_MS),
    column('open'),
    column('high'),
    column('low'),
    column('close'),
    column('volume'),
  ]);
}

/** Corrections of a window after a number, in the order in which they were written. */
export async function listCorrections(
  session: Pick<Session, 'read'>,
  marketTag: MarketTag,
  { fromMs, toMs }: MinuteWindow,
  afterNumber: number,
): Promise<readonly CandleCorrection[]> {
  const rows = await session.read(LIST_CORRECTIONS, [
    marketTag,
    ...minutesOf({ fromMs, toMs }),
    afterNumber,
  ]);
  return rows.map(correctionFromRow);
}

/** Number of the newest correction of any market; 0 when there is none. */
export async function lastCorrection(session: Pick<Session, 'read'>): Promise<number> {
  const [row] = await session.read(LAST_CORRECTION, []);
  return row?.number ?? 0;
}

function figuresOf(candles: readonly Candle[]): readonly unknown[] {
  return [
    candles.map(({ openTimeMs }) => openTimeMs / MINUTE_MS),
    candles.map(({ open }) => open),
    candles.map(({ high }) => high),
    candles.map(({ low }) => low),
    candles.map(({ close }) => close),
    candles.map(({ volume }) => volume),
  ];
}

function candleFromRow({ minute, open, high, low, close, volume }: CandleRow): Candle {
  return {
    openTimeMs: minute * MINUTE_MS,
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
    volume: BigInt(volume),
  };
}

function correctionFromRow(row: CorrectionRow): CandleCorrection {
  const { number, minute, open, high, low, close, volume } = row;
  const isMissing =
    open === null || high === null || low === null || close === null || volume === null;
  const before = isMissing ? null : candleFromRow({ minute, open, high, low, close, volume });
  return { number, openTimeMs: minute * MINUTE_MS, before };
}

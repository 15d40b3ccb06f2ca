// Minutes that were appended live, and corrections, in PostgreSQL. A minute that was appended is a
// row of its own until it is packed: appending to a thousand markets takes two statements.

import { MINUTE_MS } from '#lib/time.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { MarketTag } from '#domain/market/market.ts';
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

/** One that is locked is written otherwise; its feed begins anew when that is done. */
const ADVANCE: Statement<{ readonly market_tag: MarketTag }> = {
  name: 'advance_market_histories',
  text: `
    WITH added AS (
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
        AS added (market_tag, from_ms, until_ms, price_step, amount_step)
    ), free AS (
      SELECT market_tag FROM market_histories WHERE market_tag = ANY ($1::text[])
      FOR UPDATE SKIP LOCKED
    )
    UPDATE market_histories AS stored SET covered_until_ms = added.until_ms
    FROM added JOIN free USING (market_tag)
    WHERE stored.market_tag = added.market_tag AND stored.covered_until_ms = added.from_ms
      AND stored.price_step = added.price_step AND stored.amount_step = added.amount_step
      AND stored.candle_minutes = 1
    RETURNING stored.market_tag`,
};

const APPEND: Statement<unknown> = {
  name: 'append_candle_minutes',
  text: `
    INSERT INTO candle_minutes
    SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[],
      $6::bigint[], $7::bigint[])
    ON CONFLICT (market_tag, minute) DO UPDATE SET open = excluded.open, high = excluded.high,
      low = excluded.low, close = excluded.close, volume = excluded.volume`,
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
export async function appendWithin(
  session: Session,
  appends: readonly MinuteAppend[],
): Promise<readonly boolean[]> {
  const advanced = await session.write(ADVANCE, [
    appends.map(({ marketTag }) => marketTag),
    appends.map(({ closed }) => closed.fromMs),
    appends.map(({ closed }) => closed.toMs),
    appends.map(({ steps }) => formatDecimal(steps.priceStep)),
    appends.map(({ steps }) => formatDecimal(steps.amountStep)),
  ]);
  const tags = new Set(advanced.map((each) => each.market_tag));
  const rows = appends
    .filter(({ marketTag }) => tags.has(marketTag))
    .flatMap(({ marketTag, closed }) => closed.candles.map((candle) => ({ marketTag, candle })));
  if (rows.length > 0)
    await session.write(APPEND, [
      rows.map(({ marketTag }) => marketTag),
      ...figuresOf(rows.map(({ candle }) => candle)),
    ]);
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

// History in PostgreSQL. A write holds the market's lock until it is committed, so that two writers
// cannot lose each other's minutes.

import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { accepted, rejected } from '#lib/result.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type {
  HistoryStore,
  HistorySteps,
  HistorySummary,
  HistoryWrite,
} from '#ports/world/history.ts';
import type { MarketRecord } from '#adapters/history/market-record.ts';
import { marketFromRecord, marketToRecord } from '#adapters/history/market-record.ts';
import type { ReadDays, StoredTerms } from '#adapters/history/merge-into-store.ts';
import { firstDayOf, buildDayRows } from '#adapters/history/build-day-rows.ts';
import {
  DAYS_AT_ONCE,
  findCorrected,
  mergeIntoStore,
  termsRefusal,
} from '#adapters/history/merge-into-store.ts';
import type { PackedDay } from '#adapters/history/packed-day.ts';
import { dayNumberOf } from '#adapters/history/packed-day.ts';
import {
  appendMinutes,
  lastCorrection,
  listCorrections,
  noteCorrections,
  readMinutes,
  removeMinutes,
  takeMinutes,
} from '#adapters/postgres/stores/history-minutes.ts';
import { purgeCorrections } from '#adapters/postgres/stores/purge-corrections.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';

type DayRow = Pick<PackedDay, 'day' | 'packed'> & { readonly candle_minutes: number };

const LOCK: Statement<unknown> = {
  text: `SELECT pg_advisory_xact_lock(hashtextextended('history ' || $1, 0))`,
};

const FIND_TERMS: Statement<StepsRow & CoveredRow & { readonly market: MarketRecord | null }> = {
  text: `
    SELECT price_step, amount_step, candle_minutes, market, covered_from_ms, covered_until_ms
    FROM market_histories WHERE market_tag = $1 FOR UPDATE`,
};

const READ_DAYS: Statement<PackedDay> = {
  text: `
    SELECT day, candles_count AS "candlesCount", first_minute AS "firstMinute",
      last_minute AS "lastMinute", packed
    FROM candle_days WHERE market_tag = $1 AND day = ANY ($2::integer[])`,
};

const WRITE_DAYS: Statement<unknown> = {
  text: `
    INSERT INTO candle_days (
      market_tag, day, candles_count, first_minute, last_minute, packed
    )
    SELECT $1, day, candles_count, first_minute, last_minute, packed
    FROM unnest($2::integer[], $3::smallint[], $4::smallint[], $5::smallint[], $6::bytea[])
      AS new (day, candles_count, first_minute, last_minute, packed)
    ON CONFLICT (market_tag, day) DO UPDATE SET
      candles_count = excluded.candles_count, first_minute = excluded.first_minute,
      last_minute = excluded.last_minute, packed = excluded.packed`,
};

const WIDEN: Statement<unknown> = {
  text: `
    INSERT INTO market_histories AS stored (
      market_tag, covered_from_ms, covered_until_ms, price_step, amount_step, market,
      candle_minutes
    ) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (market_tag) DO UPDATE SET
      covered_from_ms = least(stored.covered_from_ms, excluded.covered_from_ms),
      covered_until_ms = greatest(stored.covered_until_ms, excluded.covered_until_ms),
      market = coalesce(stored.market, excluded.market)`,
};

const LOAD_DAYS: Statement<DayRow> = {
  name: 'load_candle_days',
  text: `
    SELECT day, packed, coalesce(candle_minutes, 1) AS candle_minutes
    FROM candle_days LEFT JOIN market_histories USING (market_tag)
    WHERE market_tag = $1 AND day <= $3 AND day >= $2 -
      CASE WHEN candle_minutes > 1440 THEN candle_minutes / 1440 + 1 ELSE 0 END`,
};

type StepsRow = {
  readonly price_step: string;
  readonly amount_step: string;
  readonly candle_minutes: number;
};

type CoveredRow = { readonly covered_from_ms: number; readonly covered_until_ms: number };

type SummaryRow = StepsRow &
  CoveredRow & {
    readonly market_tag: MarketTag;
    readonly first_minute: number | null;
    readonly last_minute: number | null;
    readonly candles_count: number;
  };

/** Minutes since 1970 fit an integer until the year 6053. A packed minute is no row of its own. */
const SUMMARIZE = `
  SELECT market_tag, price_step, amount_step, candle_minutes, covered_from_ms, covered_until_ms,
    least(packed.first_minute, live.first_minute) AS first_minute,
    greatest(packed.last_minute, live.last_minute) AS last_minute,
    packed.candles_count + live.candles_count AS candles_count
  FROM market_histories AS stored
    CROSS JOIN LATERAL (
      SELECT min(day * 1440 + days.first_minute) AS first_minute,
        max(day * 1440 + days.last_minute) AS last_minute,
        coalesce(sum(days.candles_count), 0) AS candles_count
      FROM candle_days AS days WHERE days.market_tag = stored.market_tag
    ) AS packed
    CROSS JOIN LATERAL (
      SELECT min(minute) AS first_minute, max(minute) AS last_minute, count(*) AS candles_count
      FROM candle_minutes AS minutes WHERE minutes.market_tag = stored.market_tag
    ) AS live`;

const SUMMARIZE_ALL: Statement<SummaryRow> = {
  isReadByRow: true,
  text: `${SUMMARIZE} ORDER BY market_tag`,
};

const SUMMARIZE_ONE: Statement<SummaryRow> = {
  text: `${SUMMARIZE} WHERE market_tag = $1`,
};

const LIST_MARKETS: Statement<{ readonly market_tag: string; readonly market: MarketRecord }> = {
  text: `
    SELECT market_tag, market FROM market_histories WHERE market IS NOT NULL ORDER BY market_tag`,
};

const DELETE_DAYS: Statement<unknown> = { text: 'DELETE FROM candle_days WHERE market_tag = $1' };
const DELETE: Statement<unknown> = {
  text: 'DELETE FROM market_histories WHERE market_tag = $1 RETURNING market_tag',
};

/** Store over this database. */
export function postgresHistoryStore(database: Database): HistoryStore {
  return {
    writeHistory: (write) => database.transaction((session) => writeWithin(session, write)),
    appendMinutes: async (appends) =>
      appends.length === 0 ? [] : appendMinutes(database, appends),
    packMinutes: (marketTag) =>
      database.transaction(async (session) => {
        await session.write(LOCK, [marketTag]);
        await packWithin(session, marketTag);
      }),
    listCorrections: (marketTag, window, afterNumber) =>
      listCorrections(database, marketTag, window, afterNumber),
    purgeCorrections: (beforeMs, rowsMax) => purgeCorrections(database, beforeMs, rowsMax),
    lastCorrection: () => lastCorrection(database),
    async loadCandles(marketTag, window, memory) {
      // Before the days: what is packed in between is in both, and not in neither.
      const newest = await readMinutes(database, marketTag, window);
      const [first, last] = [dayNumberOf(window.fromMs), dayNumberOf(window.toMs - 1)];
      const rows = await database.read(LOAD_DAYS, [marketTag, first, last]);
      const candleMinutes = rows[0]?.candle_minutes ?? 1;
      const firstDay = firstDayOf(window, candleMinutes);
      const days = rows.filter(({ day }) => day >= firstDay);
      return buildDayRows(days, window, candleMinutes, memory, newest);
    },
    async summarizeHistory(marketTag) {
      const [row] = await database.read(SUMMARIZE_ONE, [marketTag]);
      return row === undefined ? null : summaryFromRow(row);
    },
    async listHistory() {
      return ofHistories(database, await database.read(SUMMARIZE_ALL, []), summaryFromRow);
    },
    deleteHistory: (marketTag) =>
      database.transaction(async (session) => {
        await session.write(LOCK, [marketTag]);
        // First, because nothing is appended without it.
        const deleted = await session.write(DELETE, [marketTag]);
        await session.write(DELETE_DAYS, [marketTag]);
        await removeMinutes(session, marketTag);
        return deleted.length === 1;
      }),
    async listHistoryMarkets() {
      const rows = await database.read(LIST_MARKETS, []);
      return ofHistories(database, rows, ({ market }) => marketFromRecord(market));
    },
  };
}

async function writeWithin(
  session: Session,
  write: HistoryWrite,
): ReturnType<HistoryStore['writeHistory']> {
  const { marketTag, market, covered, steps, candleMinutes } = write;
  await session.write(LOCK, [marketTag]);
  const stored = await findTerms(session, marketTag);
  const refusal = stored === null ? null : termsRefusal(write, stored);
  if (refusal !== null) return rejected(refusal);
  await packWithin(session, marketTag);
  const readDays: ReadDays = (days) => session.read(READ_DAYS, [marketTag, days]);
  const corrected = stored === null ? [] : await findCorrected(write, stored.covered, readDays);
  const merged = await mergeIntoStore(write, readDays);
  if (!merged.ok) return merged;
  await noteCorrections(session, marketTag, corrected);
  await writeDays(session, marketTag, merged.value.days);
  const record = market === null ? null : marketToRecord(market);
  const texts = [formatDecimal(steps.priceStep), formatDecimal(steps.amountStep)];
  const retained = [covered.fromMs, covered.toMs, ...texts, record, candleMinutes];
  await session.write(WIDEN, [marketTag, ...retained]);
  return accepted(merged.value.written);
}

/** Minutes that were appended become parts of their days. */
async function packWithin(session: Session, marketTag: MarketTag): Promise<void> {
  const days = await takeMinutes(session, marketTag);
  if (days.length === 0) return;
  const merged = await mergeIntoStore({ days, onDifference: 'replace' }, (numbers) =>
    session.read(READ_DAYS, [marketTag, numbers]),
  );
  if (merged.ok) await writeDays(session, marketTag, merged.value.days);
}

/** Nothing is appended to it until the end of the transaction. */
async function findTerms(session: Session, marketTag: MarketTag): Promise<StoredTerms | null> {
  const [row] = await session.read(FIND_TERMS, [marketTag]);
  if (row === undefined) return null;
  const market = row.market === null ? null : marketFromRecord(row.market);
  const covered = { fromMs: row.covered_from_ms, toMs: row.covered_until_ms };
  return { market, steps: stepsFromRow(row), candleMinutes: row.candle_minutes, covered };
}

function stepsFromRow(row: StepsRow): HistorySteps {
  return { priceStep: decimal(row.price_step), amountStep: decimal(row.amount_step) };
}

async function writeDays(
  session: Session,
  marketTag: MarketTag,
  days: readonly PackedDay[],
): Promise<void> {
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE) {
    const chunk = days.slice(start, start + DAYS_AT_ONCE);
    await session.write(WRITE_DAYS, [
      marketTag,
      chunk.map(({ day }) => day),
      chunk.map(({ candlesCount }) => candlesCount),
      chunk.map(({ firstMinute }) => firstMinute),
      chunk.map(({ lastMinute }) => lastMinute),
      chunk.map(({ packed }) => packed),
    ]);
  }
}

function ofHistories<Row extends { readonly market_tag: string }, T>(
  database: Database,
  rows: readonly Row[],
  fromRow: (row: Row) => T,
): readonly T[] {
  return storedRows(database, 'market_histories', rows, (row) => row.market_tag, fromRow);
}

function summaryFromRow(row: SummaryRow): HistorySummary {
  const { first_minute: firstMinute, last_minute: lastMinute } = row;
  return {
    marketTag: row.market_tag,
    steps: stepsFromRow(row),
    candleMinutes: row.candle_minutes,
    covered: { fromMs: row.covered_from_ms, toMs: row.covered_until_ms },
    firstOpenMs: firstMinute === null ? null : firstMinute * MINUTE_MS,
    lastOpenMs: lastMinute === null ? null : lastMinute * MINUTE_MS,
    candlesCount: row.candles_count,
  };
}

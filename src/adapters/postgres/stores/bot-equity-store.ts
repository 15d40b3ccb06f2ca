// Equity history of bot runs, in PostgreSQL. Steps are written by commit-bot-steps.ts.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { DAY_MS } from '#lib/time.ts';
import type { BotEquityPoint, BotEquityStore } from '#ports/stores/bot-equity-store.ts';
import { BOT_EQUITY_RETAINED_MS } from '#ports/stores/bot-equity-store.ts';
import type { FencedStep } from '#ports/stores/bot-run-store.ts';

/** A part of the statement that writes steps; $10: `equityRows` as JSON. */
export const INSERT_EQUITY = `
      INSERT INTO bot_equity (bot_id, activation, at_ms, value, realized, price, is_lasting)
      SELECT bot_id, activation, at_ms, value, realized, price, is_lasting
      FROM json_to_recordset($10::json) AS given (
        bot_id text, activation int, at_ms bigint, value double precision,
        realized double precision, price double precision, is_lasting boolean
      )
      ON CONFLICT DO NOTHING`;

// Each day of a run those of one earlier day, so that nobody has to look for what is too old.
const TRIM: Statement<unknown> = {
  name: 'trim_bot_equity',
  text: `
    DELETE FROM bot_equity e
    USING unnest($1::text[], $2::int[], $3::bigint[]) AS ended (bot_id, activation, before_ms)
    WHERE e.bot_id = ended.bot_id AND e.activation = ended.activation
      AND e.at_ms < ended.before_ms AND e.at_ms >= ended.before_ms - ${2 * DAY_MS}
      AND NOT e.is_lasting`,
};

type PointRow = {
  readonly at_ms: number;
  readonly value: number;
  readonly realized: number;
  readonly price: number | null;
  readonly is_lasting: boolean;
};

const FIND_CURVE: Statement<{ readonly curve: string | null }> = {
  text: 'SELECT curve FROM bot_runs WHERE bot_id = $1 AND activation = $2',
};

const LIST: Statement<PointRow> = {
  text: `
    SELECT at_ms, value, realized, price, is_lasting FROM bot_equity
    WHERE bot_id = $1 AND activation = $2 AND ($3::bigint IS NULL OR at_ms > $3)
    ORDER BY at_ms LIMIT $4`,
};

/** Store over this database, for reading. */
export function postgresBotEquity(database: Database): BotEquityStore {
  return {
    async findCurve(botId, activation) {
      return (await database.read(FIND_CURVE, [botId, activation]))[0]?.curve ?? null;
    },
    async listBotEquity({ botId, activation }, afterMs, limit) {
      const rows = await database.read(LIST, [botId, activation, afterMs, limit]);
      return rows.map(({ at_ms: atMs, is_lasting: isLasting, ...row }): BotEquityPoint => {
        return { ...row, atMs, isLasting };
      });
    },
  };
}

/** Rows of the points of several steps, for one insertion. */
export function equityRows(steps: readonly FencedStep[]) {
  return steps.flatMap(({ step: { record, equity } }) =>
    equity.map(({ atMs, value, realized, price, isLasting }) => ({
      bot_id: record.botId,
      activation: record.activation,
      at_ms: atMs,
      value,
      realized,
      price,
      is_lasting: isLasting,
    })),
  );
}

/** Of runs whose day has ended with the step. */
export async function trimEquity(session: Session, steps: readonly FencedStep[]): Promise<void> {
  const ended = steps.flatMap(({ step: { record, equity } }) => {
    const day = equity.findLast(({ atMs, isLasting }) => isLasting && atMs % DAY_MS === 0);
    if (day === undefined) return [];
    return [{ ...record, beforeMs: day.atMs - BOT_EQUITY_RETAINED_MS }];
  });
  if (ended.length === 0) return;
  await session.write(TRIM, [
    ended.map(({ botId }) => botId),
    ended.map(({ activation }) => activation),
    ended.map(({ beforeMs }) => beforeMs),
  ]);
}

// A run of a bot as a row of the table `bot_runs`.

import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';

export type BotRunRow = {
  readonly bot_id: string;
  readonly activation: number;
  readonly setup: string;
  readonly done_until_ms: number;
  readonly event_count: number;
  readonly placed_count: number;
  readonly placed_digest: string;
  readonly fill_cursor: string | null;
  readonly margin_cursor: string | null;
  readonly open_count: number;
};

/** What a run can be made again from; in this order. */
export const BOT_RUN_COLUMNS = [
  'bot_id',
  'activation',
  'setup',
  'done_until_ms',
  'event_count',
  'placed_count',
  'placed_digest',
  'fill_cursor',
  'margin_cursor',
  'open_count',
] as const satisfies readonly (keyof BotRunRow)[];

/** Record of a run from its row. */
export function botRunFromRow(row: BotRunRow): BotRunRecord {
  return {
    botId: row.bot_id,
    activation: row.activation,
    setup: row.setup,
    doneUntilMs: row.done_until_ms,
    eventCount: row.event_count,
    placedCount: row.placed_count,
    placedDigest: row.placed_digest,
    fillCursor: row.fill_cursor,
    marginCursor: row.margin_cursor,
    openCount: row.open_count,
  };
}

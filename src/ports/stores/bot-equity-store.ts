// Equity of bot runs over time, as their steps say it. A step that was written twice has each point
// once. All throw Failure.

import { DAY_MS } from '#lib/time.ts';

/** Points that are not lasting are retained for so long. */
export const BOT_EQUITY_RETAINED_MS = 30 * DAY_MS;

/** At the close of a minute, in the profit currency of the run. Floats: nothing is booked by it. */
export type BotEquityPoint = {
  readonly atMs: number;
  /** All that the run began with, what it has realised since, and its open profit. */
  readonly value: number;
  readonly realized: number;
  /** Of its trade market; null where it is not known. */
  readonly price: number | null;
  /** The start of the run, the ends of UTC days, and its end are retained with the run. */
  readonly isLasting: boolean;
};

type RunName = { readonly botId: string; readonly activation: number };

export type BotEquityStore = {
  /** As the newest step with one wrote it; null without such a step. */
  findCurve(botId: string, activation: number): Promise<string | null>;
  /** Oldest first, after an instant; null: from the first. */
  listBotEquity(
    run: RunName,
    afterMs: number | null,
    limit: number,
  ): Promise<readonly BotEquityPoint[]>;
};

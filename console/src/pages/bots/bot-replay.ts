// A run of a bot's script over the newest minutes, as a backtest, which is deleted when what was
// wanted of it was read: a running bot stores neither points nor values.

import type { Bot } from '@tidemill/client';
import { api } from '../../api/api.ts';
import type { Interval } from '../../chart/intervals.ts';

const POLL_MS = 250;
const MINUTE_MS = 60_000;

type Replay = {
  readonly interval: Interval;
  /** Candles up to the last whole minute. */
  readonly bars: number;
  readonly recordsValues?: boolean;
};

/** What `read` gives of a run over the newest bars; the run is deleted whatever happens. */
export async function replayBot<Read>(
  bot: Bot,
  { interval, bars, recordsValues = false }: Replay,
  signal: AbortSignal,
  read: (backtestId: string) => Promise<Read>,
): Promise<Read> {
  const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const { backtest_id: id } = await api.createBacktest(
    {
      body: {
        script_id: bot.script_id,
        account_id: bot.account_id,
        market_tag: bot.market_tag ?? '',
        interval,
        start_at: new Date(endMs - bars * interval * MINUTE_MS).toISOString(),
        end_at: new Date(endMs).toISOString(),
        parameters: bot.parameters,
        ...(recordsValues ? { record_values: true } : {}),
      },
    },
    { signal },
  );
  try {
    for (;;) {
      const { status } = await api.getBacktest({ backtest_id: id }, { signal });
      if (status === 'finished') break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return await read(id);
  } finally {
    await api.deleteBacktest({ backtest_id: id });
  }
}

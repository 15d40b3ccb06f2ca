// A run of a bot that lasted forty days and has ended, as its steps would have written it: what its
// page shows of results without waiting for them.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { decimal } from '#lib/decimal.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { RunCurve } from '#services/live/state/run-curve.ts';

const DAYS = 40;
const TRADES_A_DAY = 3;
const START_EQUITY = 10_000;
const START_PRICE = 62_000;

const WRITE = `
  WITH run AS (
    INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, event_count, placed_count,
      placed_digest, open_count, line_count, positions, curve)
    VALUES ($1, 1, $2, $3, 0, 0, '', 0, 0, '[]', $4)
  ), bot AS (
    UPDATE bots SET activation = 1, profit_currency = 'USDT', realized_profit = $5
    WHERE bot_id = $1
  ), points AS (
    INSERT INTO bot_equity (bot_id, activation, at_ms, value, realized, price, is_lasting)
    SELECT $1, 1, at_ms, value, value - ${START_EQUITY}, price, true
    FROM json_to_recordset($6::json) AS of (
      at_ms bigint, value double precision, price double precision
    )
  )
  INSERT INTO bot_closed_positions (bot_id, activation, position_id, position)
  SELECT $1, 1, 'p' || number, position
  FROM unnest($7::text[]) WITH ORDINALITY AS of (position, number)`;

/** Ended at the last midnight; the bot was never started before. */
export async function writePastRun(database: Database, botId: string): Promise<void> {
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const startMs = endMs - DAYS * DAY_MS;
  const trades = tradesFrom(startMs);
  const days = daysOf(trades, startMs);
  const values = days.map(({ value }) => value);
  const setup: LiveSetup = {
    brain: { kind: 'script', source: '', libraries: [] },
    marketTags: ['SIM_BTC_USDT'],
    startMs,
    firstRow: 0,
    intervalMinutes: 1,
    inputs: {},
    seed: 7,
    leverage: decimal('1'),
    marginMode: 'cross',
    positionMode: 'one_way',
    tradeAmountQuote: decimal('100'),
    openOrdersMax: 100,
    startUnits: 0n as Units,
    wallet: { balances: [], positions: [] },
    memory: [],
  };
  await database.write({ text: WRITE }, [
    botId,
    toStoredForm(setup),
    endMs,
    toStoredForm(curveOf(days)),
    String((values.at(-1) ?? 0) - START_EQUITY),
    JSON.stringify(days.map(({ atMs, value, price }) => ({ at_ms: atMs, value, price }))),
    trades.map((trade) => toStoredForm(positionOf(trade))),
  ]);
}

type Trade = { readonly openedAtMs: number; readonly profit: number; readonly number: number };

/** Wins and losses that follow no pattern at a glance, and are the same each time. */
function tradesFrom(startMs: number): readonly Trade[] {
  return Array.from({ length: DAYS * TRADES_A_DAY }, (_, number) => {
    const openedAtMs = startMs + Math.floor(number / TRADES_A_DAY) * DAY_MS;
    const hour = 1 + (number % TRADES_A_DAY) * 7;
    const profit = Math.round((Math.sin(number * 1.7) + Math.cos(number * 0.31) + 0.25) * 2_400);
    return { number, openedAtMs: openedAtMs + hour * HOUR_MS, profit: profit / 100 };
  });
}

function daysOf(trades: readonly Trade[], startMs: number) {
  return Array.from({ length: DAYS + 1 }, (_, day) => {
    const closed = trades.slice(0, day * TRADES_A_DAY);
    const value = closed.reduce((sum, { profit }) => sum + profit, START_EQUITY);
    const price = START_PRICE * (1 + Math.sin(day / 6) * 0.05 + day * 0.001);
    return { atMs: startMs + day * DAY_MS, value: Math.round(value * 100) / 100, price };
  });
}

function curveOf(days: ReturnType<typeof daysOf>): RunCurve {
  let [peak, peakAtMs] = [START_EQUITY, days[0]?.atMs ?? 0];
  let deepest = { share: 0, down: 0, peakAtMs, troughAtMs: peakAtMs };
  for (const { atMs, value } of days) {
    if (value >= peak) [peak, peakAtMs] = [value, atMs];
    const share = (peak - value) / peak;
    if (share > deepest.share) deepest = { share, down: peak - value, peakAtMs, troughAtMs: atMs };
  }
  return {
    startEquity: START_EQUITY,
    maxDrawdown: deepest.down,
    maxDrawdownPercent: deepest.share * 100,
    peakAtMs: deepest.peakAtMs,
    troughAtMs: deepest.troughAtMs,
    recoveredAtMs: null,
    longestFromMs: deepest.peakAtMs,
    longestToMs: deepest.troughAtMs,
    belowSinceMs: null,
  };
}

function positionOf({ openedAtMs, profit, number }: Trade): BacktestPosition {
  const direction = number % 4 === 1 ? 'short' : 'long';
  const gain = profit / 0.1;
  const entry = START_PRICE + (number % 9) * 120;
  return {
    positionId: `p${number + 1}`,
    direction,
    marketTag: 'SIM_BTC_USDT',
    isClosed: true,
    openedAtMs,
    closedAtMs: openedAtMs + (1 + (number % 4)) * HOUR_MS,
    amount: decimal('0.1'),
    averagePrice: decimal(String(entry)),
    exitPrice: decimal((entry + (direction === 'long' ? gain : -gain)).toFixed(2)),
    realizedProfit: decimal(String(profit)),
    fees: decimal('1.24'),
    margin: decimal('6200'),
    roiPercent: decimal((profit / 62).toFixed(4)),
    profitCurrency: 'USDT',
    excursion: { favorablePercent: 0.4 + Math.max(0, profit / 60), adversePercent: 0.35 },
  };
}

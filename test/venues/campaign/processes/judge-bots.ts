// Compares what bots counted of their own fills with the venue's book: by it they know what they
// hold.

import { addDecimal, decimal, formatDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { decimalFromInteger } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import type { KnownOrder } from './judge-orders.ts';

type EventRow = { readonly bot_id: string; readonly event: string };

const EVENTS = {
  text: `SELECT bot_id, event FROM bot_events WHERE event LIKE '%"filled"%'`,
};

/** Bots whose fills do not add up to those of their orders; `amountStep` is of their market. */
export async function judgeBots(
  database: Database,
  known: readonly KnownOrder[],
  amountStep: Decimal,
): Promise<readonly string[]> {
  const counted = new Map<string, Decimal>();
  const rows = await database.read<EventRow>(EVENTS, []);
  // What happened in one step is one row.
  const lines = rows.flatMap(({ bot_id: botId, event }) =>
    event.split('\n').map((text) => ({ botId, text })),
  );
  for (const { botId, text } of lines) {
    const { event } = fromStoredForm(text) as LiveEvent;
    if (event.kind !== 'filled') continue;
    const amount = multiplyDecimal(decimalFromInteger(event.fill.lots), amountStep, 'floor');
    counted.set(botId, addDecimal(counted.get(botId) ?? ZERO, amount));
  }
  const filled = new Map<string, Decimal>();
  for (const { truth, record } of known) {
    if (record.bot_id === null) continue;
    const before = filled.get(record.bot_id) ?? ZERO;
    filled.set(record.bot_id, addDecimal(before, decimal(truth.filled)));
  }
  return [...filled]
    .filter(([botId, amount]) => (counted.get(botId) ?? ZERO) !== amount)
    .map(([botId, amount]) => {
      const own = formatDecimal(counted.get(botId) ?? ZERO);
      return `${botId}: ${formatDecimal(amount)} filled at the venue, ${own} counted by the bot`;
    });
}

// The venue's own book against what the service recorded: each order once, in the state and with
// the figures that it has at the venue.

import { loadDialect } from '#venues/dialects/load-dialect.ts';
import type { AccountTruth, OrderTruth } from '#loopback/control/truth.ts';
import type { Installation } from './campaign-installation.ts';
import { plainDecimal } from './plain-decimal.ts';

export type RecordedOrder = {
  readonly order_id: string;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly venue_order_id: string | null;
  readonly side: string;
  readonly amount: string;
  readonly filled_amount: string;
  readonly state: string;
  readonly bot_id: string | null;
};

export type Verdict = {
  readonly compared: number;
  /** Of bots. */
  readonly ofBots: number;
  readonly filled: number;
  /** At the venue, and not with us as what it is there. */
  readonly lost: readonly string[];
  /** One name with two orders at the venue. */
  readonly doubled: readonly string[];
  /** With us, and not at the venue. */
  readonly invented: readonly string[];
  readonly different: readonly string[];
  readonly working: readonly string[];
};

/** An order of the venue with the record that we have of it. */
export type KnownOrder = { readonly truth: OrderTruth; readonly record: RecordedOrder };

// What waits with us for its price was never sent.
const ORDERS = {
  text: `
    SELECT order_id, account_id, client_order_id, venue_order_id, side::text, amount::text,
      filled_amount::text, state::text, bot_id
    FROM orders JOIN accounts USING (account_id)
    WHERE exchange = $1
      AND (venue_order_id IS NOT NULL OR coalesce(terms ->> 'keeper', 'exchange') <> 'service')`,
};

/** Who is compared: one venue, and what is recorded of its accounts. */
export type JudgedVenue = Pick<Installation, 'venue' | 'code' | 'database'>;

const STATES: Readonly<Record<string, readonly string[]>> = {
  open: ['open'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  expired: ['expired', 'cancelled'],
};

/** What the venue ended by its own rules is expired with us, whatever the venue calls it. */
function statesOf({ state, endReason }: OrderTruth): readonly string[] {
  const isByVenue = state === 'cancelled' && endReason !== null && endReason !== 'by_user';
  return STATES[isByVenue ? 'expired' : state] ?? [];
}
const PLACED = new Set(['open', 'filled', 'cancelled', 'expired']);
const WORKING = new Set(['pending', 'open', 'unknown', 'lost']);

async function readRecords({ database, code }: JudgedVenue): Promise<readonly RecordedOrder[]> {
  return database.read<RecordedOrder>(ORDERS, [code]);
}

export function readTruth({
  venue,
  code,
}: Pick<JudgedVenue, 'venue' | 'code'>): readonly AccountTruth[] {
  const { accounts } = venue.control('truth', { venue: code }) as {
    readonly accounts: readonly AccountTruth[];
  };
  return accounts;
}

export async function judgeOrders(
  made: JudgedVenue,
): Promise<{ readonly verdict: Verdict; readonly known: readonly KnownOrder[] }> {
  const { orderName } = await loadDialect(made.code);
  const records = await readRecords(made);
  const truths = readTruth(made).flatMap(({ orders }) => orders);
  const ours = new Map(records.map((record) => [orderName(record.client_order_id), record]));
  const names = new Set(truths.map(({ name }) => name));
  const seen = new Set<string>();
  const doubled: string[] = [];
  for (const { name } of truths) {
    if (seen.has(name)) doubled.push(name);
    seen.add(name);
  }
  const known: KnownOrder[] = [];
  const lost: string[] = [];
  for (const truth of truths) {
    const record = ours.get(truth.name);
    if (record !== undefined && PLACED.has(record.state)) known.push({ truth, record });
    else lost.push(`${describe(truth)}; with us ${record?.state ?? 'nothing'}`);
  }
  const verdict = {
    compared: truths.length,
    ofBots: known.filter(({ record }) => record.bot_id !== null).length,
    filled: truths.filter(({ filled }) => filled !== '0').length,
    lost,
    doubled,
    invented: records
      .filter((record) => PLACED.has(record.state) && !names.has(orderName(record.client_order_id)))
      .map(({ order_id: id, state }) => `${id}: ${state}`),
    different: known.flatMap(difference),
    working: records
      .filter(({ state }) => WORKING.has(state))
      .map(({ order_id: id, state, bot_id: botId }) => `${id}: ${state} ${botId ?? ''}`),
  };
  return { verdict, known };
}

function difference({ truth, record }: KnownOrder): readonly string[] {
  const isSame =
    statesOf(truth).includes(record.state) &&
    plainDecimal(record.filled_amount) === truth.filled &&
    plainDecimal(record.amount) === truth.quantity &&
    record.side === truth.side &&
    record.venue_order_id === truth.venueOrderId;
  if (isSame) return [];
  const { order_id: id, state, filled_amount: filled, venue_order_id: venueId } = record;
  return [`${describe(truth)}; with us ${id}: ${state}, ${plainDecimal(filled)}, ${venueId}`];
}

export function describe({ name, state, quantity, filled, venueOrderId }: OrderTruth): string {
  return `${name} (${venueOrderId}): ${state}, ${filled} of ${quantity}`;
}

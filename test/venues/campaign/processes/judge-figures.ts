// Compares the API's figures of fills with the venue's own book: amounts, average prices and fees;
// and what bots counted of their own fills.

import assert from 'node:assert/strict';

import { decimal, divideDecimal, formatDecimal, addDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { multiplyDecimal } from '#lib/decimal.ts';
import type { Ask } from './campaign-client.ts';
import { askUntilFinal } from './campaign-client.ts';
import type { CampaignAccount } from './campaign-users.ts';
import { plainDecimal } from './plain-decimal.ts';
import type { KnownOrder } from './judge-orders.ts';
import { describe } from './judge-orders.ts';

type WireFill = {
  readonly order_id: string | null;
  readonly price: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_currency: string;
};
type Sums = {
  amount: Decimal;
  quote: Decimal;
  readonly fees: Map<string, Decimal>;
};

const PAGE_ITEMS = 500;
const SHOWN_AT_ONCE = 12;

export type FigureVerdict = {
  readonly different: readonly string[];
  /** Fills that the API could not give to an order of ours. */
  readonly nameless: number;
  readonly fillsCompared: number;
  readonly shownCompared: number;
};

/** All fills of these accounts by the lists, and some orders one by one. */
export async function judgeFigures(
  accounts: readonly CampaignAccount[],
  known: readonly KnownOrder[],
  shownMax: number,
): Promise<FigureVerdict> {
  const different: string[] = [];
  let nameless = 0;
  let fillsCompared = 0;
  const ofAccount = Map.groupBy(known, ({ record }) => record.account_id);
  for (const { accountId, ask } of accounts) {
    const fills = await listFills(ask, accountId);
    nameless += fills.filter(({ order_id: id }) => id === null).length;
    fillsCompared += fills.length;
    const sums = sumsByOrder(fills);
    for (const order of ofAccount.get(accountId) ?? []) {
      const found = sums.get(order.record.order_id);
      const text = differenceOf(order, found ?? null);
      if (text !== null) different.push(text);
    }
  }
  const askOf = new Map(accounts.map(({ accountId, ask }) => [accountId, ask]));
  const shown = known.filter(({ record }) => askOf.has(record.account_id)).slice(-shownMax);
  const queue = shown.values();
  const worker = async (): Promise<void> => {
    for (const order of queue) {
      const ask = askOf.get(order.record.account_id);
      assert(ask !== undefined);
      different.push(...(await compareShown(ask, order)));
    }
  };
  await Promise.all(Array.from({ length: SHOWN_AT_ONCE }, worker));
  return { different, nameless, fillsCompared, shownCompared: shown.length };
}

async function listFills(ask: Ask, accountId: string): Promise<readonly WireFill[]> {
  const fills: WireFill[] = [];
  let cursor = '';
  for (;;) {
    const url = `/accounts/${accountId}/fills?limit=${PAGE_ITEMS}${cursor}`;
    const { status, body } = await askUntilFinal(ask, ['GET', url]);
    assert.equal(status, 200, JSON.stringify(body));
    fills.push(...(body['data'] as readonly WireFill[]));
    const next = body['next_cursor'];
    if (typeof next !== 'string') return fills;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

function sumsByOrder(fills: readonly WireFill[]): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const fill of fills) {
    if (fill.order_id === null) continue;
    const sum = sums.get(fill.order_id) ?? { amount: ZERO, quote: ZERO, fees: new Map() };
    const amount = decimal(fill.amount);
    sum.amount = addDecimal(sum.amount, amount);
    sum.quote = addDecimal(sum.quote, multiplyDecimal(decimal(fill.price), amount, 'floor'));
    const paid = sum.fees.get(fill.fee_currency) ?? ZERO;
    sum.fees.set(fill.fee_currency, addDecimal(paid, decimal(fill.fee)));
    sums.set(fill.order_id, sum);
  }
  return sums;
}

function differenceOf({ truth, record }: KnownOrder, sums: Sums | null): string | null {
  const none: Sums = { amount: ZERO, quote: ZERO, fees: new Map() };
  const { amount, quote, fees } = sums ?? none;
  const isSame =
    formatDecimal(amount) === truth.filled &&
    isNear(quote, decimal(truth.filledQuote)) &&
    areFees(truth.fees, fees);
  if (isSame) return null;
  const paid = JSON.stringify([...fees].map(([name, fee]) => [name, formatDecimal(fee)]));
  return `${describe(truth)}; fees ${JSON.stringify(truth.fees)}; fills of ${record.order_id}: ${formatDecimal(amount)} for ${formatDecimal(quote)}, fees ${paid}`;
}

/** The venue rounds what each fill is worth. */
function isNear(left: Decimal, right: Decimal): boolean {
  const distance = left > right ? left - right : right - left;
  return distance <= decimal('0.0001');
}

function areFees(
  truth: Readonly<Record<string, string>>,
  fees: ReadonlyMap<string, Decimal>,
): boolean {
  const named = Object.entries(truth).filter(([, fee]) => fee !== '0');
  const paid = [...fees].filter(([, fee]) => fee !== ZERO);
  return (
    named.length === paid.length && named.every(([name, fee]) => fees.get(name) === decimal(fee))
  );
}

async function compareShown(ask: Ask, { truth, record }: KnownOrder): Promise<readonly string[]> {
  const { status, body } = await askUntilFinal(ask, ['GET', `/orders/${record.order_id}`]);
  const fees = body['fees'] as readonly { readonly currency: string; readonly amount: string }[];
  const average = body['average_price'];
  const filled = decimal(truth.filled);
  const mean = filled === ZERO ? null : divideDecimal(decimal(truth.filledQuote), filled, 'floor');
  const isSame =
    status === 200 &&
    body['status'] === record.state &&
    plainDecimal(String(body['filled_amount'])) === truth.filled &&
    (mean === null ? average === null : isNear(decimal(String(average)), mean)) &&
    areFees(truth.fees, new Map(fees.map(({ currency, amount }) => [currency, decimal(amount)])));
  return isSame ? [] : [`${describe(truth)}; shown as ${JSON.stringify(body)}`];
}

// Checks of the books, whatever store has them: piece by piece as in one, what each order moved,
// and sums that are the balances.

import assert from 'node:assert/strict';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { OWN_ACCOUNTS } from '#domain/ledger/transfer.ts';
import type { LedgerEntry } from '#ports/exchange/simulated-venue.ts';
import { newOrder, placed, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeLedgerReader } from '#adapters/sim/sim-wallets.ts';

export async function checkLedgerReader(harness: SimHarness): Promise<void> {
  const { account } = harness.spot;
  const orders = [
    await newOrder(harness, harness.spot, { side: 'buy' }),
    await restingBuy(harness, harness.spot),
    await newOrder(harness, harness.spot, { side: 'sell' }),
  ];
  for (const order of orders) await placed(harness, harness.spot, order);
  const reader = makeLedgerReader(harness.store);
  const whole = await reader.listLedger(account.accountId, 0, 1_000);
  for (const limit of [1, 2, 3, 7]) {
    const joined: LedgerEntry[] = [];
    for (;;) {
      const after = joined.at(-1)?.sequence ?? 0;
      const page = await reader.listLedger(account.accountId, after, limit);
      joined.push(...page);
      if (page.length < limit) break;
    }
    assert.deepEqual(joined, whole, `pages of ${limit}`);
  }
  const named = new Set(whole.map(({ clientOrderId }) => clientOrderId));
  assert.deepEqual(named, new Set([null, ...orders.map(({ clientOrderId }) => clientOrderId)]));
  const { balances } = await harness.sim.fetchBalances(account);
  const held = balances.filter(({ total }) => total !== ZERO);
  const sums = new Map(held.map(({ currency }) => [currency, sumOf(whole, currency)]));
  assert.deepEqual(sums, new Map(held.map(({ currency, total }) => [currency, total])));
  assert.deepEqual(await reader.listLedger('nobody', 0, 10), []);
}

function sumOf(entries: readonly LedgerEntry[], wanted: string): Decimal {
  const isOwn = (place: string): boolean => OWN_ACCOUNTS.some((own) => own === place);
  return entries
    .filter(({ currency }) => currency === wanted)
    .reduce((sum, { amount, credit, debit }) => {
      const more = isOwn(credit) ? addDecimal(sum, amount) : sum;
      return isOwn(debit) ? subtractDecimal(more, amount) : more;
    }, ZERO);
}

// An exchange that treats chosen orders otherwise than it would: it lets them wait, fills a part,
// refuses them, or reports their fills at another price, for another fee, or in two parts. It knows
// nothing of the comparison that has to find out.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideRounded } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';

export const INJECTIONS = ['delay', 'part', 'drop', 'price', 'fee', 'split'] as const;
export type Injection = (typeof INJECTIONS)[number];

export const DELAY_MINUTES = 3;
export const PART_PERCENT = 40;
/** Worse for a buy and for a sale, in price. */
export const WORSE_BY = decimal('0.25');
export const MORE_FEE = decimal('1.5');

/** `plan`: by which number of placing an order has it, from one. */
export function injecting(sim: SimHarness, plan: ReadonlyMap<number, Injection>) {
  const ofOrder = new Map<string, Injection>();
  let placedCount = 0;
  return (exchange: Exchange): Partial<Exchange> => ({
    async placeOrder(account, order) {
      placedCount += 1;
      const injection = plan.get(placedCount);
      const { clientOrderId, marketTag } = order;
      if (injection !== undefined) ofOrder.set(clientOrderId, injection);
      if (injection === 'drop') return rejected({ code: 'order_rejected', detail: 'Not today.' });
      if (injection === 'delay') sim.setNowMs(sim.nowMs() + DELAY_MINUTES * MINUTE_MS);
      if (injection !== 'part') return exchange.placeOrder(account, order);
      sim.faults?.inject({ kind: 'partial_fill', sharePercent: PART_PERCENT });
      const placed = await exchange.placeOrder(account, order);
      const name = { clientOrderId, venueOrderId: null, placedAtMs: sim.nowMs() };
      await exchange.cancelOrder(account, marketTag, name);
      return placed;
    },
    async fetchFills(account, marketTags, cursor, limit) {
      const found = await exchange.fetchFills(account, marketTags, cursor, limit);
      const fills = found.fills.flatMap((fill) =>
        reported(fill, ofOrder.get(fill.clientOrderId ?? '') ?? null),
      );
      return { ...found, fills };
    },
  });
}

function reported(fill: VenueFill, injection: Injection | null): readonly VenueFill[] {
  if (injection === 'fee') return [{ ...fill, fee: (fill.fee + MORE_FEE) as Decimal }];
  if (injection === 'price') return [worse(fill)];
  if (injection !== 'split') return [fill];
  const half = { amount: (fill.amount / 2n) as Decimal, fee: (fill.fee / 2n) as Decimal };
  const rest = { amount: fill.amount - half.amount, fee: fill.fee - half.fee };
  return [
    { ...fill, ...half, fillId: `${fill.fillId}-1` },
    { ...fill, ...(rest as typeof half), fillId: `${fill.fillId}-2` },
  ];
}

/** A fee is a share of what is traded, so it changes with the price. */
function worse(fill: VenueFill): VenueFill {
  const price = (fill.side === 'buy' ? fill.price + WORSE_BY : fill.price - WORSE_BY) as Decimal;
  const fee = divideRounded(fill.fee * price, fill.price, 'half_even') as Decimal;
  return { ...fill, price, fee };
}

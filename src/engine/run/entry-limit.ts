// Limit of the entries in one direction that a run may have open, as Pine's `pyramiding`: an order
// that would enter beyond it is refused when it is requested. It is judged by the position that
// fills and the market orders requested so far leave behind, so orders with a price, which may or
// may not fill, can together exceed it (Pine Script manual, Concepts, Strategies, strategy.entry;
// release notes of PyneCore 6.8.14, which measured it). Entries of all positions of a market count.

import type { Lots } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { findOpenPosition } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';

/** An order that entered, and what is open of it. */
type Entry = { readonly orderId: string; readonly side: OrderSide; readonly lots: bigint };

export type EntryLimit = {
  /** Entries that may be open in one direction on a market. */
  readonly most: number;
  /** By position, the oldest first; those of closed positions count no more. */
  readonly entries: Map<string, readonly Entry[]>;
};

type Trade = Entry & { readonly isReduceOnly: boolean };

/** The limit of a setting, of which 0 means one entry as 1 does; null where none was chosen. */
export function entryLimit(pyramiding: number | null): EntryLimit | null {
  return pyramiding === null ? null : { most: Math.max(1, pyramiding), entries: new Map() };
}

/** Notes a fill of a position; `isNew`: the position was not open before. */
export function noteEntryFill(
  { entries }: EntryLimit,
  positionId: string,
  { orderId, side }: { readonly orderId: string; readonly side: OrderSide },
  lots: Lots,
  isNew: boolean,
): void {
  const before = isNew ? NO_ENTRIES : (entries.get(positionId) ?? NO_ENTRIES);
  const after = traded(before, { orderId, side, lots, isReduceOnly: false });
  if (after.length > 0) entries.set(positionId, after);
  else entries.delete(positionId);
}

/** Why an order that enters on this side is refused; null: it is not. */
export function entryRefusal(run: Run, market: RunMarket, side: OrderSide): string | null {
  const { entryLimit: limit } = run;
  if (limit === null || countEntries(run, limit, market, side) < limit.most) return null;
  return `pyramiding allows no more entries in this direction than ${limit.most}`;
}

function countEntries(
  { orders, positions }: Run,
  { entries }: EntryLimit,
  market: RunMarket,
  side: OrderSide,
): number {
  const expected = new Map<string, readonly Entry[]>();
  for (const [positionId, open] of entries) {
    const position = findOpenPosition(positions, positionId);
    if (position === null) entries.delete(positionId);
    else if (position.market === market) expected.set(positionId, open);
  }
  for (const order of orders.open) {
    if (order.market !== market || order.type !== 'market') continue;
    const lots = order.lots - order.filledLots - order.takenLots;
    if (lots <= 0n) continue;
    const before = expected.get(order.positionId) ?? NO_ENTRIES;
    const { orderId, isReduceOnly } = order;
    expected.set(
      order.positionId,
      traded(before, { orderId, side: order.side, lots, isReduceOnly }),
    );
  }
  let count = 0;
  for (const each of expected.values()) if (each[0]?.side === side) count += each.length;
  return count;
}

const NO_ENTRIES: readonly Entry[] = [];

/** The entries after a trade: what is against them closes the oldest first. */
function traded(before: readonly Entry[], trade: Trade): readonly Entry[] {
  const { orderId, side, isReduceOnly } = trade;
  const left = [...before];
  let { lots } = trade;
  for (let oldest = left[0]; oldest !== undefined && lots > 0n; oldest = left[0]) {
    if (oldest.side === side) break;
    if (oldest.lots > lots) {
      left[0] = { ...oldest, lots: oldest.lots - lots };
      return left;
    }
    lots -= oldest.lots;
    left.shift();
  }
  if (lots === 0n || isReduceOnly) return left;
  const last = left.at(-1);
  if (last?.orderId !== orderId) return [...left, { orderId, side, lots }];
  left[left.length - 1] = { ...last, lots: last.lots + lots };
  return left;
}

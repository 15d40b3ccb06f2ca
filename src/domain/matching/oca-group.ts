// Orders of one market that end or shrink with one another: OCA groups ("one cancels another").
// Within a candle the order in which they meet the path decides.

import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Execution } from '#domain/matching/execution.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

export const OCA_KINDS = ['cancel', 'reduce'] as const;

export type OcaGroup = {
  readonly name: string;
  /**
   * `cancel`: the first fill of one, also of a part, cancels the others. `reduce`: what one fills
   * is taken off the others; one of which nothing is left is cancelled. `turned`: what it closes
   * is taken off the one entry of the group, which is `turning`, and off no other that closes.
   */
  readonly kind: (typeof OCA_KINDS)[number] | 'turned' | 'turning';
  /** The order that it is a part of: parts of one order leave one another as they are. */
  readonly of?: string;
};

/** Whether both are of one group: of the same name, and of kinds that go together. */
export function isSameGroup(left: OcaGroup | null, right: OcaGroup | null): boolean {
  if (left === null || right === null || left.name !== right.name) return false;
  if (left.of !== undefined && left.of === right.of) return false;
  if (left.kind === 'turned') return right.kind === 'turning';
  return left.kind === 'turning' ? right.kind === 'turned' : left.kind === right.kind;
}

/** What a fill of an order of the group takes off another of which so much is left. */
export function takenBy({ kind }: OcaGroup, filledLots: bigint, leftLots: bigint): Lots {
  return (kind === 'cancel' || filledLots > leftLots ? leftLots : filledLots) as Lots;
}

/** What is left of an order after these executions, which may be its own. */
export function stillLeft(
  order: RestingOrder,
  executions: readonly Execution[],
  groupOf: (orderId: string) => OcaGroup | null,
): bigint {
  const others = executions.filter(({ orderId }) => orderId !== order.orderId);
  const own = executions.find(({ orderId }) => orderId === order.orderId)?.lots ?? 0n;
  const left = leftAfter(order, others, groupOf) - own;
  return left > 0n ? left : 0n;
}

/** What is left of an order after these executions of the candle, in their order. */
export function leftAfter(
  order: RestingOrder,
  executions: readonly Execution[],
  groupOf: (orderId: string) => OcaGroup | null,
): bigint {
  const { oca, remainingLots } = order;
  if (oca === null) return remainingLots;
  let left: bigint = remainingLots;
  for (const { orderId, lots } of executions)
    if (isSameGroup(oca, groupOf(orderId))) left -= takenBy(oca, lots, left);
  return left;
}

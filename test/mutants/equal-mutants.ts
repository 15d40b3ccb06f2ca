// Mutants that no test can find because they do the same, each with the reason. They are named by
// the text of their line, so that they survive changes elsewhere in the file; one that names no
// mutant any more fails a test.

import type { Mutant } from './find-mutants.ts';

type EqualMutant = {
  readonly file: string;
  /** The line of the mutant, without the spaces around it. */
  readonly line: string;
  readonly flip: string;
  readonly reason: string;
};

export const EQUAL_MUTANTS: readonly EqualMutant[] = [
  {
    file: 'src/domain/matching/oca-group.ts',
    line: "return (kind === 'cancel' || filledLots > leftLots ? leftLots : filledLots) as Lots;",
    flip: '> -> >=',
    reason: 'either side of the choice is the same number when both are equal',
  },
  {
    file: 'src/domain/matching/oca-group.ts',
    line: 'return left > 0n ? left : 0n;',
    flip: '> -> >=',
    reason: 'nothing left is nothing left',
  },
  {
    file: 'src/domain/matching/oca-group.ts',
    line: 'if (oca === null) return remainingLots;',
    flip: 'oca === null -> false',
    reason: 'an order without a group is of no group, so that nothing is taken off it below',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'if (isSimple(f, object)) {',
    flip: 'isSimple(f, object) -> false',
    reason: 'a local is repeated through a temporary',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'if (kinds !== 0 && within(kinds, TABLE)) {',
    flip: 'kinds !== 0 && within(kinds, TABLE) -> false',
    reason: 'a test is written that always holds',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'return kinds !== 0 && within(kinds, SERIES | CONTAINER);',
    flip: '&& -> ||',
    reason: 'the quick form is left out, so that the runtime does the same',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'if (isTextTable(f, objectKinds, keyKinds)) {',
    flip: 'isTextTable(f, objectKinds, keyKinds) -> false',
    reason: 'the quick form is left out, so that the runtime does the same',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'if ((keyKinds & NUMBER) === 0 || isHostKind(objectKinds)) {',
    flip: '(keyKinds & NUMBER) === 0 || isHostKind(objectKinds) -> false',
    reason: 'a test is written that never holds',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'release(f, 1 + object.taken + (isKeySimple ? 0 : 1));',
    flip: '+ -> -',
    reason: 'a temporary more is declared than is needed',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'release(f, 1 + object.taken + (isKeySimple ? 0 : 1));',
    flip: 'isKeySimple -> true',
    reason: 'a temporary more is declared than is needed',
  },
  {
    file: 'packages/lua/src/emit/emit-access.ts',
    line: 'if (object.taken > 0) before.push(object.first);',
    flip: '> -> >=',
    reason: 'what is simple is named once more, to no effect',
  },
  {
    file: 'src/domain/venue/group-lock.ts',
    line: 'if (order.resting.oca === null) return NO_UNITS;',
    flip: 'order.resting.oca === null -> false',
    reason: 'no other order is of the group of one without a group',
  },
  {
    file: 'src/domain/venue/group-lock.ts',
    line: 'return (heldUnits > others ? heldUnits - others : 0n) as Units;',
    flip: '> -> >=',
    reason: 'the difference of equal numbers is zero',
  },
  {
    file: 'src/domain/venue/group-lock.ts',
    line: 'if (hold.currency === currency && hold.heldUnits > most) most = hold.heldUnits;',
    flip: '> -> >=',
    reason: 'either of two equal numbers is the most',
  },
  {
    file: 'src/domain/venue/group-lock.ts',
    line: 'if (neededUnits > lockedUnits) {',
    flip: '> -> >=',
    reason: 'equal numbers have returned before',
  },
  {
    file: 'src/services/live/orders/send-bot-orders.ts',
    line: 'const ageMs = nowMs - (placedAtMs ?? 0);',
    flip: ' ?? 0 -> nothing',
    reason: 'null counts as zero in a difference',
  },
  {
    file: 'src/services/live/orders/send-bot-orders.ts',
    line: "return new Map(found.map((order) => [orders.names.get(order.orderId) ?? '', order]));",
    flip: " ?? '' -> nothing",
    reason: 'an order without a name is not looked for, whatever stands for its name',
  },
  {
    file: 'src/services/live/orders/send-bot-orders.ts',
    line: 'const ageMs = nowMs - (isEmulated ? order.updatedAtMs : (order.placedAtMs ?? 0));',
    flip: ' ?? 0 -> nothing',
    reason: 'null counts as zero in a difference',
  },
  {
    file: 'src/services/live/run/run-placement.ts',
    line: 'return nowMs < (apartUntilMs.get(userId) ?? -Infinity);',
    flip: ' ?? -Infinity -> nothing',
    reason: 'nothing is before an instant that is missing',
  },
  {
    file: 'src/services/live/run/run-placement.ts',
    line: 'if (sinceMs >= LIMITS.botProbationMs) return false;',
    flip: 'sinceMs >= LIMITS.botProbationMs -> false',
    reason: 'each place is below the time of probation, so that the next line says the same',
  },
  {
    file: 'src/services/live/run/run-placement.ts',
    line: 'if (sinceMs >= LIMITS.botProbationMs) return false;',
    flip: '>= -> >',
    reason: 'each place is below the time of probation, so that the next line says the same',
  },
  {
    file: 'src/services/live/run/run-placement.ts',
    line: 'const gap = (loads[most] ?? 0) - (loads[least] ?? 0);',
    flip: ' ?? 0 -> nothing',
    reason: 'both are places of the list',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: "if (outcome.kind === 'filled') return;",
    flip: "outcome.kind === 'filled' -> false",
    reason: 'an order that has filled is not on the book, where the rest looks for it',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: 'const isSame = outcome.order === resting && resting.liveFromMs === liveFromMs;',
    flip: '=== -> !==',
    reason: 'the order is put on the book once more as it is there',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: 'if (outcome.execution === null && isSame) return;',
    flip: 'outcome.execution === null && isSame -> false',
    reason: 'the order is put on the book once more as it is there',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: 'if (outcome.execution === null && isSame) return;',
    flip: '=== -> !==',
    reason:
      'one that was filled in part is not the same, so that all are put on the book once more',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: 'const reference = order.trail === null ? order.triggerTicks : null;',
    flip: 'order.trail === null -> true',
    reason: 'an order with a trail has no trigger price',
  },
  {
    file: 'src/domain/venue/place-order.ts',
    line: 'return left < right ? left : right;',
    flip: '< -> <=',
    reason: 'either of two equal numbers is the lesser',
  },
  {
    file: 'src/domain/venue/settle-execution.ts',
    line: "if (settled.hold.kind === 'contract') {",
    flip: "settled.hold.kind === 'contract' -> true",
    reason: 'there are no positions on a spot market',
  },
  {
    file: 'src/domain/venue/settle-execution.ts',
    line: 'return (openLots > lots ? openLots - lots : 0n) as Lots;',
    flip: '> -> >=',
    reason: 'the difference of equal numbers is zero',
  },
  {
    file: 'src/domain/venue/settle-execution.ts',
    line: 'return position.lots < lots ? position.lots : lots;',
    flip: '< -> <=',
    reason: 'either of two equal numbers is the lesser',
  },
  {
    file: 'packages/venues/src/dialects/kraken/order-queries.ts',
    line: "const order = verdict.kind === 'done' ? verdict.value : undefined;",
    flip: "verdict.kind === 'done' -> true",
    reason: 'another verdict has no value',
  },
  {
    file: 'src/services/live/run/run-placement.ts',
    line: 'if (!isOwnerApart(placement, userId)) loads[thread] = (loads[thread] ?? 0) + costMs;',
    flip: ' ?? 0 -> nothing',
    reason: 'each thread of an owner is a place of the list',
  },
  {
    file: 'src/services/live/orders/waiting-orders.ts',
    line: 'const left = order.restOf === null ? undefined : leftTrails.get(order.restOf);',
    flip: 'order.restOf === null -> false',
    reason: 'no trail is retained under the name of none',
  },
  {
    file: 'src/services/live/orders/waiting-orders.ts',
    line: 'if (order.restOf !== null) leftTrails.delete(order.restOf);',
    flip: 'order.restOf !== null -> true',
    reason: 'no trail is retained under the name of none',
  },
  {
    file: 'src/services/live/orders/waiting-orders.ts',
    line: 'isPostOnly: false,',
    flip: 'false -> true',
    reason: 'it counts at the arrival of an order, and one that waits for a price has arrived',
  },
  {
    file: 'src/services/live/orders/waiting-orders.ts',
    line: 'if (tracked === null || market === undefined || candle === null) continue;',
    flip: '|| -> &&',
    reason: 'an order that is not known has no market and no candle',
  },
  {
    file: 'src/services/orders/assess-orders.ts',
    line: "const market = markets.get(order.marketTag ?? '');",
    flip: " ?? '' -> nothing",
    reason: 'no market has the tag of none',
  },
  {
    file: 'src/services/orders/assess-orders.ts',
    line: 'return loss > latchedLoss ? loss : latchedLoss;',
    flip: '> -> >=',
    reason: 'either of two equal numbers is the most',
  },
  {
    file: 'src/services/orders/assess-orders.ts',
    line: 'hedged: (2n * (long < short ? long : short)) as Decimal,',
    flip: '< -> <=',
    reason: 'either of two equal numbers is the lesser',
  },
  {
    file: 'src/services/orders/assess-orders.ts',
    line: 'return highestValue(market, [price, terms.triggerPrice ?? ZERO, now], amount);',
    flip: ' ?? ZERO -> nothing',
    reason: 'null is above zero as little as zero is',
  },
  {
    file: 'src/services/orders/assess-orders.ts',
    line: 'return shareOfValue(value, left > ZERO ? left : ZERO, order.amount);',
    flip: '> -> >=',
    reason: 'nothing left is nothing left',
  },
  {
    file: 'src/services/orders/place-order.ts',
    line: 'for (let attempt = 0; attempt < EARLIER_ATTEMPTS_MAX; attempt += 1) {',
    flip: '< -> <=',
    reason: 'no release gave more names than that',
  },
  {
    file: 'src/services/orders/adopt-venue-order.ts',
    line: 'return orderId === null ? null : orders.findOrder(userId, orderId);',
    flip: 'orderId === null -> false',
    reason: 'no order has the id of none',
  },
  {
    file: 'src/services/orders/adopt-venue-order.ts',
    line: "return written.kind === 'inserted' ? order : null;",
    flip: "written.kind === 'inserted' -> true",
    reason: 'an order that was not written down cannot be changed',
  },
  {
    file: 'src/services/live/venue/held-changes.ts',
    line: 'const change = lots - (before[index]?.lots ?? 0n);',
    flip: ' ?? 0n -> nothing',
    reason: 'the markets of a run stay as they are',
  },
  {
    file: 'src/services/live/venue/held-changes.ts',
    line: 'if (change.atMs !== event.atMs) return change.atMs > event.atMs;',
    flip: '> -> >=',
    reason: 'equal instants go on below',
  },
  {
    file: 'src/services/live/venue/held-changes.ts',
    line: 'return change.sequence > event.sequence;',
    flip: '> -> >=',
    reason: 'equal numbers have returned before',
  },
  {
    file: 'src/adapters/threads/worker-stateful-threads.ts',
    line: 'if (slot.queue.length === 0) queueMicrotask(() => flush(slot));',
    flip: 'slot.queue.length === 0 -> true',
    reason: 'a flush of an empty queue does nothing',
  },
  {
    file: 'src/services/orders/denied-orders.ts',
    line: 'const nowMs = clock.nowMs() + (exchange.clockSkewMs() ?? 0);',
    flip: ' ?? 0 -> nothing',
    reason: 'null counts as zero in a sum, and where it is null nothing is late',
  },
  {
    file: 'src/services/orders/denied-orders.ts',
    line: 'if (known.size > LOOKS_MAX) known.clear();',
    flip: 'known.size > LOOKS_MAX -> false',
    reason: 'the limit is of memory: what is forgotten is looked for once more',
  },
  {
    file: 'src/services/orders/denied-orders.ts',
    line: 'if (known.size > LOOKS_MAX) known.clear();',
    flip: '> -> >=',
    reason: 'the limit is of memory: what is forgotten is looked for once more',
  },
];

/** Why the mutant does the same as its source; null when that is not known. */
export function reasonOf(file: string, text: string, mutant: Mutant): string | null {
  const line = (text.split('\n')[mutant.line - 1] ?? '').trim();
  const known = EQUAL_MUTANTS.find(
    (each) => each.file === file && each.line === line && each.flip === mutant.flip,
  );
  return known?.reason ?? null;
}

// Passes a candle by resting orders, one after the other along its path. What only reduces a
// position is not there while nothing is open of it; the fill that opens the position brings it to
// life, at its own place of the path.

import type { ReferenceCandle } from './candle-path.ts';
import { triggerOrder } from './arrive-orders.ts';
import { OPEN_PLACE, pathOf } from './candle-path.ts';
import { contestKey, contestsOf } from './exit-contest.ts';
import { fillOrder, tradedIn } from './fill-order.ts';
import { isAsleep, isThere, settleDistance } from './fit-exit.ts';
import type { Start } from './meet-candle.ts';
import type { OrderMeeting } from './met-orders.ts';
import { byPath, metFrom } from './met-orders.ts';
import { heldOf } from './position-ledger.ts';
import type { ReferenceOrder } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** `begins`: where each order begins to meet the path; not there: it has not yet. */
type Passing = {
  readonly run: ReferenceState;
  readonly resting: readonly ReferenceOrder[];
  readonly candle: ReferenceCandle;
  readonly toRow: number;
  readonly begins: Map<ReferenceOrder, Start>;
  readonly done: Set<ReferenceOrder>;
};

/** `mark` is informed of each minute of the candle in which something is tried. */
export function passPath(
  run: ReferenceState,
  resting: readonly ReferenceOrder[],
  candle: ReferenceCandle,
  toRow: number,
  mark: (row: number) => void,
): void {
  for (const order of resting) settleDistance(run, order);
  const awake = resting.filter((order) => !isAsleep(run, order));
  const begins = new Map(awake.map((order) => [order, { place: OPEN_PLACE, isNew: false }]));
  const passing: Passing = { run, resting, candle, toRow, begins, done: new Set() };
  const contests = new Map(contestsOf(run, meetings(passing)));
  const unserved = new Set<ReferenceOrder>();
  const traded = tradedIn(candle);
  for (;;) {
    const next = meetings(passing).find(({ order }) => isThere(run, order));
    if (next === undefined) break;
    const { order, meeting, row } = next;
    passing.done.add(order);
    if (order.isTaken) continue;
    mark(row);
    const before = heldOf(run.ledger, order.positionId).numerator;
    const isServed = fillOrder(run, order, traded, meeting, contests.get(contestKey(order)));
    if (!isServed) unserved.add(order);
    const after = heldOf(run.ledger, order.positionId).numerator;
    const hasOpened = after !== 0n && before * after <= 0n;
    if (!hasOpened) continue;
    const key = contestKey({ ...order, side: after > 0n ? 'sell' : 'buy' });
    wake(passing, key, next);
    const coming = meetings(passing).filter((each) => contestKey(each.order) === key);
    contests.delete(key);
    for (const [name, contest] of contestsOf(run, coming)) contests.set(name, contest);
  }
  // What was met while its position was not there.
  for (const { order } of meetings(passing)) unserved.add(order);
  for (const order of resting) {
    const begin = begins.get(order);
    if (begin !== undefined && !unserved.has(order))
      triggerOrder(order, pathOf(candle), begin.place);
  }
}

/** What is still to come, the first of it first. */
function meetings({ run, resting, candle, toRow, begins, done }: Passing): readonly OrderMeeting[] {
  return resting
    .filter((order) => !done.has(order))
    .flatMap((order) => {
      const begin = begins.get(order);
      const met = begin === undefined ? null : metFrom(run, order, candle, toRow, begin);
      return met === null ? [] : [met];
    })
    .toSorted(byPath(run));
}

/** Exits that were not there, or whose price came before the position was, begin with its fill. */
function wake(passing: Passing, key: string, opening: OrderMeeting): void {
  const { run, resting, begins, done } = passing;
  const missed = meetings(passing).filter((met) => byPath(run)(met, opening) < 0);
  for (const order of resting) {
    if (done.has(order) || !order.isReduceOnly || contestKey(order) !== key) continue;
    const hasMissed = missed.some((met) => met.order === order);
    settleDistance(run, order);
    if (hasMissed || !begins.has(order))
      begins.set(order, { place: opening.meeting.place, isNew: true });
  }
}

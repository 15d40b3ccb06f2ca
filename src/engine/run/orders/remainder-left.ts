// Remainder of a position that cannot be traded: too little for its market on spot, or less
// than the least amount of a contract. It stays a position, its reason is noted, said once and
// counted as a refused order, and the next exit of the position takes it along.

import { exitSide } from '#domain/position/position.ts';
import { checkSize } from '#engine/run/orders/ask-order.ts';
import { countRejection } from '#engine/run/orders/bot-orders.ts';
import { partsOfExit } from '#engine/run/orders/split-exit.ts';
import { isSentReduceOnly } from '#engine/run/orders/reduces-only.ts';
import { findOpenPosition } from '#engine/run/positions/position-book.ts';
import { amountFloat, closeTicks } from '#engine/run/run-market.ts';
import { isFirst, writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

/** Why a venue refused an order on spot that waited for its price. */
export const WORTH_TOO_LITTLE =
  'when its price came, it was worth an amount below the minimum value of its market';

/** Why nothing of the position can be left at market now, as a sentence; null: all of it can. */
export function remainderProblem(run: Run, position: TrackedPosition): string | null {
  const { market, positionId, exact } = position;
  if (!market.market.isOpen) return null;
  const side = exitSide(exact.direction);
  const last = closeTicks(market, run.stage.row);
  // What is more than one order takes goes in several.
  const isContract = market.market.contract !== null;
  const at = { price: null, row: run.stage.row, isExempt: isContract };
  const lots = Number(partsOfExit(market, exact.lots, at)[0]);
  const size = { type: 'market', side, limit: null, lots, last } as const;
  const problem = checkSize(market, { ...size, isExempt: false });
  if (problem === null || market.market.contract === null) return problem;
  const leaving = { market, positionId, side, isMarketOrder: true, isReduceOnly: true };
  return checkSize(market, { ...size, isExempt: isSentReduceOnly(run, leaving) });
}

/**
 * Notes what an exit that ended has left of its position, where that cannot be traded: also one
 * that its venue refused, as it does a stop whose price came when that was too little.
 */
export function noteRemainderOf(run: Run, order: TrackedOrder, atMs: number): void {
  if (order.filledLots === 0n && order.state !== 'failed') return;
  const position = findOpenPosition(run.positions, order.positionId);
  if (position === null || position.market !== order.market) return;
  const side = exitSide(position.exact.direction);
  if (order.side !== side) return;
  // Another exit that rests may take what is left.
  const isOther = ({ positionId, side: other }: TrackedOrder): boolean =>
    positionId === position.positionId && other === side;
  if (run.orders.open.some(isOther)) return;
  const refused = order.message === WORTH_TOO_LITTLE ? WORTH_TOO_LITTLE : null;
  const problem = remainderProblem(run, position) ?? refused;
  if (problem !== null) noteRemainder(run, position, problem, atMs);
}

/** Says it once, until something is added to the position. */
export function noteRemainder(
  run: Run,
  position: TrackedPosition,
  problem: string,
  atMs: number,
): void {
  const { market, exact, reportId } = position;
  position.leftReason = problem;
  run.positions.version += 1;
  if (!isFirst(run.log, `left ${reportId} ${exact.enteredLots}`)) return;
  countRejection(run.orders, problem);
  const amount = `${amountFloat(market, exact.lots)} on "${market.market.marketTag}"`;
  const text = `${amount} cannot be ${exact.direction === 'long' ? 'sold' : 'bought back'}: ${problem}`;
  const stays = 'it stays a position, and goes with its next exit';
  writeLine(run.log, atMs, 'error', `${text}; ${stays}`);
}

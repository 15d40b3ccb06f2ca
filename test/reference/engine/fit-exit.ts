// Orders that only reduce a position: cut to what is open of it and to what open entries may still
// add, and ended with it.

import type { Fraction } from './fraction.ts';
import {
  compare,
  least,
  minus,
  most,
  negative,
  NOTHING,
  ONE,
  plus,
  roundedNearest,
} from './fraction.ts';
import { lastPrice } from './last-price.ts';
import { averageEntryOf, heldOf } from './position-ledger.ts';
import type { ReferenceOrder, Side } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** What is open of the position that an exit leaves. */
export function openFor(
  { ledger }: Pick<ReferenceState, 'ledger'>,
  { side, positionId }: ReferenceOrder,
): Fraction {
  const held = heldOf(ledger, positionId);
  return most(NOTHING, side === 'sell' ? held : negative(held));
}

/** What open entries of that position may still add. */
function enteringFor({ orders }: ReferenceState, exit: ReferenceOrder): Fraction {
  return orders
    .filter(({ state }) => state === 'asked' || state === 'open')
    .filter(({ isExit, side, positionId }) => {
      return !isExit && side !== exit.side && positionId === exit.positionId;
    })
    .reduce((sum, { amount, filled }) => plus(sum, minus(amount, filled)), NOTHING);
}

/** Cuts an exit when it is requested; without anything that it could reduce it fails. */
export function fitExit(run: ReferenceState, order: ReferenceOrder): void {
  if (!order.isReduceOnly) return;
  const reducible = plus(openFor(run, order), enteringFor(run, order));
  if (reducible.numerator === 0n) order.state = 'failed';
  else order.amount = least(order.amount, reducible);
}

/**
 * An order's turn to arrive; returns whether it does. Of exits a market order is cut to what is
 * open. A target waits for the first fill of its entry, and so does a trailing stop that counts
 * from it; no other stop does. Where they may rest beside the entry they wait for all others of the
 * moment alone (`isLast`).
 */
export function arrives(
  run: ReferenceState,
  order: ReferenceOrder,
  instant: Fraction,
  isLast: boolean,
): boolean {
  const mayRest = isLast && run.rules.exitsRestWithEntry && order.isReduceOnly;
  if (order.activationDistance !== null) {
    const isAwaited = order.isExit && enteringFor(run, order).numerator > 0n;
    order.isDistant = isAwaited && openFor(run, order).numerator === 0n;
    if (order.isDistant) return mayRest;
    order.activation = activationOf(run, order, order.activationDistance, instant);
  }
  if (!order.isReduceOnly || order.role === 'stop') return true;
  const open = openFor(run, order);
  if (open.numerator > 0n) {
    if (order.role === null) order.amount = least(order.amount, open);
    return true;
  }
  if (order.role === 'target' && enteringFor(run, order).numerator > 0n) return mayRest;
  order.state = 'failed';
  return false;
}

/** A trailing stop that rested beside its entry knows its price once something is open. */
export function settleDistance(run: ReferenceState, order: ReferenceOrder): void {
  const { activationDistance, isDistant } = order;
  if (!isDistant || activationDistance === null || openFor(run, order).numerator === 0n) return;
  order.activation = activationOf(run, order, activationDistance, NOTHING);
  order.isDistant = false;
}

/** From the average entry of what the order leaves; where nothing is left, from the last close. */
function activationOf(
  run: ReferenceState,
  order: ReferenceOrder,
  distance: Fraction,
  instant: Fraction,
): Fraction {
  const { priceStep } = run.market;
  const entry = averageEntryOf(run.ledger, order.positionId);
  const isLeaving = openFor(run, order).numerator > 0n && entry !== null;
  const from = isLeaving ? roundedNearest(entry, priceStep) : lastCloseBefore(run, instant);
  const price = order.side === 'sell' ? plus(from, distance) : minus(from, distance);
  return most(priceStep, price);
}

/** Of what has closed by this instant, in rows. */
function lastCloseBefore({ candles }: ReferenceState, instant: Fraction): Fraction {
  return lastPrice({ candles }, Number(roundedNearest(instant, ONE).numerator) - 1);
}

/** A trailing stop of what is open has seen the last close before it arrives. */
export function seeClose(run: ReferenceState, order: ReferenceOrder, instant: Fraction): void {
  const { trail, activation, side, isDistant } = order;
  if (!run.rules.trailsSeeClose || trail === null || isDistant) return;
  if (openFor(run, order).numerator === 0n) return;
  const seen = lastCloseBefore(run, instant);
  const beyond = activation === null ? 0n : compare(seen, activation);
  if (side === 'sell' ? beyond < 0n : beyond > 0n) return;
  order.activation = null;
  order.best = seen;
}

/** Ends exits that could reduce nothing any more. */
export function endIdleExits(run: ReferenceState): void {
  for (const order of workingExits(run)) {
    const reducible = plus(openFor(run, order), enteringFor(run, order));
    if (reducible.numerator === 0n) order.state = 'cancelled';
  }
}

/** Ends the exits of a position with it, on the side that left it. */
export function endExitsOf(run: ReferenceState, positionId: string, side: Side): void {
  for (const order of workingExits(run))
    if (order.positionId === positionId && order.side === side) order.state = 'cancelled';
}

function workingExits({ orders }: ReferenceState): readonly ReferenceOrder[] {
  return orders.filter(({ state, isReduceOnly }) => {
    return isReduceOnly && (state === 'asked' || state === 'open');
  });
}

/** Whether an order may fill: what only reduces needs something that is open. */
export function isThere(run: ReferenceState, order: ReferenceOrder): boolean {
  return !order.isReduceOnly || openFor(run, order).numerator > 0n;
}

/** Whether it does nothing at all yet. A trailing stop follows, unless it rests with its entry. */
export function isAsleep(run: ReferenceState, order: ReferenceOrder): boolean {
  if (isThere(run, order)) return false;
  return run.rules.exitsRestWithEntry || order.trail === null || order.isTriggered;
}

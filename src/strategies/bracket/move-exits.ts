// Exits of a bracket that their owner moves. A stop is placed at its new price before the one at
// the old price is cancelled, in one group, so that what is held is never without one; a target is
// cancelled first, because on spot it locks the coins that the next one needs.

import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { BracketTarget } from '#strategies/bracket/bracket-config.ts';
import type { ExitWork } from '#strategies/bracket/bracket-exits.ts';
import type { BracketNow, PlacedLeg } from '#strategies/bracket/bracket-state.ts';
import { isOfLeg } from '#strategies/bracket/bracket-state.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';

/** `exits`: those that rest. */
export function moveExits(now: BracketNow, exits: readonly BotOrder[], work: ExitWork): void {
  const { state } = now;
  state.legs = state.legs.map((leg) => {
    const own = exits.filter((order) => isOfLeg(leg, order));
    moveStop(now, leg, own, work);
    return moveTarget(now, leg, own, work);
  });
}

function moveStop(
  { config, api }: BracketNow,
  leg: PlacedLeg,
  own: readonly BotOrder[],
  { leftOf, placeStop }: ExitWork,
): void {
  const { stopPrice, stopTrails } = config;
  if (stopPrice === null || stopTrails) return;
  const stops = own.filter(({ type }) => type === 'stop_market');
  const wanted = doubleOf(stopPrice);
  // One that stands alone locks the coins of a target that is to be added.
  const isToJoin = config.targets.length > 0;
  const old = stops.filter(
    ({ triggerPrice, oca }) => triggerPrice !== wanted || (isToJoin && oca === null),
  );
  const [first] = old;
  if (first === undefined) return;
  const isThere = stops.length > old.length || placeStop(leg, leftOf(first));
  // One that is refused leaves the old one where it is.
  if (isThere) for (const { orderId } of old) api.orders.cancel(orderId);
}

function moveTarget(
  { config, api }: BracketNow,
  leg: PlacedLeg,
  own: readonly BotOrder[],
  { leftOf, placeTarget }: ExitWork,
): PlacedLeg {
  const wanted = targetOf(leg, config.targets);
  const resting = own.find(({ type }) => type === 'limit');
  if (resting !== undefined) {
    if (wanted === null || wanted.price === leg.target?.price) return leg;
    api.orders.cancel(resting.orderId);
    return { ...leg, target: wanted, movesTarget: true };
  }
  if (own.some(({ oca }) => oca === null)) return leg;
  const stop = own.find(({ type }) => type !== 'limit');
  const isWanted = leg.movesTarget === true || (leg.target === null && wanted !== null);
  if (stop === undefined || wanted === null || !isWanted) return leg;
  const moved = { group: leg.group, target: wanted };
  return placeTarget(moved, leftOf(stop)) ? moved : { ...moved, movesTarget: true };
}

/** Where the target of the leg belongs; one that had none takes the first. */
function targetOf({ target }: PlacedLeg, targets: readonly BracketTarget[]): BracketTarget | null {
  const [first = null] = targets;
  if (target === null) return first;
  return targets.find(({ key }) => key === target.key) ?? target;
}

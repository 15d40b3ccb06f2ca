// Promises of a real exchange that may be relied on: what its documentation says, as far as a probe
// has confirmed it. Documentation alone does not count for a repeated order being safe.

import { DAY_MS } from '#lib/time.ts';
import type { VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { PromiseMeasurement, SecondOrder } from '#venue-port/exchange/promise-measurement.ts';

export type { PromiseMeasurement };

type DuplicateName = VenuePromises['duplicateName'];

/** The weakest first. */
const BY_STRENGTH: readonly DuplicateName[] = ['none', 'refused_while_open', 'refused', 'first'];
/** The longest lag of a few orders on a quiet test net is not the longest there is. */
const LAG_ALLOWANCE = 2;
/** Of an exchange that carries out requests however old they are. */
const NO_HORIZON_MS = DAY_MS;

/**
 * A measurement weakens what is `claimed`, and never strengthens it. Without one (null) a name that
 * was used is taken to be free again after the end of its order.
 */
export function promisesInUse(
  claimed: VenuePromises,
  measured: PromiseMeasurement | null,
): VenuePromises {
  const { duplicateName, lookup, requestHorizonMs, visibilityLagMs, endedRetainedMs } = claimed;
  if (measured === null)
    return { ...claimed, duplicateName: weaker(duplicateName, 'refused_while_open') };
  const { filled, unfilled } = measured.goneAfterMs;
  const isBounded = measured.lateRequest !== 'carried_out';
  return {
    ...claimed,
    duplicateName: weaker(duplicateName, measuredDuplicates(measured)),
    lookup: measured.isFoundInAnyState || lookup !== 'any_state' ? lookup : 'lists',
    requestHorizonMs: isBounded ? requestHorizonMs : Math.max(requestHorizonMs, NO_HORIZON_MS),
    visibilityLagMs: Math.max(visibilityLagMs, measured.visibilityLagMs * LAG_ALLOWANCE),
    endedRetainedMs: {
      filled: Math.min(endedRetainedMs.filled, filled ?? Infinity),
      unfilled: Math.min(endedRetainedMs.unfilled, unfilled ?? Infinity),
    },
    measuredAtMs: measured.measuredAtMs,
  };
}

function measuredDuplicates({ secondOrder }: PromiseMeasurement): DuplicateName {
  const { whileOpen, afterCancel, afterFill } = secondOrder;
  if (!isPrevented(whileOpen)) return 'none';
  if (!isPrevented(afterCancel) || !isPrevented(afterFill)) return 'refused_while_open';
  const areFirst = [whileOpen, afterCancel, afterFill].every((each) => each === 'first');
  return areFirst ? 'first' : 'refused';
}

function isPrevented(second: SecondOrder): boolean {
  return second === 'first' || second === 'refused';
}

function weaker(left: DuplicateName, right: DuplicateName): DuplicateName {
  return BY_STRENGTH.indexOf(left) < BY_STRENGTH.indexOf(right) ? left : right;
}

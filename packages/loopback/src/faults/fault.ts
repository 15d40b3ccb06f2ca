// Faults between a client and the venue, and which of them a request meets: by rules that a test
// sets, or by a mix drawn from a seed.

import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { Operation, VenueTrouble } from '#loopback/skins/skin.ts';

/** Before: nothing is carried out. After: it is, and the response is lost or damaged. */
export const FAULT_KINDS = [
  'hang_before',
  'hang_after',
  'reset_before',
  'reset_after',
  'reset_in_response',
  'truncated',
  'empty',
  'html',
  'trouble_before',
  'trouble_after',
  // Waits at the surface, where its time stamp is read again, and is then carried out as usual.
  'held',
  // The connection ends at once; the request is carried out later.
  'late',
  'slow',
  'hidden',
  'stale',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  readonly kind: FaultKind;
  /** How long it is held, late, slow, hidden or stale. */
  readonly delayMs: number;
  readonly trouble: VenueTrouble;
};

export type FaultRule = Fault & {
  readonly venue: VenueCode | null;
  readonly operations: readonly Operation[] | null;
  readonly probability: number;
  /** Null: for ever. */
  times: number | null;
};

export type FaultMix = {
  readonly share: number;
  readonly delayMaxMs: number;
  readonly venue: VenueCode | null;
  readonly operations: readonly Operation[] | null;
};

export type FaultPlan = {
  readonly rules: FaultRule[];
  setMix(seed: number, mix: FaultMix | null): void;
  /** The fault that this request meets; null for none. */
  pick(venue: VenueCode, operation: Operation): Fault | null;
  /** How often each kind was met. */
  readonly met: Map<string, number>;
};

type Choice = readonly [kind: FaultKind, trouble: VenueTrouble];

/** A trouble after the act is only one that says nothing of it. */
const TO_ACTS: readonly Choice[] = [
  ['hang_before', 'internal'],
  ['hang_after', 'internal'],
  ['reset_before', 'internal'],
  ['reset_after', 'internal'],
  ['reset_in_response', 'internal'],
  ['truncated', 'internal'],
  ['empty', 'internal'],
  ['html', 'internal'],
  ['trouble_before', 'rate_limited'],
  ['trouble_before', 'busy'],
  ['trouble_before', 'timeout'],
  ['trouble_before', 'internal'],
  ['trouble_before', 'unknown_code'],
  ['trouble_before', 'maintenance'],
  ['trouble_after', 'timeout'],
  ['trouble_after', 'internal'],
  ['trouble_after', 'unknown_code'],
  ['held', 'internal'],
  ['late', 'internal'],
  ['slow', 'internal'],
  ['hidden', 'internal'],
];

const TO_READS: readonly Choice[] = [
  ['hang_before', 'internal'],
  ['reset_before', 'internal'],
  ['reset_in_response', 'internal'],
  ['truncated', 'internal'],
  ['empty', 'internal'],
  ['html', 'internal'],
  ['trouble_before', 'busy'],
  ['trouble_before', 'internal'],
  ['trouble_before', 'unknown_code'],
  ['slow', 'internal'],
  ['stale', 'internal'],
];

/** Plan without rules and without a mix. */
export function createFaultPlan(): FaultPlan {
  const rules: FaultRule[] = [];
  const met = new Map<string, number>();
  let chance = createChance(1);
  let mix: FaultMix | null = null;
  const count = (fault: Fault | null): Fault | null => {
    if (fault !== null) met.set(fault.kind, (met.get(fault.kind) ?? 0) + 1);
    return fault;
  };
  return {
    rules,
    met,
    setMix(seed, next) {
      chance = createChance(seed);
      mix = next;
    },
    pick: (venue, operation) =>
      count(byRule(rules, chance, venue, operation) ?? byMix(mix, chance, venue, operation)),
  };
}

function byRule(
  rules: FaultRule[],
  chance: Chance,
  venue: VenueCode,
  operation: Operation,
): Fault | null {
  for (const rule of rules) {
    const isMeant = matches(rule, venue, operation) && rule.times !== 0;
    if (!isMeant || chance.next() >= rule.probability) continue;
    if (rule.times !== null) rule.times -= 1;
    return rule;
  }
  return null;
}

function byMix(
  mix: FaultMix | null,
  chance: Chance,
  venue: VenueCode,
  operation: Operation,
): Fault | null {
  if (mix === null || !matches(mix, venue, operation)) return null;
  if (chance.next() >= mix.share) return null;
  const choices = operation === 'place' || operation === 'cancel' ? TO_ACTS : TO_READS;
  const [kind, trouble] = choices[chance.below(choices.length)] ?? ['slow', 'internal'];
  return { kind, trouble, delayMs: 1 + chance.below(mix.delayMaxMs) };
}

function matches(
  aim: Pick<FaultMix, 'venue' | 'operations'>,
  venue: VenueCode,
  operation: Operation,
): boolean {
  const isOfVenue = aim.venue === null || aim.venue === venue;
  return isOfVenue && (aim.operations === null || aim.operations.includes(operation));
}

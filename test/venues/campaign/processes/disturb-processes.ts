// Disturbances of a campaign's processes, by kind: killed or frozen, at an instant between the
// intent of an order and its record, or at any instant.

import { until } from '../../../support/until.ts';
import type { FaultRule } from '#loopback/faults/fault.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { pause } from './campaign-client.ts';
import type { Installation, Role } from './campaign-installation.ts';
import type { HaltInstant } from './halt-instant.ts';

type Disturbance = {
  readonly role: Role | 'database';
  /** `at_venue`: the venue has carried an order out, and its response is on its way. */
  readonly at: HaltInstant | 'at_venue' | 'any';
  /** Seconds that it is frozen before it goes on; null: it is killed. */
  readonly frozenSeconds: number | null;
};

/** From the intent of an order to its record. */
export const DISTURBANCES = {
  'api killed at any instant': { role: 'api', at: 'any', frozenSeconds: null },
  'api killed before the link': { role: 'api', at: 'before_link', frozenSeconds: null },
  'api killed while the venue responds': { role: 'api', at: 'at_venue', frozenSeconds: null },
  'api killed after the link': { role: 'api', at: 'after_link', frozenSeconds: null },
  'api frozen after the link': { role: 'api', at: 'after_link', frozenSeconds: 13 },
  'bots killed at any instant': { role: 'bots', at: 'any', frozenSeconds: null },
  'bots killed before the link': { role: 'bots', at: 'before_link', frozenSeconds: null },
  'bots killed after the link': { role: 'bots', at: 'after_link', frozenSeconds: null },
  'bots frozen before the link': { role: 'bots', at: 'before_link', frozenSeconds: 13 },
  'venues killed at any instant': { role: 'venues', at: 'any', frozenSeconds: null },
  'venues killed between sign and write': { role: 'venues', at: 'signed', frozenSeconds: null },
  'venues killed between write and response': {
    role: 'venues',
    at: 'at_venue',
    frozenSeconds: null,
  },
  'venues killed after the response': { role: 'venues', at: 'responded', frozenSeconds: null },
  'venues frozen between sign and write': { role: 'venues', at: 'signed', frozenSeconds: 7 },
  'venues frozen for long between sign and write': {
    role: 'venues',
    at: 'signed',
    frozenSeconds: 25,
  },
  'venues frozen at any instant': { role: 'venues', at: 'any', frozenSeconds: 13 },
  'database killed at any instant': { role: 'database', at: 'any', frozenSeconds: null },
} as const satisfies { readonly [kind: string]: Disturbance };

export type DisturbanceKind = keyof typeof DISTURBANCES;
export const DISTURBANCE_KINDS = Object.keys(DISTURBANCES) as DisturbanceKind[];

const AT_VENUE_MS = 3_000;
const AT_VENUE_WITHIN_MS = 10_000;
const ANY_INSTANT_MS_MAX = 1_000;

/** Whether it came at the instant that its kind says; otherwise at another one. */
export async function disturb(
  made: Installation,
  kind: DisturbanceKind,
  chance: Chance,
): Promise<boolean> {
  const { role, at, frozenSeconds }: Disturbance = DISTURBANCES[kind];
  if (role === 'database') {
    made.killDatabase();
    return true;
  }
  const isAtInstant = await reach(made, role, at, chance);
  if (frozenSeconds === null) {
    await made.kill(role);
    await made.start(role);
    return isAtInstant;
  }
  made.signal(role, 'SIGSTOP');
  await pause(frozenSeconds * 1_000);
  made.signal(role, 'SIGCONT');
  return isAtInstant;
}

async function reach(
  made: Installation,
  role: Role,
  at: Disturbance['at'],
  chance: Chance,
): Promise<boolean> {
  if (at === 'any') {
    await pause(chance.below(ANY_INSTANT_MS_MAX));
    return true;
  }
  return at === 'at_venue' ? untilAtVenue(made) : made.haltAt(role, at);
}

/** One order is carried out, and its response waits at the venue. */
async function untilAtVenue({ venue, code }: Installation): Promise<boolean> {
  const { rules } = venue.state.faults;
  const rule: FaultRule = {
    kind: 'slow',
    venue: code,
    operations: ['place'],
    probability: 1,
    times: 1,
    delayMs: AT_VENUE_MS,
    trouble: 'internal',
  };
  rules.unshift(rule);
  try {
    await until('an order is at the venue', () => rule.times === 0, AT_VENUE_WITHIN_MS);
    return true;
  } catch {
    return false;
  } finally {
    rules.splice(rules.indexOf(rule), 1);
  }
}

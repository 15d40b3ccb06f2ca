// A process of the service that may die at every call it makes. A dead process goes nowhere: what
// it waited for never comes, and its state is gone; the next one starts from the store.

import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { ExchangeFault } from '#ports/exchange-fault.ts';
import type { SimWorld } from './world.ts';

export type Life = {
  readonly name: string;
  isDead: boolean;
  /** Settles when it dies. */
  readonly death: Promise<void>;
  readonly die: () => void;
};

export function beginLife(name: string): Life {
  const { promise, resolve } = Promise.withResolvers<void>();
  const life: Life = {
    name,
    isDead: false,
    death: promise,
    die() {
      life.isDead = true;
      resolve();
    },
  };
  return life;
}

type Kind = 'store' | 'exchange';

/** The port as this process reaches it: with delays, faults, and death before and after a call. */
export function mortal<T extends object>(world: SimWorld, life: Life, kind: Kind, port: T): T {
  const entries = Object.entries(port).map(([name, value]) => {
    // A driver keeps the list of markets.
    if (typeof value !== 'function' || name === 'listMarkets') return [name, value] as const;
    const method = value as (...parameters: unknown[]) => Promise<unknown>;
    const call = (...parameters: unknown[]): Promise<unknown> =>
      makeCall(world, life, { kind, name, run: () => method(...parameters) });
    return [name, call] as const;
  });
  return Object.fromEntries(entries) as T;
}

type Call = {
  readonly kind: Kind;
  readonly name: string;
  readonly run: () => Promise<unknown>;
};

const SHORT_MS = 40;
const FREEZE_MS_MAX = 150_000;

async function makeCall(world: SimWorld, life: Life, call: Call): Promise<unknown> {
  const { agenda, chance, rates } = world;
  await agenda.wait(chance.below(SHORT_MS));
  if (mayDie(world, life, `before ${call.name}`)) return never();
  if (call.kind === 'store' && chance.percent(rates.storeFault)) {
    world.journal.note(life.name, `${call.name}: the store is away`);
    throw new Failure('unavailable', 'the store is away');
  }
  if (call.kind === 'exchange') injectFault(world, life, call.name);
  const outcome = await settled(call.run);
  if (mayDie(world, life, `after ${call.name}`)) return never();
  const isFrozen = chance.percent(rates.freeze);
  if (isFrozen) world.journal.note(life.name, `frozen after ${call.name}`);
  await agenda.wait(chance.below(isFrozen ? FREEZE_MS_MAX : SHORT_MS));
  if (life.isDead) return never();
  if (outcome.error !== null) throw outcome.error;
  if (call.kind === 'store' && isWrite(call.name) && chance.percent(rates.storeFault)) {
    world.journal.note(life.name, `${call.name}: the answer was lost`);
    throw new OutcomeUnknown('the answer of the store was lost');
  }
  return outcome.value;
}

function mayDie(world: SimWorld, life: Life, when: string): boolean {
  if (!life.isDead && world.chance.percent(world.rates.death)) {
    world.journal.note(life.name, `dies ${when}`);
    life.die();
  }
  return life.isDead;
}

function injectFault(world: SimWorld, life: Life, name: string): void {
  const { chance, rates, venue } = world;
  if (!chance.percent(rates.exchangeFault)) return;
  const fault = drawFault(world, name);
  world.journal.note(life.name, `${name}: ${fault.kind}`);
  venue.faults.inject(fault);
}

function drawFault({ chance }: SimWorld, name: string): ExchangeFault {
  const kind = chance.pick(faultKindsOf(name));
  switch (kind) {
    case 'late_landing':
      return { kind, delayMs: chance.below(4_900) };
    case 'slow':
      return { kind, delayMs: chance.below(4_000) };
    case 'reject':
      return { kind, detail: 'not today' };
    case 'partial_fill':
      return { kind, sharePercent: chance.below(100) };
    case 'lost_request':
    case 'lost_answer':
    case 'rate_limit':
    case 'disconnect':
      return { kind };
  }
}

type FaultKinds = readonly [ExchangeFault['kind'], ...ExchangeFault['kind'][]];

const COMMON = ['lost_request', 'lost_answer', 'rate_limit', 'disconnect', 'slow'] as const;
const OF_CANCEL = ['late_landing', 'late_landing', ...COMMON] as const;
const OF_PLACE = ['reject', 'partial_fill', ...OF_CANCEL] as const;

function faultKindsOf(name: string): FaultKinds {
  if (name === 'placeOrder') return OF_PLACE;
  return name === 'cancelOrder' ? OF_CANCEL : COMMON;
}

type Outcome = { readonly value: unknown; readonly error: Error | null };

async function settled(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run(), error: null };
  } catch (error) {
    return { value: null, error: error as Error };
  }
}

function isWrite(name: string): boolean {
  return !/^(?:find|list)/.test(name);
}

/** Where a dead process waits. */
function never(): Promise<never> {
  return new Promise(() => {});
}

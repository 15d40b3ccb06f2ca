// A process of the service that may die at every call it makes. A dead process goes nowhere: what
// it waited for never comes, and its state is gone; the next one starts from the store. A
// connection to the store may die without a word: the call waits for its time limit, and what was
// sent may still land after that.

import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { ExchangeFault } from '#ports/exchange/exchange-fault.ts';
import type { SimWorld } from './world.ts';

export type Life = {
  readonly name: string;
  isDead: boolean;
  /** Frozen until then: nothing that it waits for reaches it earlier. */
  awakeAtMs: number;
  /** Settles when it dies. */
  readonly death: Promise<void>;
  readonly die: () => void;
  /** Until then it reaches nothing of that kind. */
  readonly cutUntilMs: Record<'store' | 'exchange', number>;
};

export function beginLife(name: string): Life {
  const { promise, resolve } = Promise.withResolvers<void>();
  const life: Life = {
    name,
    isDead: false,
    awakeAtMs: -Infinity,
    cutUntilMs: { store: -Infinity, exchange: -Infinity },
    death: promise,
    die() {
      life.isDead = true;
      resolve();
    },
  };
  return life;
}

/** A link leads to another process, which reaches the exchange. */
type Kind = 'store' | 'exchange' | 'link';

/** A driver keeps the list of markets, and knows these of the requests that it made. */
export const SENDS_NOTHING: readonly string[] = [
  'listMarkets',
  'health',
  'clockSkewMs',
  'watchAccount',
];

/** Throws Failure when the process may not send the call; queried when it would be written. */
export type MayWrite = (method: string, parameters: readonly unknown[]) => Promise<void>;

/** The port as this process reaches it: with delays, faults, and death before and after a call. */
export function mortal<T extends object>(
  world: SimWorld,
  life: Life,
  kind: Kind,
  port: T,
  mayWrite: MayWrite | null = null,
): T {
  const entries = Object.entries(port).map(([name, value]) => {
    if (typeof value !== 'function' || SENDS_NOTHING.includes(name)) return [name, value] as const;
    const method = value as (...parameters: unknown[]) => Promise<unknown>;
    const call = (...parameters: unknown[]): Promise<unknown> =>
      makeCall(world, life, {
        kind,
        name,
        mayWrite: mayWrite === null ? null : () => mayWrite(name, parameters),
        run: () => method(...parameters),
      });
    return [name, call] as const;
  });
  return Object.fromEntries(entries) as T;
}

type Call = {
  readonly kind: Kind;
  readonly name: string;
  readonly mayWrite: (() => Promise<void>) | null;
  readonly run: () => Promise<unknown>;
};

const SHORT_MS = 40;
/** So long the exchange takes a request after it was signed. */
const REQUEST_LIFE_MS = 5_000;
/** Some as long as a lease or a request, some long. */
const FREEZES_MS = [12_000, 12_000, 150_000] as const;
/** So long after the healing all are awake. */
const WAKING_MS = 20_000;
/** What processes that run bots call all the time; they would do little but wait and die there. */
const CALLED_ALWAYS = [
  'renewLeases',
  'renewAccountLeases',
  'findAccountRoutes',
  'listRunnableBots',
  'listWaiting',
  'takeJob',
  'renewJob',
];
const RARELY_PERCENT = 10;

async function makeCall(world: SimWorld, life: Life, call: Call): Promise<unknown> {
  const { agenda, chance, rates } = world;
  const beganAtMs = agenda.nowMs();
  await pass(world, life, delayMs(world, call));
  if (mayDie(world, life, call, 'before')) {
    if (call.kind === 'exchange') await landWithoutSender(world, life, call);
    return never();
  }
  // A request carries the instant that it was made at, and is refused when it comes too late.
  const isLate = agenda.nowMs() - beganAtMs > REQUEST_LIFE_MS;
  if (call.kind === 'exchange' && isLate) throw tooLate(call.name);
  if (call.kind !== 'link' && life.cutUntilMs[call.kind] > agenda.nowMs())
    return hangUntilLimit(world, life, call, false);
  if (call.kind === 'store' && occurs(world, call, rates.storeFault)) {
    world.journal.note(life.name, `${call.name}: the store is away`);
    throw new Failure('unavailable', 'the store is away');
  }
  const isWrite = call.kind === 'store' && !isQuestion(call.name);
  if (call.kind === 'store' && occurs(world, call, rates.silence)) {
    return hangUntilLimit(world, life, call, isWrite);
  }
  if (call.mayWrite !== null) await call.mayWrite();
  if (call.kind === 'exchange') injectFault(world, life, call.name);
  const isResponseLost = isWrite && occurs(world, call, rates.storeFault);
  // A commit of which nothing was heard may have been made or not.
  const isMade = !isResponseLost || chance.percent(50);
  const outcome = isMade ? await settled(call.run) : NOTHING;
  if (mayDie(world, life, call, 'after')) return never();
  if (occurs(world, call, rates.freeze)) freeze(world, life, call);
  await pass(world, life, delayMs(world, call));
  if (outcome.error !== null) throw outcome.error;
  if (isResponseLost) {
    world.journal.note(life.name, `${call.name}: ${isMade ? 'the response' : 'all'} was lost`);
    throw new OutcomeUnknown('the response of the store was lost');
  }
  return outcome.value;
}

/** What was written before its process died is carried out all the same, in time or not at all. */
async function landWithoutSender(world: SimWorld, life: Life, call: Call): Promise<void> {
  const { agenda, chance, journal } = world;
  if (isQuestion(call.name) || !chance.percent(50)) return;
  try {
    if (call.mayWrite !== null) await call.mayWrite();
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  const delayMs = chance.below(REQUEST_LIFE_MS - 2 * SHORT_MS);
  journal.note(life.name, `${call.name} was written, and lands in ${delayMs} ms`);
  void agenda.wait(delayMs).then(async () => settled(call.run));
}

/** Whether it changes nothing where it is sent. */
function isQuestion(name: string): boolean {
  return /^(?:find|list|compute|read|count|fetch|check)/.test(name);
}

/** From what the watch of connections notices to the time limit of a statement. */
const LIMITS_MS = [4_000, 4_000, 15_000] as const;
const LANDING_MS_MAX = 30_000;

async function hangUntilLimit(
  world: SimWorld,
  life: Life,
  call: Call,
  mayLand: boolean,
): Promise<never> {
  const { agenda, chance, journal } = world;
  const limitMs = chance.pick(LIMITS_MS);
  const landing = mayLand ? chance.pick(['never', 'at once', 'late'] as const) : 'never';
  journal.note(life.name, `${call.name}: the connection is dead, what was sent lands ${landing}`);
  if (landing === 'at once') await settled(call.run);
  if (landing === 'late') {
    void agenda.wait(chance.below(LANDING_MS_MAX)).then(async () => settled(call.run));
  }
  await pass(world, life, limitMs);
  const message = `the ${call.kind} did not respond in time`;
  throw isQuestion(call.name) ? new Failure('timeout', message) : new OutcomeUnknown(message);
}

function tooLate(name: string): Error {
  const message = 'the request reached the exchange too late';
  return isQuestion(name) ? new Failure('timeout', message) : new OutcomeUnknown(message);
}

/** Lets time pass for a process: longer while it is frozen, for ever when it is dead. */
export async function pass({ agenda }: SimWorld, life: Life, durationMs: number): Promise<void> {
  if (durationMs > 0) await agenda.wait(durationMs);
  while (life.awakeAtMs > agenda.nowMs()) await agenda.wait(life.awakeAtMs - agenda.nowMs());
  if (life.isDead) await never();
}

function occurs({ chance }: SimWorld, { name }: Call, percent: number): boolean {
  const isRare = CALLED_ALWAYS.includes(name);
  return chance.percent(isRare ? (percent * RARELY_PERCENT) / 100 : percent);
}

function delayMs(world: SimWorld, call: Call): number {
  return occurs(world, call, 100) ? world.chance.below(SHORT_MS) : 0;
}

function mayDie(world: SimWorld, life: Life, call: Call, when: 'before' | 'after'): boolean {
  if (!life.isDead && occurs(world, call, world.rates.death)) {
    world.journal.note(life.name, `dies ${when} ${call.name}`);
    life.die();
  }
  return life.isDead;
}

/** Nothing that the process waits for reaches it for a while. */
export function freeze(world: SimWorld, life: Life, { name }: Pick<Call, 'name'>): void {
  const { agenda, chance, journal, healsAtMs } = world;
  const leftMs = healsAtMs - agenda.nowMs();
  const durationMs = Math.min(chance.below(chance.pick(FREEZES_MS)), leftMs + WAKING_MS);
  life.awakeAtMs = agenda.nowMs() + durationMs;
  journal.note(life.name, `frozen after ${name} for ${durationMs} ms`);
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
    case 'lost_response':
    case 'rate_limit':
    case 'disconnect':
      return { kind };
  }
}

type FaultKinds = readonly [ExchangeFault['kind'], ...ExchangeFault['kind'][]];

const COMMON = ['lost_request', 'lost_response', 'rate_limit', 'disconnect', 'slow'] as const;
const OF_CANCEL = ['late_landing', 'late_landing', ...COMMON] as const;
const OF_PLACE = ['reject', 'partial_fill', ...OF_CANCEL] as const;

function faultKindsOf(name: string): FaultKinds {
  if (name === 'placeOrder') return OF_PLACE;
  return name === 'cancelOrder' ? OF_CANCEL : COMMON;
}

const NOTHING = { value: null, error: null };

type Outcome = { readonly value: unknown; readonly error: Error | null };

async function settled(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run(), error: null };
  } catch (error) {
    return { value: null, error: error as Error };
  }
}

/** Where a dead process waits. */
function never(): Promise<never> {
  return new Promise(() => {});
}

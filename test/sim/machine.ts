// The clocks of one machine: its own is wrong by minutes and is set anew now and then, its counter
// runs too fast or too slow. A process there follows the store's clock by questions, as in service.

import type { FollowedClock } from '#lib/followed-clock.ts';
import { askUntilKnown, followedClock } from '#lib/followed-clock.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Life } from './process.ts';
import { mortal, pass } from './process.ts';
import type { SimWorld } from './world.ts';

export type Machine = {
  /** Milliseconds that never go back, with a fraction; its zero means nothing. */
  counterMs(this: void): number;
  /** What the machine takes for the time. */
  wallMs(this: void): number;
};

/** Less often than in service, to keep simulations short. */
const MEASURE_MS = 20_000;
const RETRY_MS = 2_000;
/** Five minutes between any two machines. */
const SKEW_MS_MAX = 150_000;
const SETTING_MS_MAX = 120_000;
/** In millionths; two machines part by less than twice this. */
const DRIFT_MAX = 200;
const FIRST_SAMPLES_COUNT = 3;
const QUESTIONS_MAX = 20;

/** A machine whose own clock is set anew until the faults end. */
export function makeMachine(
  { agenda, chance, journal, healsAtMs }: SimWorld,
  name: string,
): Machine {
  const drift = 1 + (chance.below(2 * DRIFT_MAX + 1) - DRIFT_MAX) / 1_000_000;
  const startMs = agenda.nowMs();
  const drawSkewMs = (): number => chance.below(2 * SKEW_MS_MAX + 1) - SKEW_MS_MAX;
  let skewMs = drawSkewMs();
  const counterMs = (): number => (agenda.nowMs() - startMs) * drift;

  async function setAnew(): Promise<void> {
    while (agenda.nowMs() < healsAtMs) {
      await agenda.wait(chance.below(SETTING_MS_MAX));
      skewMs = drawSkewMs();
      journal.note(name, `its clock is set to ${skewMs} ms from the store's`);
    }
  }

  void setAnew();
  return { counterMs, wallMs: () => Math.floor(startMs + counterMs() + skewMs) };
}

/** The store's time as a process tells it; measured before it is given, and every few seconds. */
export async function followStore(world: SimWorld, life: Life, machine: Machine): Promise<Clock> {
  const clock = followedClock(machine.counterMs);
  const store = mortal(world, life, 'store', { findNow: async () => world.agenda.nowMs() });

  const measure = (questionsMin: number): Promise<boolean> =>
    validRequest(() =>
      askUntilKnown(clock, {
        ask: store.findNow,
        monotonicMs: machine.counterMs,
        questionsMin,
        questionsMax: QUESTIONS_MAX,
      }),
    );

  while (!(await measure(FIRST_SAMPLES_COUNT))) await pass(world, life, RETRY_MS);
  void measureForever(world, life, measure);
  return checked(world, life, clock);
}

async function measureForever(
  world: SimWorld,
  life: Life,
  measure: (questionsMin: number) => Promise<boolean>,
): Promise<void> {
  while (!life.isDead) {
    await pass(world, life, MEASURE_MS);
    await measure(1);
  }
}

/** Not when the store was away. */
async function validRequest(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** A clock that is wrong by more than a second is a fault of what follows the store's. */
const ERROR_MS_MAX = 1_000;

function checked({ agenda, faults }: SimWorld, { name }: Life, clock: FollowedClock): Clock {
  return {
    nowMs() {
      const nowMs = clock.nowMs();
      const errorMs = nowMs - agenda.nowMs();
      if (!(Math.abs(errorMs) <= ERROR_MS_MAX)) faults.push(`${name} is ${errorMs} ms off`);
      return nowMs;
    },
  };
}

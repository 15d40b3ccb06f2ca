// The part of law 6 for the process that has taken something on alone: a slice, a claim, a round.
// It is ended in the midst of it, or stands still and goes on after another has done it; all is as
// if it had never been in trouble.

import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { BackgroundWork } from '#main/serving/background.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MatrixSize, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import { differenceOf, namesOfWorks, NO_PLANT, passRounds } from './background-trouble.ts';
import type { PlantInWorks, WrapStore } from './background-world.ts';
import { backgroundWorld } from './background-world.ts';
import type { TroublePart } from './trouble-part.ts';

const LEADER_TROUBLES = ['ended', 'stands still'] as const;
type LeaderTrouble = (typeof LEADER_TROUBLES)[number];
type Setting = { readonly trouble: LeaderTrouble; readonly atCall: number };

/** Of a work that calls the store more often, the first calls are tried. */
const CALLS_MAX = 40;
const STEP = 331;
/** Claims end meanwhile. */
const ROUNDS_OF_ANOTHER = 4;
const ROUNDS_OF_BOTH = 3;

export const LEADER_TROUBLE: TroublePart = {
  dependency: 'leader',
  participants: namesOfWorks,
  tryCells,
  planted: [
    planted('a claim that does not end with its process', 'webhooks', withEndlessClaims),
    planted('a round of the first process alone', 'events', (deps) => ({
      ...deps,
      events: {
        ...deps.events,
        numberEvents: (eventsMax) =>
          deps.processId === 'this' ? deps.events.numberEvents(eventsMax) : Promise.resolve(0),
      },
    })),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  for (const [index, name] of (await namesOfWorks()).entries()) {
    const quiet = await passWorld(name, null, NO_PLANT);
    const callsCount = Math.min(quiet.callsCount, CALLS_MAX);
    const settings = Array.from({ length: callsCount }, (_, at) => at + 1).flatMap((atCall) =>
      LEADER_TROUBLES.map((trouble) => ({ trouble, atCall })),
    );
    if (settings.length === 0)
      yield { participant: name, cell: 'any', verdict: excused('it calls no store here') };
    const count = Math.min(settings.length, Math.max(2, Math.round(settings.length * share)));
    for (let at = 0; at < count; at += 1) {
      const setting = settings[(seed + index + at * STEP) % settings.length];
      if (setting !== undefined) yield tryWork(name, setting, quiet, NO_PLANT);
    }
  }
}

async function tryWork(
  name: string,
  setting: Setting,
  quiet: WorkOutcome,
  plant: PlantInWorks,
): Promise<TriedCell> {
  const found = await passWorld(name, setting, plant);
  const cell = `${setting.trouble} at call ${setting.atCall}`;
  return { participant: name, cell, verdict: judgeLeader(quiet, found) };
}

type WorkOutcome = {
  readonly defects: readonly string[];
  readonly effects: string;
  /** Of the store, in the first round. */
  readonly callsCount: number;
};

function judgeLeader(quiet: WorkOutcome, { defects, effects }: WorkOutcome): Verdict {
  const [defect] = defects;
  if (defect !== undefined) return broken(`it is taken for a mistake of ours: ${defect}`);
  if (effects === quiet.effects) return HELD;
  return broken(`afterwards ${differenceOf(quiet.effects, effects)}`);
}

/** A round of one process, which may be in trouble, then those of another, then of both. */
async function passWorld(
  name: string,
  setting: Setting | null,
  plant: PlantInWorks,
): Promise<WorkOutcome> {
  const halt = haltAt(setting?.atCall ?? Infinity);
  const world = await backgroundWorld(plant, halt.wrapStore);
  const find = (works: readonly BackgroundWork[]) => works.find((each) => each.name === name);
  const [work, sameOfAnother] = [find(world.works), find(world.worksOfAnother)];
  if (work === undefined || sameOfAnother === undefined)
    return { defects: [`no work "${name}"`], effects: '', callsCount: 0 };
  const defects: string[] = [];
  halt.begin();
  const round = survive(work.round(new AbortController().signal), defects);
  await Promise.race([round, halt.reached]);
  const callsCount = halt.callsCount();
  world.passMs(2 * MINUTE_MS);
  await passRounds(world, sameOfAnother, ROUNDS_OF_ANOTHER, defects);
  const isGone = setting?.trouble === 'ended';
  if (!isGone) {
    halt.goOn();
    await round;
  }
  for (let count = 0; count < ROUNDS_OF_BOTH; count += 1)
    for (const each of isGone ? [sameOfAnother] : [work, sameOfAnother])
      await passRounds(world, each, 1, defects);
  return { defects: [...defects, ...world.defects], effects: world.effects(), callsCount };
}

async function survive(round: Promise<unknown>, defects: string[]): Promise<void> {
  await round.catch((error: unknown) => {
    const isOfWorld = error instanceof Failure || error instanceof OutcomeUnknown;
    if (!isOfWorld) defects.push(String(error));
  });
}

type Halt = {
  readonly wrapStore: WrapStore;
  /** Calls are counted from here on. */
  begin(): void;
  /** Resolves when the process stands still. */
  readonly reached: Promise<void>;
  goOn(): void;
  callsCount(): number;
};

/** A process whose call of this number, and all that come after it, wait until it goes on. */
function haltAt(atCall: number): Halt {
  const reached = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const state = { callsCount: 0, isOver: false, hasBegun: false };
  const wrapStore: WrapStore = (store) =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          if (state.hasBegun) state.callsCount += 1;
          const isMet = state.hasBegun && !state.isOver && state.callsCount >= atCall;
          const call = (): unknown => Reflect.apply(value, target, given);
          if (!isMet) return call();
          reached.resolve();
          return goesOn.promise.then(call);
        };
      },
    });
  return {
    wrapStore,
    begin: () => void (state.hasBegun = true),
    reached: reached.promise,
    goOn() {
      state.isOver = true;
      goesOn.resolve();
    },
    callsCount: () => state.callsCount,
  };
}

function withEndlessClaims(deps: Parameters<PlantInWorks>[0]): ReturnType<PlantInWorks> {
  const { webhooks } = deps.webhooks;
  const stores = {
    claimDeliveries: (claim: Parameters<typeof webhooks.claimDeliveries>[0]) =>
      webhooks.claimDeliveries({ ...claim, claimedUntilMs: Number.MAX_SAFE_INTEGER }),
    endAttempt: webhooks.endAttempt,
    purgeDeliveries: webhooks.purgeDeliveries,
  };
  return { ...deps, webhooks: { ...deps.webhooks, webhooks: stores } };
}

function planted(name: string, work: string, plant: PlantInWorks): PlantedViolation {
  return {
    name,
    async find() {
      const quiet = await passWorld(work, null, NO_PLANT);
      for (const atCall of [1, 2]) {
        const tried = await tryWork(work, { trouble: 'ended', atCall }, quiet, plant);
        if (tried.verdict.kind === 'broken') return tried;
      }
      return null;
    },
  };
}

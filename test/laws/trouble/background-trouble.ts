// The works of the background over a database that fails: what a round could not do says nothing of
// what it is about, and as soon as the database works, all is as if it had never failed.

import { MINUTE_MS } from '#lib/time.ts';
import type { BackgroundWork } from '#main/serving/background.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { MatrixSize, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import type { BackgroundWorld, PlantInWorks } from './background-world.ts';
import { backgroundWorld } from './background-world.ts';
import type { TroublePart } from './trouble-part.ts';
import type { StoreTrouble } from './troubled-stores.ts';
import { STORE_TROUBLES } from './troubled-stores.ts';

/** Of a work that calls the store more often, the first calls are tried. */
const CALLS_MAX = 40;
/** Prime, and no multiple of it is a number of settings: each is tried once. */
const STEP = 331;
const ROUNDS_DURING = 2;
/** Claims of what died end meanwhile, and orders in doubt are compared again. */
const ROUNDS_AFTER = 4;

type Setting = { readonly trouble: StoreTrouble; readonly atCall: number };

function settingsOf(callsCount: number): readonly Setting[] {
  const calls = Array.from({ length: Math.min(callsCount, CALLS_MAX) }, (_, at) => at + 1);
  return calls.flatMap((atCall) => STORE_TROUBLES.map((trouble) => ({ trouble, atCall })));
}

export const NO_PLANT: PlantInWorks = (deps) => deps;

export const BACKGROUND_TROUBLE: TroublePart = {
  dependency: 'database, in the background',
  participants: namesOfWorks,
  tryCells,
  planted: [
    planted(
      'a failure of the store that a work takes for a mistake of ours',
      { work: 'purge', setting: { trouble: 'refused', atCall: 1 } },
      (deps) => ({
        ...deps,
        idempotency: { purge: () => Promise.reject(new Error('the store is gone')) },
      }),
    ),
    planted(
      'a message that is given up because its end could not be written',
      { work: 'webhooks', setting: { trouble: 'lost request', atCall: 2 } },
      withGivenUpMessages,
    ),
    planted(
      'an order in doubt that is forgotten because the store failed',
      { work: 'doubts', setting: { trouble: 'refused', atCall: 1 } },
      withForgottenDoubts,
    ),
  ],
};

export async function namesOfWorks(): Promise<readonly string[]> {
  const { works } = await backgroundWorld(NO_PLANT);
  return works.map(({ name }) => name);
}

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  for (const [index, name] of (await namesOfWorks()).entries()) {
    const quiet = await effectsOf(name, null, NO_PLANT);
    const settings = settingsOf(quiet.callsCount);
    if (settings.length === 0)
      yield { participant: name, cell: 'any', verdict: excused('it calls no store here') };
    const count = Math.min(settings.length, Math.max(3, Math.round(settings.length * share)));
    for (let at = 0; at < count; at += 1) {
      const setting = settings[(seed + index + at * STEP) % settings.length];
      if (setting !== undefined) yield tryWork(name, setting, quiet);
    }
  }
}

async function tryWork(
  name: string,
  setting: Setting,
  quiet: WorkOutcome,
  plant: PlantInWorks = NO_PLANT,
): Promise<TriedCell> {
  const { trouble, atCall } = setting;
  const cell = `${trouble} from call ${atCall} on`;
  return {
    participant: name,
    cell,
    verdict: judgeWork(quiet, await effectsOf(name, setting, plant)),
  };
}

type WorkOutcome = {
  /** What was thrown, or noted, that is no failure of the world. */
  readonly defects: readonly string[];
  readonly effects: string;
  /** Of the store, in the rounds that may be in trouble. */
  readonly callsCount: number;
};

/** The same rounds at the same instants, with the trouble or without. */
async function effectsOf(
  name: string,
  setting: Setting | null,
  plant: PlantInWorks,
): Promise<WorkOutcome> {
  const world = await backgroundWorld(plant);
  const work = world.works.find((each) => each.name === name);
  if (work === undefined) return { defects: [`no work "${name}"`], effects: '', callsCount: 0 };
  const defects: string[] = [];
  if (setting !== null) world.schedule.begin(setting.trouble, setting.atCall);
  await passRounds(world, work, ROUNDS_DURING, defects);
  const callsCount = world.schedule.end();
  await passRounds(world, work, ROUNDS_AFTER, defects);
  return { defects: [...defects, ...world.defects], effects: world.effects(), callsCount };
}

export async function passRounds(
  world: Pick<BackgroundWorld, 'passMs'>,
  { round }: BackgroundWork,
  count: number,
  defects: string[],
): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    try {
      await round(new AbortController().signal);
    } catch (error) {
      const isOfWorld = error instanceof Failure || error instanceof OutcomeUnknown;
      if (!isOfWorld) defects.push(String(error));
    }
    world.passMs(2 * MINUTE_MS);
  }
}

function judgeWork(quiet: WorkOutcome, { defects, effects }: WorkOutcome): Verdict {
  const [defect] = defects;
  if (defect !== undefined) return broken(`it is taken for a mistake of ours: ${defect}`);
  if (effects === quiet.effects) return HELD;
  return broken(`afterwards ${differenceOf(quiet.effects, effects)}`);
}

const SHOWN = 120;

export function differenceOf(usual: string, found: string): string {
  let at = 0;
  while (at < usual.length && usual[at] === found[at]) at += 1;
  const from = Math.max(0, at - SHOWN / 2);
  const part = (text: string): string => text.slice(from, from + SHOWN);
  return `"${part(found)}" in place of "${part(usual)}"`;
}

function withGivenUpMessages(deps: Parameters<PlantInWorks>[0]): ReturnType<PlantInWorks> {
  const { webhooks } = deps.webhooks;
  const endAttempt: typeof webhooks.endAttempt = async (end) => {
    try {
      await webhooks.endAttempt(end);
    } catch {
      await webhooks.endAttempt({
        ...end,
        verdict: { kind: 'test_failed', problem: 'the store failed' },
      });
    }
  };
  const stores = {
    claimDeliveries: webhooks.claimDeliveries,
    purgeDeliveries: webhooks.purgeDeliveries,
  };
  return { ...deps, webhooks: { ...deps.webhooks, webhooks: { ...stores, endAttempt } } };
}

function withForgottenDoubts(deps: Parameters<PlantInWorks>[0]): ReturnType<PlantInWorks> {
  let isForgotten = false;
  const { orders } = deps.orders;
  const listAccountsInDoubt: typeof orders.listAccountsInDoubt = async (afterMs) => {
    if (isForgotten) return [];
    try {
      return await orders.listAccountsInDoubt(afterMs);
    } catch (error) {
      isForgotten = true;
      throw error;
    }
  };
  return {
    ...deps,
    orders: { ...deps.orders, orders: { ...bound(orders), listAccountsInDoubt } },
  };
}

/** The methods as they are, so that one of them can be replaced. */
function bound<T extends object>(store: T): T {
  const names = Object.keys(store) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, store[name]])) as T;
}

type PlantedIn = { readonly work: string; readonly setting: Setting };

function planted(
  name: string,
  { work, setting }: PlantedIn,
  plant: PlantInWorks,
): PlantedViolation {
  return {
    name,
    async find() {
      const quiet = await effectsOf(work, null, NO_PLANT);
      const tried = await tryWork(work, setting, quiet, plant);
      return tried.verdict.kind === 'broken' ? tried : null;
    },
  };
}

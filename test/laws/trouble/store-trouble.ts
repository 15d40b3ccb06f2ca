// The database's part of law 6: the store fails under each operation, at one of its calls, and says
// nothing of what was requested: 503, and the same request works as soon as the store does.

import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { MatrixSize, PlantedViolation, TriedCell } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { TroublePart } from './trouble-part.ts';
import type { Setting, Troubling } from './troubled-service.ts';
import {
  bound,
  judgeNaming,
  plantedInService,
  quietService,
  tryService,
} from './troubled-service.ts';
import { STORE_TROUBLES, troubledStores, withTroubledStores } from './troubled-stores.ts';

/** Whose participants are no operations. */
const RUNNING_BOTS = 'running bots';

/** Few operations call the store more often; the last call stands for those. */
const CALLS_MAX = 8;

const SETTINGS: readonly Setting[] = Array.from({ length: CALLS_MAX }, (_, at) => at + 1).flatMap(
  (atCall) => STORE_TROUBLES.map((trouble) => ({ trouble, atCall })),
);

/** A change that breaks the law. */
type Plant = (deps: EdgeDeps) => EdgeDeps;

export const STORE_TROUBLE: TroublePart = {
  dependency: 'database',
  participants: async () => [
    ...[...OPERATIONS, ...STREAM_ROUTES].map(({ operationId }) => operationId),
    RUNNING_BOTS,
  ],
  tryCells,
  planted: [
    planted(
      'a failure that is our own mistake to the caller',
      { trouble: 'refused', atCall: 2 },
      (deps) => withFailures(deps, () => new Error('the store is gone')),
    ),
    {
      name: 'an error that a running bot takes for a defect',
      async find() {
        const tried = await tryBots({ trouble: 'refused', atCall: 3 }, () => new Error('gone'));
        return tried.verdict.kind === 'broken' ? tried : null;
      },
    },
    planted('a claim that is not given back', { trouble: 'deadlock', atCall: 3 }, (deps) => {
      const { idempotency } = deps.ports;
      const retained = { ...bound(idempotency), release: async () => undefined };
      return { ...deps, ports: { ...deps.ports, idempotency: retained } };
    }),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const quiet = await quietService();
  const count = Math.max(2, Math.round(SETTINGS.length * share));
  for (let at = 0; at < count; at += 1) {
    // The eleventh from each is in other trouble, at another call.
    const setting = SETTINGS[(seed + at * 11) % SETTINGS.length];
    if (setting === undefined) continue;
    yield* tryService(setting, quiet, withTroubledStores, judgeNaming);
    yield await tryBots(setting);
  }
}

/**
 * A running bot under whose calls the store fails for two minutes: it runs as soon as that is over.
 * `errorOf` replaces what the store throws.
 */
async function tryBots({ trouble, atCall }: Setting, errorOf?: () => Error): Promise<TriedCell> {
  const name = { participant: RUNNING_BOTS, cell: `${trouble} from call ${atCall} on` };
  const harness = await botHarness();
  const { schedule, wrapped } = troubledStores();
  const runs = wrapped(harness.runs);
  const changed = errorOf === undefined ? runs : withErrors(runs, errorOf);
  const runner = repeated(harness.runner({ runs: changed }));
  const bot = await harness.start(EACH_MINUTE);
  schedule.begin(trouble, atCall);
  const ended = await harness.passMinutes(2, [runner]).catch((error: unknown) => String(error));
  schedule.end();
  if (typeof ended === 'string') return { ...name, verdict: broken(`no bot runs: ${ended}`) };
  await harness.passMinutes(3, [runner]);
  const { stopReason, isActivated } = await harness.find(bot);
  const ordersCount = (await harness.ordersOf(bot)).length;
  const runsOn = isActivated && stopReason === null && ordersCount > 0;
  const finding = `active: ${isActivated}, "${stopReason}", ${ordersCount} orders`;
  return { ...name, verdict: runsOn ? HELD : broken(finding) };
}

/** As the process repeats its rounds: one that fails is followed by the next. */
function repeated(runner: BotRunner): BotRunner {
  return intercepted(runner, (error) => {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
  });
}

function withErrors<T extends object>(store: T, errorOf: () => Error): T {
  return intercepted(store, () => {
    throw errorOf();
  });
}

/** What rejects ends as `onError` says. */
function intercepted<T extends object>(parts: T, onError: (error: unknown) => unknown): T {
  return new Proxy(parts, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, given);
        return result instanceof Promise ? result.catch(onError) : result;
      };
    },
  });
}

function withFailures(deps: EdgeDeps, errorOf: () => Error): EdgeDeps {
  const { accounts } = deps.services;
  const failing = {
    ...bound(accounts),
    findAccount: (...given: Parameters<typeof accounts.findAccount>) =>
      accounts.findAccount(...given).catch(() => Promise.reject(errorOf())),
  };
  return { ...deps, services: { ...deps.services, accounts: failing } };
}

function planted(name: string, setting: Setting, plant: Plant): PlantedViolation {
  return plantedInService(name, setting, withPlant(plant), judgeNaming);
}

function withPlant(plant: Plant): Troubling {
  return (deps, stores) => plant(withTroubledStores(deps, stores));
}

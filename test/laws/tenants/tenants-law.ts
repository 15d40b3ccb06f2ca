// Law 6 over the tenants of a process of bots: what an owner's scripts cost in processor time is
// the owner's own trouble. Costs are those that a case says, not measured ones.

import { accepted } from '#lib/result.ts';
import { seededChance } from '../../sim/chance.ts';
import type { Law, MatrixSize, PlantedViolation, TriedCell } from '../law.ts';
import { judgeTenants } from './judge-tenants.ts';
import type { Case, PlantInThreads, World } from './watched-threads.ts';
import { SCRIPT_LANGUAGES, watch } from './watched-threads.ts';

/** How an owner comes to cost much, by the minute and the number of the bot. */
const COSTS: Readonly<Record<string, Case['costMs']>> = {
  'little in each update': () => 2,
  'half a second in each update': () => 500,
  'more than a second in each update': () => 1_600,
  'five seconds in each update': () => 5_000,
  'much from the ninth minute on': (minute) => (minute < 9 ? 1 : 900),
  'much in one minute alone': (minute) => (minute === 10 ? 4_000 : 1),
  'much by one bot alone': (_minute, index) => (index === 0 ? 3_000 : 1),
  'just a share in sum': (_minute, index) => (index < 4 ? 250 : 0),
  'by turns': (minute) => (minute % 2 === 0 ? 1_200 : 1),
};

function casesOf(): readonly (readonly [name: string, each: Case])[] {
  return Object.entries(COSTS).flatMap(([cost, costMs]) =>
    [1, 2].flatMap((sharedCount) =>
      [1, 8].flatMap((heavyCount) =>
        [false, true].map((isLate): readonly [string, Case] => [
          `${heavyCount} bots, ${cost}, ${sharedCount} shared, ${isLate ? 'started late' : 'from the beginning'}`,
          { sharedCount, heavyCount, costMs, isLate, restartMinute: isLate ? 12 : null },
        ]),
      ),
    ),
  );
}

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  yield* tryWorld({}, share, seed);
}

async function* tryWorld(world: World, share: number, seed: number): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  for (const language of SCRIPT_LANGUAGES)
    for (const [index, [name, each]] of casesOf().entries())
      if (index === 0 || chance.below(10_000) < share * 10_000)
        yield {
          participant: language,
          cell: name,
          verdict: judgeTenants(await watch(each, language, world)),
        };
}

function planted(name: string, world: World): PlantedViolation {
  return {
    name,
    find: async () => {
      for await (const cell of tryWorld(world, 1, 1))
        if (cell.verdict.kind === 'broken') return cell;
      return null;
    },
  };
}

/** Whatever is meant for the reserved thread runs among others. */
const onFirstThread: PlantInThreads = (threads) => ({
  ...threads,
  threads: threads.threads.map((own, index) => (index === 0 ? own : (threads.threads[0] ?? own))),
});

const EACH_LOST = 6;

/** What a run does in a minute now and then is not written down. */
const losesMinutes: PlantInThreads = (threads) => {
  let count = 0;
  return {
    ...threads,
    threads: threads.threads.map((own) => ({
      ...own,
      async ask(request, call) {
        const reply = await own.ask(request, call);
        if (!reply.ok || reply.value.kind !== 'advanced' || reply.value.made === null) return reply;
        count += 1;
        if (count % EACH_LOST > 0) return reply;
        const { made } = reply.value;
        return accepted({ ...reply.value, made: { ...made, step: { ...made.step, lines: [] } } });
      },
    })),
  };
};

export const tenantsLaw: Law = {
  number: 6,
  title: 'what the scripts of a tenant cost, others do not notice',
  participants: async () => SCRIPT_LANGUAGES,
  tryCells,
  planted: [
    planted('processor time that nobody measures', { isUnmetered: true }),
    planted('a reserved thread that is none', { plant: onFirstThread }),
    planted('minutes that are lost', { plant: losesMinutes }),
  ],
};

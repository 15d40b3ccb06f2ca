// Threads of a simulated process: each takes its time, and may be lost before or after it has done
// what was requested.

import { rejected } from '#lib/result.ts';
import type { InProcessThreads } from '#adapters/memory/in-process-threads.ts';
import type { StatefulThread, StatefulThreads } from '#ports/work/stateful-threads.ts';
import type { Life } from './process.ts';
import { pass } from './process.ts';
import type { SimWorld } from './world.ts';

const SLOW_MS = 20;

export function mortalThreads<Request, Reply>(
  world: SimWorld,
  life: Life,
  inProcess: InProcessThreads<Request, Reply>,
): StatefulThreads<Request, Reply> {
  return {
    ...inProcess,
    threads: inProcess.threads.map((thread, index) =>
      mortalThread(world, life, thread, () => inProcess.lose(index)),
    ),
  };
}

function mortalThread<Request, Reply>(
  world: SimWorld,
  life: Life,
  thread: StatefulThread<Request, Reply>,
  lose: () => void,
): StatefulThread<Request, Reply> {
  const { chance, rates, journal } = world;
  // One after the other.
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...thread,
    ask(request, call) {
      const generation = thread.generation();
      const returned = last.then(async () => {
        if (chance.percent(10)) await pass(world, life, chance.below(SLOW_MS));
        const when = chance.pick(['before', 'after'] as const);
        const isLost = chance.percent(rates.threadLoss) && thread.generation() === generation;
        if (isLost) journal.note(life.name, `loses a thread ${when} a request`);
        if (isLost && when === 'before') lose();
        if (thread.generation() !== generation) return LOST;
        const response = await thread.ask(request, call);
        if (isLost) lose();
        return isLost ? LOST : response;
      });
      last = returned;
      return returned;
    },
  };
}

const LOST = rejected({ kind: 'lost', message: 'its thread was lost' } as const);

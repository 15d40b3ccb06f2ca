// Starts the process that runs bots, and talks with it.

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessFigures } from './figures.ts';

export type Runner = {
  /** What was measured since the last question. */
  ask(): Promise<ProcessFigures>;
  /** Looks at the shares of its parts until the next question. */
  profile(): void;
  end(): Promise<void>;
};

const RUNNER = fileURLToPath(new URL('runner.ts', import.meta.url));

/** On the database at this URL. */
export async function startRunner(url: string): Promise<Runner> {
  const child: ChildProcess = fork(RUNNER, [url], { execArgv: ['--expose-gc'] });
  await once(child, 'spawn');
  return {
    async ask() {
      const answer = once(child, 'message');
      child.send('figures');
      const [figures] = (await answer) as [ProcessFigures];
      return figures;
    },
    profile: () => void child.send('profile'),
    async end() {
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
    },
  };
}

export async function untilRunning(runner: Runner, count: number): Promise<void> {
  for (;;) {
    if ((await runner.ask()).runningCount === count) return;
    await pause(500);
  }
}

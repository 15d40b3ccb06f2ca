// Starts the process that runs bots, and talks with it.

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessFigures, StartUp } from './figures.ts';

const RESPONSE_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;
const TAKE_UP_MS_MAX = 180_000;

export type Runner = {
  /** What was measured since the last question. Throws when no response comes within a minute. */
  ask(): Promise<ProcessFigures>;
  /** How far it has come with taking bots up; costs it next to nothing. */
  askStartUp(): Promise<StartUp>;
  /** Samples the shares of its parts until the next question. */
  profile(): void;
  end(): Promise<void>;
  /** Ends it at once, as a power failure does. */
  kill(): Promise<void>;
};

const RUNNER = fileURLToPath(new URL('runner.ts', import.meta.url));

/** On the database at this URL. */
export async function startRunner(url: string): Promise<Runner> {
  const child: ChildProcess = fork(RUNNER, [url], { execArgv: ['--expose-gc'] });
  await once(child, 'spawn');
  async function responseTo(question: 'figures' | 'start_up'): Promise<unknown> {
    const response = once(child, 'message', { signal: AbortSignal.timeout(RESPONSE_MS_MAX) });
    child.send(question);
    const [reply]: unknown[] = await response;
    return reply;
  }
  return {
    ask: async () => (await responseTo('figures')) as ProcessFigures,
    askStartUp: async () => (await responseTo('start_up')) as StartUp,
    profile: () => void child.send('profile'),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async end() {
      const gone = once(child, 'exit');
      child.send('stop');
      const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      await gone;
      clearTimeout(overdue);
    },
  };
}

/** Throws when fewer run after three minutes. */
export async function untilRunning(runner: Runner, count: number): Promise<void> {
  const fromMs = Date.now();
  for (;;) {
    const { runningCount } = await runner.askStartUp();
    if (runningCount === count) return;
    if (Date.now() - fromMs > TAKE_UP_MS_MAX)
      throw new Error(`Only ${runningCount} of ${count} bots run after three minutes.`);
    await pause(500);
  }
}

// A process beside a service, for backtests or for bots: started with it, started again when it
// dies, and stopped with it. It ends by itself when the service is gone, because the channel
// between them breaks.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Figure } from '#api/http/responses/metrics.ts';
import type { FiguresMessage } from '#main/process/process-figures.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import type { Log } from '#ports/world/log.ts';

export type WorkerProcess = {
  /** What it informed of itself last; nothing while it does not run. */
  figures(this: void): readonly Figure[];
  /** Lets it end in order, and ends it when it does not. */
  stop(): Promise<void>;
};

const ENTRY = fileURLToPath(new URL('../tidemill.ts', import.meta.url));
const RESTART_MS_MIN = 500;
const RESTART_MS_MAX = 30_000;
/** One that lived so long did not die of its start. */
const HEALTHY_MS = 60_000;
const STOP_MS_MAX = 10_000;

export function startWorkerProcess(
  role: 'worker' | 'bots',
  config: Config,
  environment: Environment,
  log: Log,
): WorkerProcess {
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  let reported: readonly Figure[] = [];

  async function keepRunning(): Promise<void> {
    let restartMs = RESTART_MS_MIN;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      child = spawnWorker(role, config, environment);
      child.on('message', (message: FiguresMessage) => {
        reported = message.figures;
      });
      const ending = await endOf(child);
      reported = [];
      if (stopping.signal.aborted) return;
      const isHealthy = performance.now() - startedAtMs > HEALTHY_MS;
      restartMs = isHealthy ? RESTART_MS_MIN : restartMs;
      log.error(`${role}.died`, { ending, restart_ms: restartMs });
      await pause(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      restartMs = Math.min(2 * restartMs, RESTART_MS_MAX);
    }
  }

  const running = keepRunning();
  return {
    figures: () => reported,
    async stop() {
      stopping.abort();
      if (child?.connected === true) child.disconnect();
      const deadline = setTimeout(() => child?.kill('SIGKILL'), STOP_MS_MAX);
      await running;
      clearTimeout(deadline);
    },
  };
}

/**
 * It runs scripts, and gets no key by which secrets or credentials could be opened, and no address
 * of the database's owner.
 */
function spawnWorker(role: string, config: Config, environment: Environment): ChildProcess {
  const {
    TIDEMILL_MASTER_KEY: _key,
    TIDEMILL_DATABASE_OWNER_URL: _ownerUrl,
    TIDEMILL_VENUE_KEY: _venueKey,
    ...inherited
  } = environment;
  return spawn(process.execPath, [ENTRY, 'serve', `--${role}`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...inherited,
      // What flags have overridden.
      DATABASE_URL: config.databaseUrl ?? '',
      TIDEMILL_DATA_DIR: config.dataDir,
    },
  });
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? `exit code ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

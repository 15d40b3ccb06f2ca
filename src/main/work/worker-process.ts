// A process beside a service, for backtests, for bots or for real exchanges: started with it,
// started again when it dies or is frozen, and stopped with it. It ends by itself when the service
// is gone, because the channel between them breaks.

import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Figure } from '#api/http/responses/metrics.ts';
import type { FiguresMessage } from '#main/process/process-figures.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import type { BesideRole } from '#main/run-role.ts';
import { VENUE_KEY_VARIABLE } from '#main/settings/venue-key.ts';
import type { BesideProcess, HeldProcess } from '#main/work/held-process.ts';
import { HELD_VARIABLE, isKeyHeld, startHeldProcess } from '#main/work/held-process.ts';
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
/**
 * After so many seconds without a message a process is taken for frozen and is replaced. Null: it
 * need not be, because what it held passes to another process by itself.
 */
const SILENT_SECONDS_MAX: { readonly [role in BesideRole]: number | null } = {
  worker: null,
  bots: null,
  venues: 6,
};

export function startWorkerProcess(
  role: BesideRole,
  config: Config,
  environment: Environment,
  log: Log,
): WorkerProcess {
  const stopping = new AbortController();
  let child: BesideProcess | null = null;
  let reported: readonly Figure[] = [];

  async function keepRunning(): Promise<void> {
    let restartMs = RESTART_MS_MIN;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const started = spawnWorker(role, config, environment);
      child = started;
      const watchdog = watchSilence(started, SILENT_SECONDS_MAX[role]);
      const hear = (message: unknown): void => {
        watchdog.hear();
        reported = (message as FiguresMessage).figures;
      };
      if ('ending' in started) started.onMessage(hear);
      else started.on('message', hear);
      const ending = await ('ending' in started ? started.ending : endOf(started));
      watchdog.end();
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
 * From its first message on. Seconds are counted by turns of a timer, so that a time in which this
 * process itself stood still counts as one.
 */
function watchSilence(
  child: BesideProcess,
  secondsMax: number | null,
): { hear(this: void): void; end(this: void): void } {
  let silentSeconds = 0;
  let timer: NodeJS.Timeout | null = null;
  const count = (): void => {
    silentSeconds += 1;
    if (secondsMax !== null && silentSeconds > secondsMax) child.kill('SIGKILL');
  };
  return {
    hear() {
      silentSeconds = 0;
      timer ??= setInterval(count, 1_000).unref();
    },
    end() {
      if (timer !== null) clearInterval(timer);
    },
  };
}

/**
 * It gets no key by which secrets could be opened, and no address of the database's owner. The key
 * that opens credentials is in a file, or with the process that starts the one for exchanges.
 */
function spawnWorker(
  role: BesideRole,
  config: Config,
  environment: Environment,
): ChildProcess | HeldProcess {
  const {
    TIDEMILL_MASTER_KEY: _key,
    TIDEMILL_DATABASE_OWNER_URL: _ownerUrl,
    [VENUE_KEY_VARIABLE]: _venueKey,
    [HELD_VARIABLE]: _held,
    ...inherited
  } = environment;
  const env = {
    ...inherited,
    // What flags have overridden.
    DATABASE_URL: config.databaseUrl ?? '',
    TIDEMILL_DATA_DIR: config.dataDir,
  };
  if (role === 'venues' && isKeyHeld(environment)) return startHeldProcess(env);
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
  return spawn(process.execPath, [ENTRY, 'serve', `--${role}`], { stdio, env });
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? `exit code ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

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
import { loadPerProcessor, readPulse } from '#main/work/child-pulse.ts';
import { restartDelay, RESTART_MS_MIN } from '#main/work/restart-delay.ts';
import { stateFigure } from '#main/work/state-figure.ts';
import type { Watchdog } from '#main/work/watchdog.ts';
import { watchdog, WATCH_RULES } from '#main/work/watchdog.ts';
import type { Log } from '#venue-port/world/log.ts';

export type WorkerProcess = {
  /** What it informed of itself last, while it runs, and its state. */
  figures(this: void): readonly Figure[];
  /** Lets it end in order, and ends it when it does not. */
  stop(): Promise<void>;
};

const ENTRY = fileURLToPath(new URL('../tidemill.ts', import.meta.url));
const STOP_MS_MAX = 10_000;
const TURN_MS = 1_000;
const DONE_BY_WATCHDOG = {
  report: 'waits',
  terminate: 'requests it to end',
  kill: 'kills it',
} as const;
/** Starts a process and watches over it until it is closed; restarts wait longer each time. */
export function startWorkerProcess(
  role: BesideRole,
  config: Config,
  environment: Environment,
  log: Log,
): WorkerProcess {
  const stopping = new AbortController();
  let child: BesideProcess | null = null;
  let reported: readonly Figure[] = [];
  let dog: Watchdog | null = null;

  async function keepRunning(): Promise<void> {
    let dueMs = RESTART_MS_MIN;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const started = spawnWorker(role, config, environment);
      child = started;
      const watched = watch(started, role, log);
      dog = watched.dog;
      let hasServed = false;
      const hear = (message: unknown): void => {
        hasServed = true;
        watched.dog.hear();
        reported = (message as FiguresMessage).figures;
      };
      if ('ending' in started) started.onMessage(hear);
      else started.on('message', hear);
      const ending = await ('ending' in started ? started.ending : endOf(started));
      watched.end();
      reported = [];
      dog = null;
      if (stopping.signal.aborted) return;
      const livedMs = performance.now() - startedAtMs;
      const isByWatchdog = watched.dog.hasActed();
      const { delayMs, nextMs } = restartDelay(dueMs, { ending, hasServed, isByWatchdog, livedMs });
      dueMs = nextMs;
      log.error(`${role}.died`, { ending, by_watchdog: isByWatchdog, restart_ms: delayMs });
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = keepRunning();
  return {
    figures: () => [...reported, stateFigure(role, dog?.state() ?? 'starting')],
    async stop() {
      stopping.abort();
      if (child?.connected === true) child.disconnect();
      const deadline = setTimeout(() => child?.kill('SIGKILL'), STOP_MS_MAX);
      await running;
      clearTimeout(deadline);
    },
  };
}

/** Judges its silence by turns of a timer, whose own delay is known. */
function watch(
  child: BesideProcess,
  role: BesideRole,
  log: Log,
): { readonly dog: Watchdog; end(this: void): void } {
  const dog = watchdog(WATCH_RULES[role]);
  let lastAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const lateMs = nowMs - lastAtMs - TURN_MS;
    lastAtMs = nowMs;
    const pulse = readPulse(child.pid);
    const action = dog.turn({ pulse, lateMs, loadPerProcessor: loadPerProcessor() });
    if (action.kind === 'none') return;
    const { kind, silentSeconds, busySeconds, limitSeconds } = action;
    log.warn(`${role}.silent`, {
      seconds: silentSeconds,
      busy_seconds: busySeconds,
      limit_seconds: limitSeconds,
      watchdog: DONE_BY_WATCHDOG[kind],
    });
    if (kind !== 'report') child.kill(kind === 'terminate' ? 'SIGTERM' : 'SIGKILL');
  }, TURN_MS).unref();
  return { dog, end: () => clearInterval(timer) };
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
    TIDEMILL_ALLOW_ROOT: config.allowsRoot ? 'yes' : 'no',
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

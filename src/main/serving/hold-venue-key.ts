// Plain `serve` with the venue key in its environment. An environment stays readable as long as
// its process lives, so the process that was started keeps the key and does nothing else: it runs
// the service without the key, and starts the process for exchanges, with the key, for it.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromHolder, ToHolder } from '#main/work/held-process.ts';
import { HELD_VARIABLE } from '#main/work/held-process.ts';
import type { Environment } from '#main/settings/config.ts';
import { VENUE_KEY_VARIABLE } from '#main/settings/venue-key.ts';

const ENTRY = fileURLToPath(new URL('../tidemill.ts', import.meta.url));
const STOP_MS_MAX = 10_000;
/** What shells report for a process that a signal ended. */
const SIGNALLED = 128;
const SIGNALS = { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 } as const;

/** Whether the key is in the environment of a process that is to serve requests. */
export function mustHoldVenueKey(environment: Environment): boolean {
  return (environment[VENUE_KEY_VARIABLE] ?? '') !== '';
}

/** Runs the service with these words until it ends; exits as it did unless that was in order. */
export async function holdVenueKey(
  words: readonly string[],
  environment: Environment,
): Promise<void> {
  const { [VENUE_KEY_VARIABLE]: venueKey, ...withoutKey } = environment;
  const service = spawn(process.execPath, [...process.execArgv, ENTRY, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...withoutKey, [HELD_VARIABLE]: '1' },
  });
  let venues: ChildProcess | null = null;
  const tell = (message: FromHolder): void => {
    // It may be ending, and then nobody needs to know.
    if (service.connected) service.send(message, () => undefined);
  };
  const start = (given: Environment): void => {
    const child = spawn(process.execPath, [ENTRY, 'serve', '--venues'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...given, [VENUE_KEY_VARIABLE]: venueKey },
    });
    venues = child;
    tell({ kind: 'started', pid: child.pid });
    child.on('message', (message) => tell({ kind: 'message', message }));
    child.on('error', ({ message }) => tell({ kind: 'exit', ending: message }));
    child.on('exit', (code, signal) =>
      tell({ kind: 'exit', ending: signal ?? `exit code ${code}` }),
    );
  };
  service.on('message', (message: ToHolder) => {
    if (message.kind === 'start') start(message.environment);
    else if (message.kind === 'kill') venues?.kill(message.signal);
    else release(venues);
  });
  // A second signal ends the service at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (service.connected ? service.disconnect() : service.kill('SIGTERM')));
  const [code, signal] = (await once(service, 'exit')) as [number | null, NodeJS.Signals | null];
  await endOf(venues);
  if (code !== 0) process.exit(code ?? SIGNALLED + (SIGNALS[signal as keyof typeof SIGNALS] ?? 0));
}

function release(child: ChildProcess | null): void {
  if (child?.connected === true) child.disconnect();
}

/** It ends by itself when nobody is connected to it. */
async function endOf(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  release(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await ended;
  clearTimeout(deadline);
}

// A process that does one of the service's jobs, beside a service or alone: opened, run until it is
// asked to stop, and closed in order.

import { setImmediate } from 'node:timers/promises';

import { jsonLog } from '#adapters/system/json-log.ts';
import type { ShutdownSignal } from '#main/process/shutdown-signal.ts';
import { listenForShutdown } from '#main/process/shutdown-signal.ts';
import type { Config } from '#main/settings/config.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';
import type { Core } from '#main/opening/open-core.ts';
import { openCore } from '#main/opening/open-core.ts';
import type { Log } from '#venue-port/world/log.ts';

const DATABASE_PATIENCE_MS = 20_000;

/** What is a process of its own beside the API. */
export type BesideRole = 'worker' | 'bots' | 'venues';

export type RoleParts = {
  readonly core: Core;
  readonly log: Log;
  readonly shutdownSignal: ShutdownSignal;
};

/**
 * Settles when `run` has ended in order. `onChange` hears when keys, users, accounts or credentials
 * may have changed. Throws Failure and CommandFailed when it cannot start.
 * Ends with the process that started it, if that one keeps a channel to it.
 */
export async function runRole(
  config: Config,
  { role, version }: { readonly role: BesideRole; readonly version: string },
  run: (parts: RoleParts) => Promise<void>,
  onChange: (() => void) | null = null,
): Promise<void> {
  prepareDataDirectory(config.dataDir);
  const log = jsonLog(config.logLevel);
  // Also when the channel is closed already.
  const hasParent = process.send !== undefined;
  const shutdownSignal = listenForShutdown(log, hasParent);
  // A channel that closed while this process was loading is seen closed by now; opening what it is
  // to close again may take longer than it has for its end.
  await setImmediate();
  if (shutdownSignal.isStopping()) return log.info(`${role}.stopped`, {});
  const core = await openCore(config, {
    hasMasterKey: false,
    patienceMs: DATABASE_PATIENCE_MS,
    report: (message) => log.warn('database.remark', { message }),
    onCheckDefect: (id, cause) => log.error('check.defect', { defect_id: id, cause }),
    onChange,
    traced: { role, version, log },
  });
  try {
    await run({ core, log, shutdownSignal });
  } finally {
    await core.close();
  }
  log.info(`${role}.stopped`, {});
  // The channel would keep the process alive.
  if (hasParent && process.connected) process.disconnect?.();
}

// The installation for one command: attached to the database of a running service, or to one that
// is started for it.

import type { Application } from '#cli/host.ts';
import type { Config } from '#main/settings/config.ts';
import { findRunningServer } from '#main/process/server-role.ts';
import { addressOf } from '#main/settings/service-address.ts';
import { openCore } from '#main/opening/open-core.ts';

const PATIENCE_MS = 3_000;

/** Throws Failure and CommandFailed. */
export async function openApplication(config: Config): Promise<Application> {
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const core = await openCore(config, {
    hasMasterKey: true,
    patienceMs: PATIENCE_MS,
    report,
    onChange: null,
    onCheckDefect: (id, cause) => report(`defect ${id}: ${cause}`),
  });
  const running = findRunningServer(config.dataDir)?.address;
  return { ...core, baseUrl: config.baseUrl ?? running ?? addressOf(config) };
}

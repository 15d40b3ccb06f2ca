// The installation for one command: attached to the database of a running service, or to one that
// is started for it.

import type { Application } from '#cli/host.ts';
import type { Config } from '#main/settings/config.ts';
import { openCore } from '#main/opening/open-core.ts';

const PATIENCE_MS = 3_000;

/** Throws Failure and CommandFailed. */
export async function openApplication(config: Config): Promise<Application> {
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  return openCore(config, {
    hasMasterKey: true,
    patienceMs: PATIENCE_MS,
    report,
    onChange: null,
    onCheckDefect: (id, cause) => report(`defect ${id}: ${cause}`),
  });
}

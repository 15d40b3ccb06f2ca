// The installation for the risk switch of the command line: it has the pool to itself, so it acts
// whatever the service is busy with.

import { systemTimer } from '#adapters/system/system-ports.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import type { RiskApplication } from '#cli/host.ts';
import type { Config } from '#main/settings/config.ts';
import { openCore } from '#main/opening/open-core.ts';
import type { Log, LogFields } from '#venue-port/world/log.ts';

const PATIENCE_MS = 3_000;

/** Throws Failure and CommandFailed. */
export async function openRiskApplication(config: Config): Promise<RiskApplication> {
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const { database, deps, store, close } = await openCore(config, {
    hasMasterKey: true,
    patienceMs: PATIENCE_MS,
    report,
    onChange: null,
    onCheckDefect: (id, cause) => report(`defect ${id}: ${cause}`),
  });
  const inbox = postgresBotInbox(database);
  const stores = { inbox, bots: store, orders: store, idempotency: store, riskSwitch: store };
  return { deps: { ...deps, ...stores, timer: systemTimer, log: commandLog(report) }, close };
}

/** A command's output is its response; beside it stands only what went wrong. */
export function commandLog(report: (message: string) => void): Log {
  const say = (event: string, fields: LogFields): void =>
    report(`${event} ${JSON.stringify(fields)}`);
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn: say, error: say };
}

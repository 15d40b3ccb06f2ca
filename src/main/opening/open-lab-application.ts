// The installation for a command on labs: it queues jobs, and workers carry them out.

import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import type { LabApplication } from '#cli/host.ts';
import type { Config } from '#main/settings/config.ts';
import { openCore } from '#main/opening/open-core.ts';
import { commandLog } from '#main/opening/open-risk-application.ts';

const PATIENCE_MS = 3_000;

/** Throws Failure and CommandFailed. */
export async function openLabApplication(config: Config): Promise<LabApplication> {
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const core = await openCore(config, {
    hasMasterKey: true,
    patienceMs: PATIENCE_MS,
    report,
    onChange: null,
    onCheckDefect: (id, cause) => report(`defect ${id}: ${cause}`),
  });
  try {
    const { jobs, close } = await openJobs(core.database, { isRunning: false, report });
    const { store } = core;
    const stores = { bots: store, orders: store, idempotency: store, riskSwitch: store };
    const labs = postgresLabStore(core.database, jobs);
    const backtests = postgresBacktestStore(core.database, jobs);
    return {
      deps: {
        ...core.deps,
        ...stores,
        labs,
        backtests,
        timer: systemTimer,
        log: commandLog(report),
      },
      async close() {
        await close();
        await core.close();
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
}

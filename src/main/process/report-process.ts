// Says every ten seconds that this process lives, and how it is, where owners of the installation
// see it: in the database, because processes may run on other machines.

import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemRandom } from '#adapters/system/system-ports.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresInstallationStore } from '#adapters/postgres/stores/installation-store.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import { identifierAt } from '#lib/identifier.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { repeat } from '#main/process/repeat.ts';
import type { ProcessRole, ReportedFigure, SlowRequest } from '#ports/stores/installation-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';

const PAUSE_MS = 10_000;
const RESOLUTION_MS = 20;
/** One that was not seen for so long is forgotten. */
const RETAINED_MS = 10 * MINUTE_MS;

export type ReportParts = {
  readonly core: { readonly database: Database; readonly clock: Clock };
  readonly log: Log;
  readonly version: string;
};

export type ProcessReport = ReportParts & {
  readonly role: ProcessRole;
  readonly figures: () => readonly Figure[];
  readonly slowRequests?: () => readonly SlowRequest[];
};

/** The returned function ends it, and says that the process is no more. */
export function reportProcess(report: ProcessReport): () => Promise<void> {
  const { core, log, version, role, figures, slowRequests = () => [] } = report;
  const store = postgresInstallationStore(core.database, []);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAtMs = core.clock.nowMs();
  const processId = identifierAt('proc', startedAtMs, systemRandom.bytes(10));
  const named = { processId, role, host: hostname(), osProcessId: process.pid, version };
  const reporting = repeat(
    {
      name: 'report_process',
      pauseMs: PAUSE_MS,
      async round() {
        const seenAtMs = core.clock.nowMs();
        const state = {
          startedAtMs,
          seenAtMs,
          residentBytes: process.memoryUsage.rss(),
          loopDelayMs: delayMs(delay.percentile(99)),
          figures: figures().map(reportedFigure),
          slowRequests: slowRequests(),
        };
        delay.reset();
        await store.noteProcess({ ...named, ...state }, seenAtMs - RETAINED_MS);
      },
      onDefect: (error) => log.error('report_process.defect', { cause: String(error) }),
      survivesDefects: true,
    },
    log,
  );
  return async () => {
    delay.disable();
    await reporting.stop();
    try {
      await store.forgetProcess(processId);
    } catch (error) {
      // It is forgotten by itself soon.
      if (!(error instanceof Failure)) throw error;
    }
  };
}

/** What is measured is the time between two timers, in nanoseconds. */
function delayMs(measuredNs: number): number {
  return Math.max(0, Math.round((measuredNs / 1e6 - RESOLUTION_MS) * 10) / 10);
}

function reportedFigure({ name, help, samples }: Figure): ReportedFigure {
  const plain = samples.map(({ labels = {}, value }) => ({ labels: { ...labels }, value }));
  return { name, help, samples: plain };
}

// Status of a process beside the API: sent over the channel to the service that started it, which
// shows it in its own /metrics, and on a port of its own where one is set.

import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Figure } from '#api/http/responses/metrics.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import { statusServer } from '#api/http/callers/status-server.ts';
import type { Config } from '#main/settings/config.ts';
import type { ReportParts } from '#main/process/report-process.ts';
import { reportProcess } from '#main/process/report-process.ts';
import type { BesideRole } from '#main/run-role.ts';
import { recordFigures } from '#main/process/record-figures.ts';
import { explainListening } from '#main/process/probe-port.ts';

/** What a process tells the one that started it. */
export type FiguresMessage = { readonly figures: readonly Figure[] };

const SENT_EVERY_MS = 1_000;

/** The returned function ends it. Throws CommandFailed when the port is taken. */
export async function showStatus(
  { host, statusPort }: Config,
  role: BesideRole,
  status: ProcessStatus,
  parts: ReportParts,
): Promise<() => Promise<void>> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const figures = (): readonly Figure[] => [...processFigures(role, delay), ...status.figures()];
  const send = (): void => {
    if (process.connected) process.send?.({ figures: figures() } satisfies FiguresMessage);
  };
  const timer = setInterval(send, SENT_EVERY_MS);
  send();
  const endReport = reportProcess({ ...parts, role, figures: status.figures });
  const server = statusPort === null ? null : statusServer(status, figures, delay);
  try {
    server?.listen(statusPort ?? 0, host);
    if (server !== null) await once(server, 'listening');
  } catch (error) {
    clearInterval(timer);
    await endReport();
    throw explainListening(error, host, statusPort ?? 0);
  }
  return async () => {
    clearInterval(timer);
    await endReport();
    delay.disable();
    server?.closeAllConnections();
    server?.close();
  };
}

function processFigures(
  role: string,
  delay: ReturnType<typeof monitorEventLoopDelay>,
): readonly Figure[] {
  const seconds = (percent: number): number => delay.percentile(percent) / 1e9;
  return [
    {
      name: 'tidemill_process_resident_bytes',
      kind: 'gauge',
      help: 'Memory of a process beside the API.',
      samples: [{ labels: { role }, value: process.memoryUsage.rss() }],
    },
    {
      name: 'tidemill_process_event_loop_delay_seconds',
      kind: 'gauge',
      help: 'Delay of the event loop of a process beside the API.',
      samples: [
        { labels: { role, quantile: '0.5' }, value: seconds(50) },
        { labels: { role, quantile: '0.99' }, value: seconds(99) },
      ],
    },
    recordFigures(role),
  ];
}

/** Figures of one name are one figure. */
export function mergeFigures(figures: readonly Figure[]): readonly Figure[] {
  const merged = new Map<string, Figure>();
  for (const figure of figures) {
    const known = merged.get(figure.name);
    const samples = [...(known?.samples ?? []), ...figure.samples];
    merged.set(figure.name, { ...figure, samples });
  }
  return [...merged.values()];
}

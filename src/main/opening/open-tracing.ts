// Tracing of this process, where an operator has said where traces go.

import type { OpenedTracer } from '#adapters/tracing/open-tracer.ts';
import type { TracingSettings } from '#main/settings/tracing-settings.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';

export type TracedProcess = {
  readonly role: 'api' | 'worker' | 'bots' | 'venues';
  readonly version: string;
  readonly log: Log;
};

export type OpenedTracing = {
  /** Null: nothing is traced. */
  readonly tracer: Tracer | null;
  readonly close: OpenedTracer['close'];
};

const OFF: OpenedTracing = { tracer: null, close: () => Promise.resolve() };

/** Loads OpenTelemetry only when something is traced. */
export async function openTracing(
  settings: TracingSettings | null,
  traced: TracedProcess | null,
): Promise<OpenedTracing> {
  if (settings === null || traced === null) return OFF;
  const { role, version, log } = traced;
  const { openTracer } = await import('#adapters/tracing/open-tracer.ts');
  const opened = await openTracer({
    ...settings,
    role,
    version,
    onLost: (message) => log.warn('traces.lost', { message }),
  });
  log.info('traces.on', { role, sampler: settings.sampler });
  return opened;
}

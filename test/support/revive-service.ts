// A service under a campaign that kills its processes, until it serves again.

import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';

const READY_MS_MAX = 60_000;

/** A killed service is started again; what else was killed comes back by itself. */
export async function reviveService(
  service: ServiceProcess,
  start: () => Promise<ServiceProcess>,
): Promise<ServiceProcess> {
  const { child } = service;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const deadlineMs = Date.now() + READY_MS_MAX;
  while (!hasEnded()) {
    const response = await fetch(`${service.url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok === true) return service;
    if (Date.now() > deadlineMs) throw new Error(`It is not ready again:\n${service.output()}`);
    await pause(100);
  }
  return start();
}

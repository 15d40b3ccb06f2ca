// Processor time of other processes, and of the database's, where the system tells it in /proc; NaN
// elsewhere.

import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Of all processes of the server whose data stand in the folder that the URL's socket is in. */
export function postgresCpuMs(url: string): number {
  const folder = decodeURIComponent(new URL(url).searchParams.get('host') ?? '');
  const root = postmasterOf(folder);
  if (root === null) return Number.NaN;
  let ticks = 0;
  for (const { processId, parentId, cpuTicks } of processes())
    if (processId === root || parentId === root) ticks += cpuTicks;
  return ticks * TICK_MS;
}

/** Of one process. */
export function processCpuMs(processId: number): number {
  return (statOf(processId)?.cpuTicks ?? Number.NaN) * TICK_MS;
}

/** Of all processors of the machine, whoever used them. */
export function machineBusyMs(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    // user, nice, system, idle, iowait, irq, softirq, steal
    const fields = line.trim().split(/\s+/).slice(1, 9).map(Number);
    const idle = (fields[3] ?? 0) + (fields[4] ?? 0) + (fields[7] ?? 0);
    return (fields.reduce((sum, ticks) => sum + ticks, 0) - idle) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

function postmasterOf(folder: string): number | null {
  for (const { processId, command } of processes())
    if (command === 'postgres' && commandLine(processId).includes(folder)) return processId;
  return null;
}

function commandLine(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function processes() {
  const names = list('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    const found = statOf(Number(name));
    return found === null ? [] : [found];
  });
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Ended children count with their parent. */
function statOf(processId: number) {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const command = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const cpuTicks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { processId, command, parentId: Number(fields[1]), cpuTicks };
  } catch {
    return null;
  }
}

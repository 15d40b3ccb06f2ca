// Processes of Linux as /proc lists them: those below one, and those that work in a folder.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type ListedProcess = {
  readonly pid: number;
  readonly parentPid: number;
  /** Of the kernel: `T` stands still. */
  readonly state: string;
  readonly workingFolder: string;
};

/** Each process that can be looked at; one that ends meanwhile is left out. */
export function listProcesses(): ListedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Null when it has ended, or belongs to others. */
export function readProcess(pid: number): ListedProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, which may have blanks and brackets, ends with the last bracket.
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
    return { pid, parentPid: Number(parent), state, workingFolder };
  } catch {
    return null;
  }
}

/** Processes that `rootPid` or its children began, and those that work in `folder`; not itself. */
export function processesUnder(
  processes: readonly ListedProcess[],
  rootPid: number,
  folder: string,
): ListedProcess[] {
  const byParent = Map.groupBy(processes, ({ parentPid }) => parentPid);
  // A number that is used again while they are listed may make a circle.
  const below = new Set([rootPid]);
  const left = [rootPid];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop())
    for (const child of byParent.get(pid) ?? []) {
      if (below.has(child.pid)) continue;
      below.add(child.pid);
      left.push(child.pid);
    }
  return processes.filter(
    ({ pid, workingFolder }) =>
      pid !== rootPid && (below.has(pid) || workingFolder.startsWith(`${folder}/`)),
  );
}

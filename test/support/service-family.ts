// The processes of a running service, as the system shows them: those that it started, and its
// database's server. For tests that kill them one by one.

import { readdirSync, readFileSync } from 'node:fs';

export const MEMBERS = ['service', 'bots', 'worker', 'database'] as const;
/** `keeper`: the parent of the database's server; `venues`: the drivers of real exchanges. */
export type Member = (typeof MEMBERS)[number] | 'keeper' | 'venues';

/** Null: there is none now, or this system does not show its processes. */
export function memberOf(servicePid: number, dataDir: string, member: Member): number | null {
  if (member === 'service') return servicePid;
  if (member === 'database') return postmasterOf(dataDir);
  if (member === 'keeper') return keeperOf(dataDir);
  return (
    processIds().find(
      (pid) => parentOf(pid) === servicePid && wordsOf(pid).includes(`--${member}`),
    ) ?? null
  );
}

/** Every process of the service and of its database, the service first. */
export function familyOf(servicePid: number, dataDir: string): readonly number[] {
  const parents = new Map(processIds().map((pid) => [pid, parentOf(pid)]));
  const below = (pid: number): readonly number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([id]) => [id, ...below(id)]);
  const apart = [keeperOf(dataDir), postmasterOf(dataDir)].filter((pid) => pid !== null);
  const roots = [servicePid, ...apart];
  return [...new Set(roots.flatMap((pid) => [pid, ...below(pid)]))];
}

function keeperOf(dataDir: string): number | null {
  const postmaster = postmasterOf(dataDir);
  const parent = postmaster === null ? 0 : parentOf(postmaster);
  return parent > 1 ? parent : null;
}

function postmasterOf(dataDir: string): number | null {
  const isPostmaster = (pid: number): boolean => {
    const words = wordsOf(pid);
    return words[0]?.endsWith('postgres') === true && words.some((word) => word.includes(dataDir));
  };
  return processIds().find(isPostmaster) ?? null;
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function wordsOf(pid: number): readonly string[] {
  return textOf(`/proc/${pid}/cmdline`).split('\0');
}

function parentOf(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Empty where the process has ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

// One sample of everything that is to be level: memory and handles of the processes, connections,
// and the sizes of tables with their parts and of indexes.

import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { GROWING } from '#adapters/postgres/growth/table-growth.ts';
import type { RunnerSample } from './soak-runner.ts';

/** Of each series its value, by its name. */
export type Measurement = ReadonlyMap<string, number>;

type SizeRow = {
  readonly name: string;
  readonly heap_bytes: number;
  readonly index_bytes: number;
};

const SIZES = {
  text: `
    SELECT coalesce(pg_partition_root(c.oid)::regclass, c.oid::regclass)::text AS name,
      sum(pg_table_size(c.oid))::bigint AS heap_bytes,
      sum(pg_indexes_size(c.oid))::bigint AS index_bytes
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    GROUP BY 1`,
};
const CONNECTIONS = {
  text: `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()`,
};

/** They keep rows by design; what they have waiting is none of it. */
const GROWING_TABLES = new Set(GROWING.flatMap(({ tables }) => tables));
GROWING_TABLES.delete('waiting_events');
const KIB = 1_024;

export function isToBeLevel(series: string): boolean {
  return !series.startsWith('rows that stay: ');
}

export async function measureAll(
  database: Database,
  runner: RunnerSample,
  apiPid: number,
  runnerPid: number,
): Promise<Measurement> {
  const found = new Map<string, number>([
    ['bots: resident memory, KiB', runner.rssBytes / KIB],
    ['bots: live memory, KiB', runner.liveBytes / KIB],
    ['bots: active resources', runner.handlesCount],
    ['bots: open files', openFiles(runnerPid)],
    ['API: resident memory, KiB', residentKib(apiPid)],
    ['API: open files', openFiles(apiPid)],
  ]);
  const [row] = await database.read<{ readonly count: number }>(CONNECTIONS, []);
  found.set('database: connections', row?.count ?? 0);
  const sums = { table: 0, index: 0 };
  for (const each of await database.read<SizeRow>(SIZES, [])) {
    const [heap, index] = [each.heap_bytes / KIB, each.index_bytes / KIB];
    if (GROWING_TABLES.has(each.name)) {
      found.set(`rows that stay: ${each.name}, KiB`, heap + index);
      continue;
    }
    sums.table += heap;
    sums.index += index;
    found.set(`table ${each.name}, KiB`, heap);
    found.set(`indexes of ${each.name}, KiB`, index);
  }
  found.set('other tables together, KiB', sums.table);
  found.set('their indexes, KiB', sums.index);
  return found;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function residentKib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN);
}

// The installation as its owners see it, in PostgreSQL.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { countJobs } from '#adapters/postgres/jobs/job-rows.ts';
import type {
  InstallationStore,
  ProcessRole,
  ReportedFigure,
  ServiceProcess,
  SlowRequest,
  TableSize,
} from '#ports/stores/installation-store.ts';

type ProcessRow = {
  readonly process_id: string;
  readonly role: ProcessRole;
  readonly host: string;
  readonly os_process_id: number;
  readonly version: string;
  readonly started_at_ms: number;
  readonly seen_at_ms: number;
  readonly resident_bytes: number;
  readonly loop_delay_ms: number;
  readonly figures: readonly ReportedFigure[];
  readonly slow_requests: readonly SlowRequest[];
};

const COLUMNS = [
  'process_id',
  'role',
  'host',
  'os_process_id',
  'version',
  'started_at_ms',
  'seen_at_ms',
  'resident_bytes',
  'loop_delay_ms',
  'figures',
  'slow_requests',
] as const satisfies readonly (keyof ProcessRow)[];

const NOTE: Statement<unknown> = {
  text: `
    WITH forgotten AS (DELETE FROM service_processes WHERE seen_at_ms < $12)
    INSERT INTO service_processes (${COLUMNS.join(', ')})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb)
    ON CONFLICT (process_id) DO UPDATE SET seen_at_ms = EXCLUDED.seen_at_ms,
      resident_bytes = EXCLUDED.resident_bytes, loop_delay_ms = EXCLUDED.loop_delay_ms,
      figures = EXCLUDED.figures, slow_requests = EXCLUDED.slow_requests`,
};

const FORGET: Statement<unknown> = {
  text: 'DELETE FROM service_processes WHERE process_id = $1',
};

const LIST: Statement<ProcessRow> = {
  text: `
    SELECT ${COLUMNS.join(', ')} FROM service_processes
    ORDER BY array_position(ARRAY['api', 'worker', 'bots', 'venues'], role), started_at_ms`,
};

const READ_DATABASE: Statement<{
  readonly version: string;
  readonly size_bytes: number;
  readonly connections: number;
  readonly connections_max: number;
}> = {
  text: `
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database()) AS size_bytes,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS connections_max`,
};

const LIST_TABLES: Statement<{
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}> = {
  // Parts of a table that is divided by time count as that table.
  text: `
    SELECT coalesce(p.relname, c.relname) AS name,
      sum(pg_total_relation_size(c.oid))::bigint AS bytes,
      sum(pg_stat_get_live_tuples(c.oid))::bigint AS rows
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
    WHERE n.nspname = 'public' AND c.relkind = 'r'
    GROUP BY 1 ORDER BY 2 DESC LIMIT $1`,
};

/** `queues`: those that jobs wait in. */
export function postgresInstallationStore(
  database: Database,
  queues: readonly string[],
): InstallationStore {
  return {
    async noteProcess(process, seenSinceMs) {
      const row = rowOf(process);
      const values = COLUMNS.map((column) => row[column]);
      await database.write(NOTE, [...values, seenSinceMs]);
    },
    async forgetProcess(processId) {
      await database.write(FORGET, [processId]);
    },
    async listProcesses() {
      return (await database.read(LIST, [])).map(processFromRow);
    },
    async readDatabase(tablesMax) {
      const [state] = await database.read(READ_DATABASE, []);
      const tables = await database.read(LIST_TABLES, [tablesMax]);
      return {
        version: state?.version ?? '',
        sizeBytes: state?.size_bytes ?? 0,
        connections: state?.connections ?? 0,
        connectionsMax: state?.connections_max ?? 0,
        tables: tables.map(({ name, ...size }): TableSize => ({ table: name, ...size })),
      };
    },
    async listQueues() {
      const counts = await countJobs(database, queues);
      return [...counts].map(([queue, count]) => ({ queue, ...count }));
    },
  };
}

function rowOf(process: ServiceProcess) {
  return {
    process_id: process.processId,
    role: process.role,
    host: process.host,
    os_process_id: process.osProcessId,
    version: process.version,
    started_at_ms: process.startedAtMs,
    seen_at_ms: process.seenAtMs,
    resident_bytes: process.residentBytes,
    loop_delay_ms: process.loopDelayMs,
    figures: JSON.stringify(process.figures),
    slow_requests: JSON.stringify(process.slowRequests),
  };
}

function processFromRow(row: ProcessRow): ServiceProcess {
  return {
    processId: row.process_id,
    role: row.role,
    host: row.host,
    osProcessId: row.os_process_id,
    version: row.version,
    startedAtMs: row.started_at_ms,
    seenAtMs: row.seen_at_ms,
    residentBytes: row.resident_bytes,
    loopDelayMs: row.loop_delay_ms,
    figures: row.figures,
    slowRequests: row.slow_requests,
  };
}

// The wire shape of the state of the installation.

import Type from 'typebox';
import type {
  DatabaseState,
  Installation,
  QueueState,
  ShownProcess,
  SlowRequest,
} from '#services/operator/read-installation.ts';
import { PROCESS_ROLES } from '#services/operator/read-installation.ts';
import { field, instantField, listField, shapeField, shapeOf } from '#api/schemas/field-codec.ts';
import { ADDITION, flag, int32, nullable, oneOf, shape, text } from '#api/schemas/wire-values.ts';

const COUNT = { minimum: 0 } as const;

/** Bytes, and rows: more than 32 bits hold. */
function large(description: string, example: number) {
  return Type.Integer({ format: 'int64', minimum: 0, description, examples: [example] });
}

const SAMPLE = shape('FigureSample', 'A value of a figure.', {
  labels: Type.Record(Type.String(), Type.String(), { description: 'What it is of.' }),
  value: Type.Number({ description: 'The value.', examples: [3] }),
});

const FIGURE = shape('ReportedFigure', 'A figure, as `/metrics` has it.', {
  name: text('Its name.', 'tidemill_bots'),
  help: text('What it means.', 'Bots by state.'),
  samples: Type.Array(SAMPLE, { description: 'Its values.' }),
});

const PROCESS = shapeOf<ShownProcess>()(
  'ServiceProcess',
  'A process of the installation.',
  {
    process_id: field(text('The process.', 'proc_01jd3f8k2m5q7r9t'), (of) => of.processId),
    role: field(oneOf(PROCESS_ROLES, 'What it does.'), (of) => of.role),
    host: field(text('The machine.', 'server-1'), (of) => of.host),
    os_process_id: field(int32('Its number there.', 4_711, COUNT), (of) => of.osProcessId),
    version: field(text('What it runs.', '1.2.3'), (of) => of.version),
    is_silent: field(
      flag('Whether it has not been heard of for long.', false),
      (of) => of.isSilent,
    ),
    started_at: instantField('When it started.', (of) => of.startedAtMs),
    seen_at: instantField('When it was heard of last.', (of) => of.seenAtMs),
    resident_bytes: field(large('Its memory.', 180_000_000), (of) => of.residentBytes),
    loop_delay_ms: field(
      Type.Number({ minimum: 0, description: 'How late it does things (p99).', examples: [2.5] }),
      (of) => of.loopDelayMs,
    ),
    figures: field(Type.Array(FIGURE, { description: 'What it says of its work.' }), (of) =>
      of.figures.map(({ name, help, samples }) => ({
        name,
        help,
        samples: samples.map(({ labels, value }) => ({ labels: { ...labels }, value })),
      })),
    ),
  },
  ADDITION,
);

const QUEUE = shapeOf<QueueState>()('QueueState', 'Jobs that wait and run.', {
  queue: field(text('The queue.', 'backtests'), (of) => of.queue),
  waiting_count: field(int32('Jobs that wait for a worker.', 0, COUNT), (of) => of.waitingCount),
  running_count: field(int32('Jobs that run.', 1, COUNT), (of) => of.runningCount),
  oldest_seconds: field(
    Type.Number({ minimum: 0, description: 'How long the oldest of them waits.', examples: [0] }),
    (of) => of.oldestSeconds,
  ),
});

const TABLE = shapeOf<DatabaseState['tables'][number]>()('TableSize', 'A table.', {
  table: field(text('Its name.', 'orders'), (of) => of.table),
  bytes: field(large('With its indexes.', 8_192), (of) => of.bytes),
  rows: field(large('As the database estimates them.', 100), (of) => of.rows),
});

const DATABASE = shapeOf<DatabaseState>()('DatabaseState', 'The database.', {
  version: field(text('Of PostgreSQL.', '18.4'), (of) => of.version),
  size_bytes: field(large('Its size.', 48_000_000), (of) => of.sizeBytes),
  connections: field(int32('Open connections.', 14, COUNT), (of) => of.connections),
  connections_max: field(int32('As many as may be.', 100, COUNT), (of) => of.connectionsMax),
  tables: listField(TABLE, { description: 'The largest ones.' }, (of) => of.tables),
});

const SLOW_REQUEST = shapeOf<SlowRequest>()(
  'SlowRequest',
  'A request that took a second or more.',
  {
    at: instantField('When it ended.', (of) => of.atMs),
    operation: field(text('What was requested.', 'listBots'), (of) => of.operation),
    duration_ms: field(
      Type.Number({ minimum: 0, description: 'How long it took.', examples: [1_234] }),
      (of) => of.durationMs,
    ),
    status: field(int32('The response.', 200, COUNT), (of) => of.status),
    user_id: field(nullable(text('Whose it was; null: unknown.', 'user_01jd')), (of) => of.userId),
    request_id: field(text('Names it in the log.', '4739d068-dc9d-4471'), (of) => of.requestId),
  },
);

const INSTALLATION = shapeOf<Installation>()(
  'Installation',
  'The state of the installation.',
  {
    processes: listField(PROCESS, { description: 'By role, then by age.' }, (of) => of.processes),
    queues: listField(QUEUE, { description: 'Of backtests and labs.' }, (of) => of.queues),
    database: shapeField(DATABASE, (of) => of.database),
    slow_requests: listField(
      SLOW_REQUEST,
      { description: 'The last ones, newest first.' },
      (of) => of.slowRequests,
    ),
  },
  ADDITION,
);
export const InstallationSchema = INSTALLATION.schema;
export const installationToWire = INSTALLATION.toWire;

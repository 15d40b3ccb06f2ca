// The installation as its owners see it: which processes it consists of, and the state of its
// database. Processes say every few seconds that they live.
// All calls throw Failure('unavailable') when the store cannot be reached.

export const PROCESS_ROLES = ['api', 'worker', 'bots', 'venues'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** A figure of /metrics, as a process says it. */
export type ReportedFigure = {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly {
    readonly labels: { readonly [name: string]: string };
    readonly value: number;
  }[];
};

export type SlowRequest = {
  readonly atMs: number;
  readonly operation: string;
  readonly durationMs: number;
  readonly status: number;
  /** Null: nobody was known. */
  readonly userId: string | null;
  readonly requestId: string;
};

export type ServiceProcess = {
  readonly processId: string;
  readonly role: ProcessRole;
  /** The machine. */
  readonly host: string;
  /** Of its operating system. */
  readonly osProcessId: number;
  readonly version: string;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  readonly residentBytes: number;
  /** How late its event loop is: 99 of 100 turns are no later. */
  readonly loopDelayMs: number;
  readonly figures: readonly ReportedFigure[];
  /** The last ones, newest first; of processes with the API. */
  readonly slowRequests: readonly SlowRequest[];
};

export type TableSize = { readonly table: string; readonly bytes: number; readonly rows: number };

export type DatabaseState = {
  readonly version: string;
  readonly sizeBytes: number;
  /** The largest first; rows as the database estimates them. */
  readonly tables: readonly TableSize[];
  readonly connections: number;
  readonly connectionsMax: number;
};

export type QueueState = {
  readonly queue: string;
  readonly waitingCount: number;
  readonly runningCount: number;
  /** How long the job that waits longest has been queued. */
  readonly oldestSeconds: number;
};

export type InstallationStore = {
  /** Adds the process, or renews what is known of it; forgets those not seen since then. */
  noteProcess(process: ServiceProcess, seenSinceMs: number): Promise<void>;
  forgetProcess(processId: string): Promise<void>;
  /** By role, then oldest first. */
  listProcesses(): Promise<readonly ServiceProcess[]>;
  readDatabase(tablesMax: number): Promise<DatabaseState>;
  listQueues(): Promise<readonly QueueState[]>;
};

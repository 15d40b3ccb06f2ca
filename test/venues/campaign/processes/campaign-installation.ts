// An installation of a campaign: the processes of a service, each started and ended by itself, on a
// real PostgreSQL, with the loopback venue in place of the exchange.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { freePort } from '../../../support/free-port.ts';
import type { StartedProgram } from '../../../support/start-program.ts';
import { startProgram } from '../../../support/start-program.ts';
import { until } from '../../../support/until.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import type { HaltInstant } from './halt-instant.ts';
import { HALT_FILE_VARIABLE } from './halt-instant.ts';
import { removeFolder } from '../../../support/remove-folder.ts';
import { copyTemplateCluster } from '../../../support/template-cluster.ts';

/** `spare`: a second venue process, with which the first one shares the accounts. */
export type Role = 'api' | 'bots' | 'venues' | 'spare';

export type Installation = {
  readonly venue: VenueServer;
  readonly code: VenueCode;
  /** Of the markets that are traded. */
  readonly kind: MarketKind;
  readonly dataDir: string;
  readonly url: string;
  readonly database: Database;
  /** How often each event was logged for each cause, warnings and errors only. */
  readonly logged: ReadonlyMap<string, number>;
  /** What was logged as a mistake of the service itself. */
  readonly defects: readonly string[];
  start(role: Role): Promise<void>;
  signal(role: Role, signal: NodeJS.Signals): void;
  /** Ends the process at once. */
  kill(role: Role): Promise<void>;
  killDatabase(): void;
  /** The process stops itself at the instant; false if it has not come to it in time. */
  haltAt(role: Role, instant: HaltInstant): Promise<boolean>;
  end(): Promise<void>;
};

const PRELOAD = fileURLToPath(new URL('halt-at-instant.ts', import.meta.url));
const RATE_LIMITS = 'reads=1000000/60,writes=1000000/60,trading=1000000/60';
const HALT_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 300_000;

const FLAGS: { readonly [role in Role]: string } = {
  api: '--api',
  bots: '--bots',
  venues: '--venues',
  spare: '--venues',
};

export type InstallationPlan = Pick<Installation, 'code' | 'kind'> & {
  /** Whether two venue processes share the accounts. */
  readonly hasSpareVenues: boolean;
};

export async function openInstallation({
  code,
  kind,
  hasSpareVenues,
}: InstallationPlan): Promise<Installation> {
  const venue = await startVenueServer();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tidemill-campaign-'));
  const port = await freePort();
  const logged = new Map<string, number>();
  const defects: string[] = [];
  const running = new Map<Role, StartedProgram>();
  const environment = {
    PATH: process.env['PATH'],
    // Processes start many times here, beside others that they must not hold up.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(dataDir, 'compile'),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    TIDEMILL_DATA_DIR: dataDir,
    TIDEMILL_LOG_LEVEL: 'warn',
    TIDEMILL_RATE_LIMITS: RATE_LIMITS,
    TIDEMILL_TENANT_BUDGETS: 'users=1000,partners=1000',
    TIDEMILL_TENANT_REQUESTS: '64/256',
    TIDEMILL_VENUES: code,
    TIDEMILL_VENUE_LOOPBACK: venue.address,
  };
  const haltFile = (role: Role): string => path.join(dataDir, `halt-${role}`);
  const url = `http://127.0.0.1:${port}`;
  const start = async (role: Role): Promise<void> => {
    const words = ['serve', FLAGS[role], ...(role === 'api' ? ['--port', String(port)] : [])];
    rmSync(haltFile(role), { force: true });
    const program = startProgram(words, { ...environment, [HALT_FILE_VARIABLE]: haltFile(role) });
    running.set(role, program);
    readLog(program, logged, defects);
    if (role === 'api') await untilReady(program, url);
  };
  copyTemplateCluster(dataDir);
  await start('api');
  const cluster = await attachCluster(dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 2 });
  await Promise.all([start('venues'), start('bots'), ...(hasSpareVenues ? [start('spare')] : [])]);
  const programOf = (role: Role): StartedProgram => {
    const program = running.get(role);
    assert(program !== undefined, `${role} was started`);
    return program;
  };
  return {
    venue,
    code,
    kind,
    dataDir,
    url,
    database,
    logged,
    defects,
    start,
    signal: (role, signal) => void programOf(role).child.kill(signal),
    kill: async (role) => void (await programOf(role).end('SIGKILL')),
    killDatabase: () => process.kill(postmasterOf(dataDir), 'SIGKILL'),
    haltAt: async (role, instant) => haltAt(programOf(role), haltFile(role), instant),
    async end() {
      await Promise.all([...running.values()].map(async (program) => program.end('SIGKILL')));
      await database.close();
      await cluster.detach();
      await venue.close();
      await removeFolder(dataDir);
    },
  };
}

async function haltAt(
  { child }: StartedProgram,
  file: string,
  instant: HaltInstant,
): Promise<boolean> {
  rmSync(`${file}.met`, { force: true });
  writeFileSync(file, instant);
  const isHalted = (): boolean => existsSync(`${file}.met`) && stateOf(child.pid ?? 0) === 'T';
  try {
    await until('the process has stopped itself', isHalted, HALT_WITHIN_MS);
    return true;
  } catch {
    rmSync(file, { force: true });
    return existsSync(`${file}.met`);
  }
}

/** As the kernel shows it: T for one that is stopped. */
function stateOf(processId: number): string {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

function postmasterOf(dataDir: string): number {
  const [id] = readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  return Number(id);
}

async function untilReady(program: StartedProgram, url: string): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    assert(program.child.exitCode === null, `the service ended:\n${program.output()}`);
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  };
  try {
    await until('the service is ready', isReady, READY_WITHIN_MS);
  } catch (error) {
    await program.end('SIGKILL');
    throw error;
  }
}

const DEFECT = /defect|AssertionError|TypeError/;

function readLog({ child }: StartedProgram, logged: Map<string, number>, defects: string[]): void {
  let rest = '';
  const read = (chunk: Buffer): void => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, event = null] = /"event":"([^"]+)"/.exec(line) ?? [];
      if (event === null) continue;
      const [, cause = ''] = /"(?:cause|reason)":"([^"]{0,60})/.exec(line) ?? [];
      const message = `${event}: ${cause.replaceAll(/\b[a-z]+_\w{20,}|\d+/g, '…')}`;
      logged.set(message, (logged.get(message) ?? 0) + 1);
      if (DEFECT.test(line)) defects.push(line.slice(0, 2_000));
    }
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
}

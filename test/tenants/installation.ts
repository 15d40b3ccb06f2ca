// An installation as `npm start` makes it, with two users who know nothing of one another, and what
// its processes take from the machine.

import { mkdtemp } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '../support/service-process.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { freePort } from '../support/free-port.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { removeFolder } from '../support/remove-folder.ts';

export type Tenant = {
  readonly accountId: string;
  readonly key: string;
  ask(this: void, method: string, path: string, body?: unknown): Promise<ApiResponse>;
};

export type ApiResponse = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
};

export type Installation = {
  readonly url: string;
  readonly dataDir: string;
  readonly victim: Tenant;
  readonly attacker: Tenant;
  /** Of a partner key of the attacker. */
  readonly partnerKey: string;
  /** Largest resident memory seen of each process of the service, in MiB, by its role. */
  peaks(): ReadonlyMap<string, number>;
  output(): string;
  /** Ends the processes that check scripts, so that the next check has to start one. */
  endChecks(): void;
  /** Kills all processes but the database, and starts the service again. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/** More than is published: an attack is to meet the walls behind the budgets. */
const RATE_LIMITS = 'reads=60000/60,writes=60000/60,trading=60000/60,expensive=60000/3600';
const SAMPLE_MS = 500;

export async function makeInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-tenants-'));
  const port = await freePort();
  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({
      dataDir,
      port,
      environment: { TIDEMILL_RATE_LIMITS: RATE_LIMITS },
    });
  let service = await start();
  let earlier = '';
  const peaks = new Map<string, number>();
  const sampler = setInterval(() => notePeaks(peaks, service.child.pid ?? 0), SAMPLE_MS);
  const victim = await makeTenant(service.url, dataDir, 'victim');
  const attacker = await makeTenant(service.url, dataDir, 'attacker');
  await runCommandHere(dataDir, ['users', 'create', 'partner']);
  await runCommandHere(dataDir, ['partners', 'create', 'partner']);
  await runCommandHere(dataDir, ['partners', 'enable-exchange', 'partner', 'sim']);
  const made = await runCommandHere(dataDir, [
    'partners',
    'create-key',
    'partner',
    '--name',
    'all',
  ]);
  return {
    url: service.url,
    dataDir,
    victim,
    attacker,
    partnerKey: (made as { readonly key: string }).key,
    peaks: () => peaks,
    output: () => earlier + service.output(),
    endChecks() {
      for (const { pid, role } of processesOf(service.child.pid ?? 0))
        if (role === 'checks') endNow(pid);
    },
    async restart() {
      for (const { pid } of processesOf(service.child.pid ?? 0).slice(1)) endNow(pid);
      await service.end('SIGKILL');
      earlier += service.output();
      service = await start();
    },
    async end() {
      clearInterval(sampler);
      await service.end('SIGTERM');
      await removeFolder(dataDir);
    },
  };
}

/** A process may have ended by itself since it was listed. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ESRCH') throw error;
  }
}

async function makeTenant(url: string, dataDir: string, name: string): Promise<Tenant> {
  await runCommandHere(dataDir, ['users', 'create', name]);
  const named = ['--user', name, '--name', name];
  const made = await runCommandHere(dataDir, ['keys', 'create', ...named]);
  const { key } = made as { readonly key: string };
  const where = ['--exchange', 'sim', '--market-type', 'spot', '--balance', 'USDT=1000000'];
  const account = await runCommandHere(dataDir, ['accounts', 'create', ...named, ...where]);
  const { account_id: accountId } = account as { readonly account_id: string };
  await runCommandHere(dataDir, ['accounts', 'activate-bots', accountId]);
  return { accountId, key, ask: asking(url, key) };
}

export function asking(url: string, key: string): Tenant['ask'] {
  return async (method, path, body) => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${key}`,
      // Without it the address of events streams, and the response does not end.
      accept: 'application/json',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, { method, headers, body: text });
    const found = await response.text();
    return {
      status: response.status,
      body: found === '' ? {} : (JSON.parse(found) as object),
    } as ApiResponse;
  };
}

type Process = { readonly pid: number; readonly role: string };

/** By a word of the command line; suspects are tried on the worker's account. */
const ROLES = [
  ['suspect-process', 'worker'],
  ['check-process', 'checks'],
  ['--worker', 'worker'],
  ['--bots', 'bots'],
] as const;

/** Those of the service; the database's have a keeper of their own. */
function processesOf(servicePid: number): readonly Process[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  }
  const found = [servicePid];
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push(child);
  }
  return found.map((pid) => ({ pid, role: roleOf(pid) }));
}

function roleOf(pid: number): string {
  const words = readOf(pid, 'cmdline').split('\0');
  return ROLES.find(([mark]) => words.some((word) => word.includes(mark)))?.[1] ?? 'api';
}

function parentOf(pid: string): number {
  return Number(/PPid:\s+(\d+)/.exec(readOf(Number(pid), 'status'))?.[1] ?? 0);
}

/** Empty when the process ended while we looked. */
function readOf(pid: number, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function notePeaks(peaks: Map<string, number>, servicePid: number): void {
  for (const { pid, role } of processesOf(servicePid)) {
    const found = /VmHWM:\s+(\d+) kB/.exec(readOf(pid, 'status'))?.[1];
    const megabytes = Math.round(Number(found ?? 0) / 1_024);
    peaks.set(role, Math.max(peaks.get(role) ?? 0, megabytes));
  }
}
